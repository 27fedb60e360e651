"""A match for all visitors with the same seats and the same language.

Names, seats and the series change far less often than the position. They are cached, so that an
action only costs what it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from menhirs.core.actions import Player, other
from menhirs.core.state import Outcome, Phase
from menhirs.engine.levels import LEVELS, level
from menhirs.match.computer import may_be_helped
from menhirs.match.entries import Entry
from menhirs.match.match import Match
from menhirs.match.series import LAST_GAMES, Earlier, GameOfSeries
from menhirs.match.verdict import NoSuchMove, why_wrong
from menhirs.notation.actions import write_action
from menhirs.notation.people import People, Translator
from menhirs.notation.words import listed, points_in_words
from menhirs.view.cached_value import LastValue
from menhirs.view.match.claiming import to_show, to_watch
from menhirs.view.match.coaching import Coaching
from menhirs.view.match.decision import decide
from menhirs.view.match.news import news
from menhirs.view.match.opponents import says
from menhirs.view.match.status import result, sides_swapped, status
from menhirs.view.messages import (
    Legal,
    May,
    NextLevel,
    OutcomeState,
    PlayerNumber,
    ProveState,
    Seat,
    Series,
    Situation,
)
from menhirs.view.player_names import people_of, plate_name, series_name


class MatchSnapshot:
    """A match for the holders of some seats, in one language."""

    def __init__(
        self,
        match_id: str,
        match: Match,
        game: int,
        earlier: Earlier,
        own_seats: list[Player],
        language: Translator,
        coach: Coaching | None = None,
    ) -> None:
        self._id = match_id
        self._match = match
        self._game = game
        self._earlier = earlier
        self._own_seats = own_seats
        self.language = language
        self._coach = coach
        self._people: LastValue[People] = LastValue()
        self._seats: LastValue[dict[str, Seat]] = LastValue()
        self._series: LastValue[Series] = LastValue()
        self._resign_words: LastValue[str] = LastValue()

    @property
    def people(self) -> People:
        """What the players are called."""
        return self._people.get(
            self._match.named, lambda: people_of(self._match, self._own_seats, self.language)
        )

    @property
    def acts(self) -> bool:
        """Whether it is the turn of one of these seats."""
        match = self._match
        goes_on = match.has_begun and not match.is_over and match.paused is None
        return goes_on and match.position.player in self._own_seats

    def news(self, entry: Entry) -> str | None:
        """A sentence about an entry that is no move."""
        return news(entry, self.people, self.language)

    def situation(self, legal: list[Legal], at: int, present: Mapping[Player, bool]) -> Situation:
        """The part of the state that depends on the visitor; ``legal`` are the actions of these
        seats.
        """
        match, position = self._match, self._match.position
        spoken = [says(match, seat, self.language) for seat in match.terms.computers]
        return {
            "you": cast("list[PlayerNumber]", self._own_seats),
            "legal": legal,
            "prove": self._prove(at),
            "decide": None if match.paused else decide(position, self.people, self.language),
            "status": self._status(),
            "seats": self._seats.get(
                (match.named, *present.items(), *spoken),
                lambda: {str(seat): self._seat(seat, present) for seat in (1, 2)},
            ),
            "may": self._may(),
            "series": self._series.get(
                (match.named, match.is_over, match.next_match), self._series_data
            ),
            "outcome": self._outcome(position.outcome),
            "coach": None
            if self._coach is None
            else self._coach.state(match, self._own_seats, self.people, self.language),
        }

    def _status(self) -> str:
        match, own_seats, language = self._match, self._own_seats, self.language
        sentence = status(match, own_seats, self.people, language)
        if self._game > 1 and not match.is_over and not _has_acted(match, own_seats or [1, 2]):
            return f"{sides_swapped(own_seats, language)} {sentence}"
        return sentence

    def _prove(self, at: int) -> ProveState | None:
        position = self._match.position
        if position.phase is not Phase.PROVE or self._match.paused is not None:
            return None
        ends = self._match.showing_ends()
        left = None if ends is None else max(0, ends - at)
        player, own_seats = position.player, self._own_seats
        if player in own_seats:
            title, words = to_show(player, len(own_seats) > 1, self.people, self.language)
        else:
            title, words = to_watch(player, self.people, self.language)
        return {
            "player": cast("PlayerNumber", player),
            "left": left,
            "title": title,
            "words": words,
        }

    def _may(self) -> May:
        match, plays = self._match, bool(self._own_seats)
        points = match.position.score_of_forfeit
        return {
            "take_back": any(match.may_take_back(seat) for seat in self._own_seats),
            "abort": plays and match.may_be_aborted,
            "abort_words": self._abort_words(),
            "resign": plays
            and match.has_begun
            and not match.is_over
            and match.paused is None
            and not match.may_be_aborted,
            "resign_words": self._resign_words.get(
                (match.named, points), lambda: self._resignation_words(points)
            ),
            "rematch": plays and match.is_over and match.next_match is None,
            "same_layout": match.may_repeat_layout,
            "hint": may_be_helped(match, self._own_seats),
            "threats": may_be_helped(match, self._own_seats, threats=True),
            "next_level": self._next_level(),
        }

    def _resignation_words(self, points: int) -> str:
        """The consequences of giving up (D14); at a shared screen either side may."""
        language, own_seats = self.language, self._own_seats
        if len(own_seats) == 1:
            gets = points_in_words(other(own_seats[0]), points, language, self.people)
        else:
            gets = language.ngettext(
                "The other side gets {points} point.",
                "The other side gets {points} points.",
                points,
            ).format(points=points)
        lost = language.gettext("The game is then lost.")
        return f"{lost} {gets}"

    def _abort_words(self) -> str:
        """The consequences of aborting."""
        _ = self.language.gettext
        if self._match.terms.rated:
            return _("The game is over then, without a result. No rating changes.")
        return _("The game is over then, without a result.")

    def _next_level(self) -> NextLevel | None:
        outcome, computers = self._match.position.outcome, self._match.terms.computers
        if (
            outcome is None
            or [outcome.winner] != self._own_seats
            or self._match.next_match is not None
        ):
            return None
        number = computers.get(other(outcome.winner), len(LEVELS)) + 1
        if number > len(LEVELS):
            return None
        return {"level": number, "name": self.language.gettext(level(number).name)}

    def _seat(self, seat: Player, present: Mapping[Player, bool]) -> Seat:
        call = plate_name(self.people, seat, self.language)
        if (number := self._match.terms.computers.get(seat)) is not None:
            name = self.language.gettext(level(number).name)
            return {
                "name": name,
                "call": call,
                "kind": "computer",
                "level": number,
                "level_name": name,
                "says": says(self._match, seat, self.language),
                "present": True,
            }
        return {
            "name": self._match.names.get(seat, ""),
            "call": call,
            "kind": "person" if seat in self._match.names else "free",
            "level": None,
            "level_name": None,
            "says": "",
            "present": present.get(seat, False),
        }

    def _series_data(self) -> Series:
        """The games so far, added up for the players of this one."""
        wins, points = list(self._earlier.wins), list(self._earlier.points)
        games = list(self._earlier.games)
        outcome = self._match.position.outcome
        if self._match.aborted is not None:
            games.append(GameOfSeries(self._id, self._game, None, 0))
        elif outcome is not None:
            games.append(GameOfSeries(self._id, self._game, outcome.winner, outcome.score))
            if outcome.winner:
                wins[outcome.winner - 1] += 1
                points[outcome.winner - 1] += outcome.score
        people, language = self.people, self.language
        return {
            "game": self._game,
            "wins": wins,
            "points": points,
            "calls": [series_name(people, seat, self._game, language) for seat in (1, 2)],
            "games": [
                {"match": game.match, "winner": game.winner, "score": game.score}
                for game in games[-LAST_GAMES:]
            ],
            "next": self._match.next_match,
        }

    def _outcome(self, outcome: Outcome | None) -> OutcomeState | None:
        if self._match.aborted is not None:
            text = result(self._match, self.people, self.language)
            reason = self._match.aborted.kind.value
            return {"winner": None, "score": 0, "reason": reason, "text": text, "why": None}
        if outcome is None:
            return None
        return {
            "winner": cast("Literal[0, 1, 2]", outcome.winner),
            "score": outcome.score,
            "reason": outcome.reason.value,
            "text": result(self._match, self.people, self.language),
            "why": self._why(),
        }

    def _why(self) -> str | None:
        """Why a wrong claim was wrong."""
        verdict = why_wrong(self._match)
        if verdict is None:
            return None
        move = write_action(verdict.move, verdict.position)
        _, ngettext = self.language.gettext, self.language.ngettext
        if not isinstance(verdict, NoSuchMove):
            return _("The claim was right, but it was not shown: {move} would have won.").format(
                move=move
            )
        covered = verdict.covered
        geometry = verdict.position.geometry
        closest = ngettext(
            "No move frees all menhirs. {move} comes closest: it leaves the one on {cells} "
            "under fog.",
            "No move frees all menhirs. {move} comes closest: it leaves those on {cells} "
            "under fog.",
            covered.bit_count(),
        ).format(move=move, cells=listed(geometry, covered, self.language))
        if verdict.put_back is None:
            return closest
        back = _("The fog on {cell} was put back first: the position right after the move counts.")
        return f"{back.format(cell=geometry.name(verdict.put_back))} {closest}"


def _has_acted(match: Match, players: list[Player]) -> bool:
    return any(ply.entry.player in players for ply in match.plies)
