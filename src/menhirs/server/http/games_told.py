"""Somebody's games in words, with small boards and clocks, as the front page and the list show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from urllib.parse import urlencode

from babel.dates import format_date
from starlette.requests import HTTPConnection

from menhirs.match.terms import SlowClock
from menhirs.server.http.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.visit import offered_by, rooms_of
from menhirs.server.live.clock import now
from menhirs.server.live.game_clocks import GameClocks
from menhirs.server.storage.games_store import GamesStore
from menhirs.server.storage.people_store import Person
from menhirs.view.game_list import (
    ListedGame,
    Section,
    age_in_words,
    going_in_words,
    opponent_on_card,
    round_in_words,
    section_title,
    time_left_in_words,
)
from menhirs.view.game_search import SHOWN, GamesPage, ListPosition, SearchTerms
from menhirs.view.terms_in_words import game_title

_DATES = {"en": "en_GB"}
"""Where dates are written as in another locale: our English is British."""
_MOST_COUNTED = 20
"""Up to so many games are counted in which somebody waits."""


@dataclass(frozen=True)
class GameView:
    """A game as a page shows it."""

    match: str
    section: Section
    opponent: str
    level: int | None
    """Of the computer that they play against."""
    title: str
    """What the game is called."""
    round: str
    """How far it is, in words; empty where that says nothing."""
    age: str
    """How long ago the last turn was."""
    going: str
    """How it stands, or how it ended."""
    time_left: str
    """Empty where no clock runs."""
    due: int | None
    """When the running clock is over, where days are counted: nobody plans a minute by the date."""
    picture: str
    """The address of its board; empty if there is none."""
    day: str
    """Of the last turn, for programs."""
    day_in_words: str


@dataclass(frozen=True)
class SectionData:
    """A part of a list, with its heading."""

    section: Section
    title: str
    games: list[GameView]


@dataclass(frozen=True)
class FrontGames:
    """Somebody's games on the front page."""

    sections: list[SectionData]
    turns: int
    """In how many games a person waits for them."""


async def find_games(
    request: HTTPConnection,
    person: Person,
    search: SearchTerms,
    most: int,
    after: ListPosition | None = None,
) -> GamesPage:
    """A page of a person's games."""
    store: GamesStore = request.app.state.games
    return await rooms_of(request).writer.read(store.find, person.id, search, most, after)


async def runs_out(request: HTTPConnection, game: ListedGame) -> int | None:
    """When the running clock of a game is over."""
    clocks: GameClocks = request.app.state.game_clocks
    return await clocks.runs_out(game, now())


async def front_games(request: HTTPConnection) -> FrontGames | None:
    """What the front page shows of the visitor's games: a few of each section; None: no games."""
    if (person := await person_of(request)) is None:
        return None
    shown: list[ListedGame] = []
    turns = 0
    for section, most in SHOWN.items():
        counted = _MOST_COUNTED if section is Section.TURN else most
        games = (await find_games(request, person, SearchTerms((section,)), counted)).games
        shown += games[:most]
        turns += sum(section is Section.TURN and game.level is None for game in games)
    sections = await told_in_sections(request, shown)
    return FrontGames(sections, turns) if sections else None


async def told_in_sections(
    request: HTTPConnection, games: Iterable[ListedGame]
) -> list[SectionData]:
    """Games in their order, under headings."""
    language = language_of(request)
    return [
        SectionData(
            section,
            section_title(section, language),
            [await _told(request, game) for game in those],
        )
        for section, those in groupby(games, lambda game: game.section)
    ]


async def _told(request: HTTPConnection, game: ListedGame) -> GameView:
    language = language_of(request)
    moment = await runs_out(request, game)
    day = datetime.fromtimestamp(game.updated / 1000, UTC).date()
    return GameView(
        match=game.match,
        section=game.section,
        opponent=opponent_on_card(game, language),
        level=game.level,
        round=round_in_words(game, language),
        age=age_in_words(now() - game.updated, language),
        title=game_title(game.terms.rules, language),
        going=going_in_words(game, language),
        time_left="" if moment is None else time_left_in_words(moment - now(), language),
        due=moment if isinstance(game.terms.clock, SlowClock) else None,
        picture=_picture(request, game),
        day=day.isoformat(),
        day_in_words=format_date(day, "long", locale=_DATES.get(language.code, language.code)),
    )


def _picture(request: HTTPConnection, game: ListedGame) -> str:
    """The board of a game that is being played, if its rules are known to whoever draws it."""
    if game.section not in (Section.TURN, Section.RUNNING) or not game.line:
        return ""
    if game.terms.rules.name not in offered_by(request):
        return ""
    return f"/position.svg?{urlencode({'position': game.line})}"
