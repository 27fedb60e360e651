"""The search in a person's games, and the order of the list.

A list has one order everywhere. First come the games in which it is the turn of the one who asks:
where a person waits before where the computer does, and what is due first before what is due later
or never. Then comes what is being played, waits or is finished, each the newest first. A page of it
ends at a place, and the next page begins there.

Here it is done with games in memory, as a browser has them. A server's database does the same in
SQL (``server/storage/match/games_store.py``), and a test compares what both find.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from menhirs.match.terms import DAY
from menhirs.notation.people import Translator
from menhirs.view.fields import FieldKind
from menhirs.view.game_list import ListedGame, ResultForViewer, Section, opponent_named

A_PAGE = 25
"""Games on a page, unless another number is asked for."""
MOST = 100
WORDS = ("section", "opponent", "rules", "result", "since", "until")
"""The fields of a search in an address."""
SHOWN = {Section.TURN: 4, Section.RUNNING: 4, Section.WAITING: 2, Section.FINISHED: 3}
"""The number of games of each section on the front page."""
PLACE = r"^[0-4]-[0-9]{1,15}-[0-9a-zA-Z]{1,16}$"
"""The form of a position in a list, in an address."""

RANK_TURN, RANK_TURN_AGAINST_COMPUTER, RANK_RUNNING, RANK_WAITING, RANK_FINISHED = range(5)
RANKS = {
    Section.TURN: (RANK_TURN, RANK_TURN_AGAINST_COMPUTER),
    Section.RUNNING: (RANK_RUNNING,),
    Section.WAITING: (RANK_WAITING,),
    Section.FINISHED: (RANK_FINISHED,),
}
NEVER = 10**14
"""Milliseconds since 1970, far in the future: games with a deadline come before games without."""
_EPOCH = date(1970, 1, 1)


class ListPosition(NamedTuple):
    """The position of a game in a list."""

    rank: int
    moment: int
    """The moment at which the game is due; for games without one, ``NEVER`` less the time of the
    last turn.
    """
    match: str


@dataclass(frozen=True)
class SearchTerms:
    """The conditions of a search. A game must meet all of them."""

    sections: tuple[Section, ...] = tuple(Section)
    rules: str = ""
    result: ResultForViewer | None = None
    since: int | None = None
    """The last turn was at this moment or later."""
    before: int | None = None
    """The last turn was before this moment."""
    is_opponent: Callable[[str, int | None], bool] | None = None
    """Whether an opponent of that name or level is meant.

    It is never asked in SQL: of letters other than a to z every database has its own opinion.
    """

    def finds(self, game: ListedGame) -> bool:
        """Whether a game meets the conditions."""
        return (
            game.section in self.sections
            and self.rules in ("", game.terms.rules.name)
            and self.result in (None, game.result)
            and (self.since is None or game.updated >= self.since)
            and (self.before is None or game.updated < self.before)
            and (self.is_opponent is None or self.is_opponent(game.opponent, game.level))
        )


def search_for(
    language: Translator,
    *,
    section: Section | None = None,
    opponent: str = "",
    rules: str = "",
    result: ResultForViewer | None = None,
    since: date | None = None,
    until: date | None = None,
) -> SearchTerms:
    """The conditions from the fields of a form: days in UTC, both included; names in any case."""
    part = opponent.strip().casefold()
    return SearchTerms(
        sections=tuple(Section) if section is None else (section,),
        rules=rules,
        result=result,
        since=None if since is None else (since - _EPOCH).days * DAY,
        before=None if until is None else ((until - _EPOCH).days + 1) * DAY,
        is_opponent=(
            (lambda name, level: part in opponent_named(name, level, language).casefold())
            if part
            else None
        ),
    )


@dataclass(frozen=True)
class GamesPage:
    """A page of a list of games, and the position where the next page begins; None: this is the
    last page.
    """

    games: list[ListedGame]
    following: ListPosition | None = None


def page_of(
    games: Iterable[ListedGame],
    search: SearchTerms,
    most: int | None,
    after: ListPosition | None = None,
) -> GamesPage:
    """The games that match a search, at most ``most`` of them, after a position in the list."""
    places = {place_of(game): game for game in games if search.finds(game)}
    wanted = sorted(place for place in places if after is None or place > after)
    page = [places[place] for place in wanted[:most]]
    is_last = most is None or len(wanted) <= most
    return GamesPage(page, None if is_last else place_of(page[-1]))


def place_of(game: ListedGame) -> ListPosition:
    """The position of a game in a list."""
    is_turn = game.section is Section.TURN
    due = game.due if is_turn else None
    rank = RANKS[game.section][-1 if is_turn and game.level is not None else 0]
    return ListPosition(rank, NEVER - game.updated if due is None else due, game.match)


class GamePlace(FieldKind[ListPosition]):
    """A position in a list, in an address."""

    schema: Mapping[str, Any] = {"type": "string", "pattern": PLACE}

    def __call__(self, value: object) -> ListPosition:
        return read_place(str(value))


def write_place(place: ListPosition | None) -> str | None:
    """A position in a list as text for an address."""
    return None if place is None else f"{place.rank}-{place.moment}-{place.match}"


def read_place(text: str) -> ListPosition:
    """The position from such a text; raises ``ValueError`` if it is none."""
    if not re.fullmatch(PLACE, text, re.ASCII):
        raise ValueError("no place in a list")
    rank, moment, match = text.split("-")
    return ListPosition(int(rank), int(moment), match)
