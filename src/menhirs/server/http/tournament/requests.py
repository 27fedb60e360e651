"""The fields of the forms of tournaments."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from menhirs.core.rules import RuleSet, rule_set
from menhirs.match.addresses import new_match_id
from menhirs.match.names import LONGEST_NAME, checked_name
from menhirs.referee.agreement import ClockWanted, clock_terms
from menhirs.server.errors import BadRequest
from menhirs.server.live.clock import now
from menhirs.server.live.tournament.steps import Held
from menhirs.server.storage.tournament.tournament_store import StoredTournament
from menhirs.tournament.entries import (
    ChangeSettings,
    Correct,
    EnterResult,
    GameEvent,
    NoShow,
    ReportResult,
)
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.hosting_settings import (
    Door,
    HostingSettings,
    Venue,
    write_hosting_settings,
)
from menhirs.tournament.results import MOST_POINTS, EntrantId, GameOutcome, TournamentGame
from menhirs.tournament.settings import MOST_ROUNDS, System, TournamentSettings, check_fair
from menhirs.tournament.tournament import Tournament, TournamentPhase
from menhirs.view.fields import FieldKind, Fitting, Flag, Member, OneOf, Text, Whole
from menhirs.view.request_limits import LONGEST_NAME_OF_RULES
from menhirs.view.shapes import Shape, request_field

_LONGEST_LIST = 12_000
"""The most letters of names that are entered at once."""
_A_DAY = 24 * 60
_YEARS = (2000, 2200)

_name = Text(LONGEST_NAME)
_entrant = Whole(1, 100_000)
_game = Fitting("^[0-9]{1,5}(-[0-9]{1,5}){3}$", "a game of a tournament")


class _Moment(FieldKind[datetime]):
    """A date and time, as ``<input type="datetime-local">`` writes it."""

    def __call__(self, value: object) -> datetime:
        try:
            return datetime.fromisoformat(str(value))
        except ValueError:
            raise ValueError("no day and time") from None


class TournamentWanted(ClockWanted):
    """The form of a new tournament."""

    name: str = request_field(_name)
    system: System = request_field(Member(System), System.SWISS)
    rules: str = request_field(Text(LONGEST_NAME_OF_RULES), "amsterdam")
    rounds: int | None = request_field(Whole(1, MOST_ROUNDS), None)
    duplicate: bool = request_field(Flag(), False)
    fair: bool = request_field(
        Flag(), False, "layouts that are proven to be a tie with perfect play"
    )
    claims: Literal["timed", "untimed"] = request_field(OneOf(("timed", "untimed")), "timed")
    door: Door = request_field(Member(Door), Door.OPEN)
    place: Venue = request_field(Member(Venue), Venue.HERE)
    start: Literal["button", "time"] = request_field(OneOf(("button", "time")), "button")
    starts_at: datetime | None = request_field(_Moment(), None)
    offset: int = request_field(
        Whole(-_A_DAY, _A_DAY), 0, "minutes that the clock is behind UTC, as browsers tell it"
    )
    next: Literal["itself", "button"] = request_field(OneOf(("itself", "button")), "itself")

    @classmethod
    def read_words(cls, words: Mapping[str, str]) -> TournamentWanted:
        """Reads the form. Games on the server have a clock by default."""
        here = words.get("place", Venue.HERE) == Venue.HERE
        return super().read_words({"clock": "live", **words} if here else words)

    def tournament(self, organiser: str, offered: Mapping[str, RuleSet]) -> StoredTournament:
        """The new tournament."""
        if not (name := checked_name(self.name)):
            raise BadRequest("form", field="name", why="a tournament has a name")
        rules = rule_set(self.rules, offered)
        settings = TournamentSettings(
            name=name,
            system=self.system,
            rules=rules,
            rounds=self.rounds,
            duplicate=self.duplicate,
            seed=secrets.token_hex(4),
            fair=check_fair(rules, self.fair),
        )
        hosting = HostingSettings(
            door=self.door,
            place=self.place,
            clock=clock_terms(self),
            timed_claims=self.claims == "timed",
            starts_at=self._starts_at(),
            goes_on=self.next == "itself",
        )
        return StoredTournament(new_match_id(), organiser, now(), settings, hosting)

    def changed(self, held: Held, offered: Mapping[str, RuleSet]) -> ChangeSettings:
        """The changed settings of a tournament."""
        was, hosting = held.stored.settings, held.stored.hosting
        known = {**offered, was.rules.name: was.rules}
        wanted = self.tournament(held.stored.organiser, known)
        begun = held.tournament.phase is not TournamentPhase.ENTERING
        settings = replace(wanted.settings, seed=was.seed)
        kept = replace(
            wanted.hosting,
            place=hosting.place if begun else wanted.hosting.place,
            starts_at=hosting.starts_at if begun else wanted.hosting.starts_at,
        )
        return ChangeSettings(settings, write_hosting_settings(kept))

    def _starts_at(self) -> int | None:
        if self.start == "button":
            return None
        if self.starts_at is None:
            raise BadRequest("form", field="starts_at", why="say when it starts")
        start = self.starts_at
        if not _YEARS[0] <= start.year <= _YEARS[1]:
            raise BadRequest("form", field="starts_at", why="that is no day of ours")
        moment = (
            start if start.tzinfo else start.replace(tzinfo=UTC) + timedelta(minutes=self.offset)
        )
        return int(moment.timestamp() * 1000)


class NameForm(Shape):
    """The form with the name of a player who enters."""

    name: str = request_field(_name, "")


class NamesForm(Shape):
    """The form with names of players entered by the organiser, one a line."""

    names: str = request_field(Text(_LONGEST_LIST))

    @property
    def listed(self) -> list[str]:
        """The names, without empty lines."""
        return [name for line in self.names.splitlines() if (name := checked_name(line))]


class PlayerForm(Shape):
    """The form with one player."""

    player: int = request_field(_entrant)


class EntrantChoiceForm(PlayerForm):
    """The form in which a visitor chooses a player, and the game to go on to."""

    match: str = request_field(Text(40), "")


class CodeForm(NameForm):
    """The form with the code of a link for another organiser, and their name."""

    code: str = request_field(Text(100))


class OrganiserForm(Shape):
    """The form with an organiser, by their place in the list."""

    organiser: int = request_field(Whole(0, 100))


class RenameForm(PlayerForm, NameForm):
    """The form that renames a player."""


class PairByHandForm(Shape):
    """The form that pairs two players by hand."""

    south: int = request_field(_entrant)
    north: int = request_field(_entrant)


class OutcomeForm(Shape):
    """The form with the result of a game."""

    game: str = request_field(_game, about="its round, south, north and number")
    ended: Literal["south", "north", "tie", "no-south", "no-north", "nobody", "open"] = (
        request_field(OneOf(("south", "north", "tie", "no-south", "no-north", "nobody", "open")))
    )
    points: int = request_field(Whole(0, MOST_POINTS), 0)
    why: str = request_field(Text(200), "")

    @property
    def of_game(self) -> TournamentGame:
        """The game of the form."""
        return TournamentGame(*map(int, self.game.split("-")))

    def report(self, entrant: EntrantId) -> ReportResult:
        """The event of a player's report."""
        return ReportResult(self.of_game, self._played(), entrant)

    def entered(self, tournament: Tournament) -> GameEvent | None:
        """The event of an organiser: a result, or its correction; None if it stays the same."""
        game = self.of_game
        known = tournament.outcome(game) if tournament.has_game(game) else None
        if known is not None:
            if known == self._counted():
                return None
            return Correct(game, self._counted(), self.why)
        if self.ended in _ABSENT:
            return NoShow(game, self._absent())
        return EnterResult(game, self._played())

    def _absent(self) -> tuple[EntrantId, ...]:
        return tuple(self.of_game.players[seat] for seat in _ABSENT[self.ended])

    def _counted(self) -> GameOutcome | None:
        if self.ended == "open":
            return None
        if self.ended in _ABSENT:
            return NoShow(self.of_game, self._absent()).outcome
        return self._played()

    def _played(self) -> GameOutcome:
        winners = {"south": 1, "north": 2, "tie": 0}
        if self.ended not in winners:
            raise BadRequest("form", field="ended", why="say who won")
        winner = winners[self.ended]
        if winner and not self.points:
            raise BadTournament("tournament-outcome", why="a win that was played has points")
        return GameOutcome(winner, self.points)


_ABSENT = {"no-south": (0,), "no-north": (1,), "nobody": (0, 1)}
"""Which of the two players did not come."""
