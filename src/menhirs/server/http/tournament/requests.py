"""What the forms of tournaments ask for, and how it is read."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.core.rules import RuleSet, rule_set
from menhirs.match.addresses import new_match_id
from menhirs.match.names import LONGEST_NAME, checked_name
from menhirs.match.terms import ClockTerms
from menhirs.server.errors import BadRequest
from menhirs.server.live.clock import now
from menhirs.server.live.match_request import ClockRequest
from menhirs.server.live.tournament_steps import Held
from menhirs.server.storage.arrangements import Arrangements, Door, Place, write_arrangements
from menhirs.server.storage.tournament_store import StoredTournament
from menhirs.tournament.entries import Change, Correct, GameEvent, NoShow, Report, Result
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.results import MOST_POINTS, EntrantId, Game, Outcome
from menhirs.tournament.settings import MOST_ROUNDS, Settings, System
from menhirs.tournament.tournament import Phase, Tournament

_LONGEST_LIST = 12_000
"""Letters of names that are written down at once."""
_A_DAY = 24 * 60
_YEARS = (2000, 2200)

Entrant = Annotated[int, Field(ge=1, le=100_000)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class Form(BaseModel):
    """A form of ours: it has no other fields."""

    model_config = ConfigDict(extra="forbid")


class TournamentRequest(ClockRequest):
    """What somebody who organises a tournament asks for."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
    system: System = System.SWISS
    rules: Annotated[str, StringConstraints(max_length=40)] = "amsterdam"
    rounds: int | None = Field(None, ge=1, le=MOST_ROUNDS)
    duplicate: bool = False
    claims: Literal["timed", "untimed"] = "timed"
    door: Door = Door.OPEN
    place: Place = Place.HERE
    start: Literal["button", "time"] = "button"
    starts_at: datetime | None = None
    offset: int = Field(0, ge=-_A_DAY, le=_A_DAY)
    """Minutes that the visitor's clock is behind UTC, as browsers tell it."""
    next: Literal["itself", "button"] = "itself"

    def tournament(self, organiser: str, offered: Mapping[str, RuleSet]) -> StoredTournament:
        """The tournament that is asked for."""
        if not (name := checked_name(self.name)):
            raise BadRequest("form", field="name", why="a tournament has a name")
        settings = Settings(
            name=name,
            system=self.system,
            rules=rule_set(self.rules, offered),
            rounds=self.rounds,
            duplicate=self.duplicate,
            seed=secrets.token_hex(4),
        )
        arranged = Arrangements(
            door=self.door,
            place=self.place,
            clock=self._clock(),
            timed_claims=self.claims == "timed",
            starts_at=self._starts_at(),
            goes_on=self.next == "itself",
        )
        return StoredTournament(new_match_id(), organiser, now(), settings, arranged)

    def changed(self, held: Held, offered: Mapping[str, RuleSet]) -> Change:
        """The settings of a tournament as they are to be from now on."""
        was, arranged = held.stored.settings, held.stored.arranged
        known = {**offered, was.rules.name: was.rules}
        wanted = self.tournament(held.stored.organiser, known)
        begun = held.tournament.phase is not Phase.ENTERING
        settings = replace(wanted.settings, seed=was.seed)
        kept = replace(
            wanted.arranged,
            place=arranged.place if begun else wanted.arranged.place,
            starts_at=arranged.starts_at if begun else wanted.arranged.starts_at,
        )
        return Change(settings, write_arrangements(kept))

    def _clock(self) -> ClockTerms:
        """The clock that is asked for. Games on the server have one unless somebody wants none."""
        if "clock" in self.model_fields_set or self.place is Place.TABLES:
            return self.clock_terms()
        return self.model_copy(update={"clock": "live"}).clock_terms()

    def _starts_at(self) -> int | None:
        if self.start == "button":
            return None
        if self.starts_at is None:
            raise BadRequest("form", field="starts_at", why="say when it starts")
        told = self.starts_at
        if not _YEARS[0] <= told.year <= _YEARS[1]:
            raise BadRequest("form", field="starts_at", why="that is no day of ours")
        moment = told if told.tzinfo else told.replace(tzinfo=UTC) + timedelta(minutes=self.offset)
        return int(moment.timestamp() * 1000)


class NameForm(Form):
    """A name that somebody enters by."""

    name: Annotated[str, StringConstraints(max_length=LONGEST_NAME)] = ""


class NamesForm(Form):
    """Players who are written down by the organiser, one a line."""

    names: Annotated[str, StringConstraints(max_length=_LONGEST_LIST)]

    @property
    def listed(self) -> list[str]:
        """The names, without empty lines."""
        return [name for line in self.names.splitlines() if (name := checked_name(line))]


class PlayerForm(Form):
    """One player of a tournament."""

    player: Entrant


class WhoForm(PlayerForm):
    """Which player somebody is, and the game that they came to."""

    match: Annotated[str, StringConstraints(max_length=40)] = ""


class CodeForm(NameForm):
    """The code of a link for another organiser, and what to call them."""

    code: Annotated[str, StringConstraints(max_length=100)]


class OrganiserForm(Form):
    """An organiser, by the place in the list."""

    organiser: Annotated[int, Field(ge=0, le=100)]


class RenameForm(PlayerForm, NameForm):
    """A player, and another name."""


class MeetForm(Form):
    """Two players who are to meet, with their seats."""

    south: Entrant
    north: Entrant


class OutcomeForm(Form):
    """How a game ended, as somebody tells it."""

    game: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,5}(-[0-9]{1,5}){3}$")]
    """Its round, south, north and number."""
    ended: Literal["south", "north", "tie", "no-south", "no-north", "nobody", "open"]
    points: Points = 0
    why: Annotated[str, StringConstraints(max_length=200)] = ""

    @property
    def of_game(self) -> Game:
        """The game that it is about."""
        return Game(*map(int, self.game.split("-")))

    def report(self, entrant: EntrantId) -> Report:
        """What a player tells."""
        return Report(self.of_game, self._played(), entrant)

    def entered(self, tournament: Tournament) -> GameEvent | None:
        """What the organiser enters: a result, or the correction of one; None if it stands so."""
        game = self.of_game
        known = tournament.outcome(game) if tournament.has_game(game) else None
        if known is not None:
            if known == self._counted():
                return None
            return Correct(game, self._counted(), self.why)
        if self.ended in _ABSENT:
            return NoShow(game, self._absent())
        return Result(game, self._played())

    def _absent(self) -> tuple[EntrantId, ...]:
        return tuple(self.of_game.players[seat] for seat in _ABSENT[self.ended])

    def _counted(self) -> Outcome | None:
        if self.ended == "open":
            return None
        if self.ended in _ABSENT:
            return NoShow(self.of_game, self._absent()).outcome
        return self._played()

    def _played(self) -> Outcome:
        winners = {"south": 1, "north": 2, "tie": 0}
        if self.ended not in winners:
            raise BadRequest("form", field="ended", why="say who won")
        winner = winners[self.ended]
        if winner and not self.points:
            raise BadTournament("tournament-outcome", why="a win that was played has points")
        return Outcome(winner, self.points)


_ABSENT = {"no-south": (0,), "no-north": (1,), "nobody": (0, 1)}
"""Which of the two did not come."""
