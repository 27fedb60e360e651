"""The guided first game of a newcomer."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.core.rules import rule_set
from menhirs.engine.levels import level
from menhirs.learn import first_game
from menhirs.referee.agreement import MatchWanted
from menhirs.server.http.new_match import check_creation, start_match
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import limited
from menhirs.server.languages import Language
from menhirs.view.terms_in_words import invited_game_data

router = APIRouter(include_in_schema=False)


def first_game_told(language: Language) -> dict[str, object]:
    """What awaits the newcomer."""
    return {
        "game": invited_game_data(rule_set(first_game.RULES), language),
        "opponent": language.gettext(level(first_game.LEVEL).name),
        "wanted": first_game.WANTED,
    }


@router.get("/learn/first-game", dependencies=[Depends(limited)])
def first_game_page(request: Request) -> Response:
    """What awaits the newcomer, and the button that begins it: a look starts no match."""
    return page(request, "first_game.html", **first_game_told(language_of(request)))


@router.post("/learn/first-game")
async def start_first_game(request: Request) -> Response:
    check_creation(request)
    return await start_match(request, MatchWanted.read(first_game.WANTED))
