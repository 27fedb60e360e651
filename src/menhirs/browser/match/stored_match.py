"""A match as stored texts: its terms, one text per entry, and a summary for the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from menhirs.browser.browser_storage import NewMatch
from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import Unavailable
from menhirs.match.match import Match
from menhirs.match.outages import Outages
from menhirs.match.series import Earlier, GameOfSeries
from menhirs.match.terms import Terms
from menhirs.match.terms_data import read_terms, write_terms
from menhirs.notation.line import write_line
from menhirs.view.as_json import as_json
from menhirs.view.fields import read_object
from menhirs.view.game_list import ListedGame, Section

FORMAT = 1


@dataclass(frozen=True)
class StoredTerms:
    """A match before its first action."""

    id: str
    terms: Terms
    series: str
    """The first match of the series."""
    game: int
    entries: Sequence[Entry]
    """The first entries: everybody sits down. An imported game has its actions here too."""
    earlier: Earlier = field(default_factory=Earlier)

    @property
    def own_seats(self) -> list[Player]:
        """The seats of the person at this screen."""
        return list(self.terms.people)

    def match(self, outages: Outages | None = None) -> Match:
        """The match as it was created."""
        return Match(self.terms, self.entries, outages)

    def new(self, summary: str | None = None) -> NewMatch:
        """The match as texts to store."""
        if summary is None:
            begun = self.match()
            summary = write_summary(self.terms, begun.names, begun.position, begun.last_at)
        return NewMatch(self.id, self._text(), summary)

    def _text(self) -> str:
        earlier = self.earlier
        return as_json(
            {
                "format": FORMAT,
                "terms": write_terms(self.terms),
                "series": self.series,
                "game": self.game,
                "entries": [write_entry(entry) for entry in self.entries],
                "earlier": {
                    "wins": earlier.wins,
                    "points": earlier.points,
                    "games": [[g.match, g.game, g.winner, g.score] for g in earlier.games],
                },
            }
        )


def read_stored(match: str, text: str) -> StoredTerms:
    """The match from its stored text."""
    try:
        data = read_object(text)
        if data["format"] != FORMAT:
            raise Unavailable("newer-match")
        earlier = data["earlier"]
        (one, two), (first, second) = earlier["wins"], earlier["points"]
        games = tuple(GameOfSeries(*game) for game in earlier["games"])
        return StoredTerms(
            match,
            read_terms(data["terms"]),
            str(data["series"]),
            int(data["game"]),
            [read_entry(number, entry) for number, entry in enumerate(data["entries"], start=1)],
            Earlier((one, two), (first, second), games),
        )
    except (MenhirsError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unavailable("newer-match") from error


def write_entry(entry: Entry) -> str:
    """An entry as text, without its number."""
    data = {"at": entry.at, "kind": entry.kind, "player": entry.player, "text": entry.text}
    return as_json({**data, "lag": entry.lag} if entry.lag else data)


def read_entry(number: int, text: str) -> Entry:
    """The entry from its stored text."""
    try:
        data = read_object(text)
        at, player, lag = int(data["at"]), int(data["player"]), int(data.get("lag", 0))
        return Entry(number, at, EntryKind(data["kind"]), player, str(data["text"]), lag)
    except (MenhirsError, KeyError, TypeError, ValueError) as error:
        raise Unavailable("newer-match") from error


def write_summary(
    terms: Terms, names: Mapping[Player, str], position: Position, updated: int
) -> str:
    """The summary of a match for the list of games."""
    outcome = position.outcome
    return as_json(
        {
            "terms": write_terms(terms),
            "names": {str(seat): name for seat, name in names.items()},
            "turn": None if position.is_over else position.player,
            "line": write_line(position),
            "updated": updated,
            "outcome": outcome and [outcome.winner, outcome.score, outcome.reason],
        }
    )


def read_summary(match: str, text: str) -> ListedGame:
    """A match in the list of games, from its summary."""
    try:
        data: dict[str, Any] = read_object(text)
        terms = read_terms(data["terms"])
        outcome = None
        if data["outcome"] is not None:
            winner, score, reason = data["outcome"]
            outcome = Outcome(int(winner), int(score), Reason(reason))
        own_seats = terms.people
        if outcome is not None:
            section = Section.FINISHED
        else:
            section = (
                Section.TURN
                if data["turn"] in own_seats and len(own_seats) == 1
                else Section.RUNNING
            )
        updated, line = int(data["updated"]), str(data["line"])
        return ListedGame(match, terms, own_seats, section, updated, "", line, outcome)
    except (MenhirsError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unavailable("newer-match") from error
