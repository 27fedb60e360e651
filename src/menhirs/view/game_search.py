"""What somebody looks for among their games, and the order of the list.

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
from menhirs.notation.people import Tongue
from menhirs.view.fields import FieldKind
from menhirs.view.game_list import ListedGame, ResultForViewer, Section, opponent_named

A_PAGE = 25
"""Games on a page, unless another number is asked for."""
MOST = 100
WORDS = ("section", "opponent", "rules", "result", "since", "until")
"""What an address says of a search."""
SHOWN = {Section.TURN: 4, Section.RUNNING: 4, Section.WAITING: 2, Section.FINISHED: 3}
"""The number of games of each section on the front page."""
PLACE = r"^[0-4]-[0-9]{1,15}-[0-9a-zA-Z]{1,16}$"
"""How an address tells a place."""

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
    """A place in somebody's list: that of its game."""

    rank: int
    moment: int
    """The moment at which it is due; without one, how long before ``NEVER`` it was played last."""
    match: str


@dataclass(frozen=True)
class SearchTerms:
    """Which games somebody looks for. All of it must be so."""

    sections: tuple[Section, ...] = tuple(Section)
    rules: str = ""
    result: ResultForViewer | None = None
    since: int | None = None
    """Games with a turn at this moment or later."""
    before: int | None = None
    """Games whose last turn came before this moment."""
    is_opponent: Callable[[str, int | None], bool] | None = None
    """Whether somebody of that name, or the computer of that level, is the opponent meant.

    It is never asked in SQL: of letters other than a to z every database has its own opinion.
    """

    def finds(self, game: ListedGame) -> bool:
        """Whether a game is looked for."""
        return (
            game.section in self.sections
            and self.rules in ("", game.terms.rules.name)
            and self.result in (None, game.result)
            and (self.since is None or game.updated >= self.since)
            and (self.before is None or game.updated < self.before)
            and (self.is_opponent is None or self.is_opponent(game.opponent, game.level))
        )


def search_for(
    language: Tongue,
    *,
    section: Section | None = None,
    opponent: str = "",
    rules: str = "",
    result: ResultForViewer | None = None,
    since: date | None = None,
    until: date | None = None,
) -> SearchTerms:
    """What somebody looks for who says so: days are UTC's, both included; names of any case."""
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
    """Some of somebody's games, and where the next ones begin; None: there are no more."""

    games: list[ListedGame]
    following: ListPosition | None = None


def page_of(
    games: Iterable[ListedGame],
    search: SearchTerms,
    most: int | None,
    after: ListPosition | None = None,
) -> GamesPage:
    """The first games that are looked for, at most so many or all, after a place."""
    places = {place_of(game): game for game in games if search.finds(game)}
    wanted = sorted(place for place in places if after is None or place > after)
    page = [places[place] for place in wanted[:most]]
    is_last = most is None or len(wanted) <= most
    return GamesPage(page, None if is_last else place_of(page[-1]))


def place_of(game: ListedGame) -> ListPosition:
    """The place of a game in somebody's list."""
    is_turn = game.section is Section.TURN
    due = game.due if is_turn else None
    rank = RANKS[game.section][-1 if is_turn and game.level is not None else 0]
    return ListPosition(rank, NEVER - game.updated if due is None else due, game.match)


class GamePlace(FieldKind[ListPosition]):
    """A place in a list, as an address tells it."""

    schema: Mapping[str, Any] = {"type": "string", "pattern": PLACE}

    def __call__(self, value: object) -> ListPosition:
        return read_place(str(value))


def write_place(place: ListPosition | None) -> str | None:
    """A place as an address says it."""
    return None if place is None else f"{place.rank}-{place.moment}-{place.match}"


def read_place(text: str) -> ListPosition:
    """The place that was written so; a ``ValueError`` if it is none."""
    if not re.fullmatch(PLACE, text, re.ASCII):
        raise ValueError("no place in a list")
    rank, moment, match = text.split("-")
    return ListPosition(int(rank), int(moment), match)
