"""The JSON interface to somebody's games. Whose they are, the cookie of the browser says."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from menhirs.server.http.api import errors_of
from menhirs.server.http.game_search import PageOfGames
from menhirs.server.http.games_told import find_games, runs_out
from menhirs.server.http.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.visit import limited
from menhirs.server.live.clock import now
from menhirs.view.game_list import ListedGame, ResultForViewer, Section, game_data
from menhirs.view.game_search import GamesPage, write_place
from menhirs.view.messages import PlayerNumber

router = APIRouter(tags=["games"], responses=errors_of(400, 405, 413, 429, 503, about="game"))


class YourGame(BaseModel):
    """A match at which you sit."""

    match: str
    url: str
    section: Section
    you: list[PlayerNumber] = Field(description="your seats: both, at one screen")
    opponent: str = Field(description="in words, in the language that was asked for")
    level: int | None = Field(description="of the computer you play against")
    rules: str
    position: str = Field(description="the position line; empty if it is not known")
    updated: int = Field(description="the last turn, in milliseconds since 1970")
    due: int | None = Field(
        description="when the running clock is over, in milliseconds since 1970; null: none runs"
    )
    seconds_left: float | None = Field(description="on the clock that runs, if one does")
    result: ResultForViewer | None = Field(
        description="for you; null at one screen unless it is a tie"
    )
    winner: Literal[0, 1, 2] | None
    score: int | None
    words: str = Field(description="how it stands or ended, in the language that was asked for")


class YourGames(BaseModel):
    """Some of your games. Your turn comes first, there what is due first; then running, waiting and
    finished games, each the newest first.
    """

    games: list[YourGame]
    following: str | None = Field(description="where the next page begins; null: this is the last")


@router.get("/api/games", response_model=YourGames, dependencies=[Depends(limited)])
async def your_games(request: Request, asked: Annotated[PageOfGames, Query()]) -> YourGames:
    """Your games, if the browser's cookie says who you are; else there are none."""
    person, search = await person_of(request), asked.search(language_of(request))
    found = GamesPage([])
    if person is not None:
        found = await find_games(request, person, search, asked.most, asked.place)
    games = [await _told(request, game) for game in found.games]
    return YourGames(games=games, following=write_place(found.following))


async def _told(request: Request, game: ListedGame) -> YourGame:
    moment = await runs_out(request, game)
    url = str(request.url_for("match_page", match=game.match))
    return YourGame.model_validate(game_data(game, url, moment, now(), language_of(request)))
