"""Widgets for frames on other sites: a game, a puzzle, or a position that can be played on.

They need no cookie and no account; no other page of ours may be framed. Language and theme are in
the address.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.home.pages.widgets import moves_widget, position_widget, puzzle_widget
from menhirs.match.match import Match
from menhirs.server.errors import BadRequest
from menhirs.server.http.home.visitor import ServerVisitor
from menhirs.server.http.match.visit import limited, visit_to
from menhirs.server.http.rendering import language_of
from menhirs.server.live.clock import now
from menhirs.view.board_data import geometry_data
from menhirs.view.error_status import status_of
from menhirs.view.error_words import error_data
from menhirs.view.terms_in_words import players_in_words
from menhirs.web.languages import LANGUAGES, Language
from menhirs.web.rendering import render

router = APIRouter(include_in_schema=False, prefix="/embed", dependencies=[Depends(limited)])

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
    ),
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-cache",
}
"""The security policy: a widget may be framed by any site, and only connects to this server."""


class WidgetTheme(StrEnum):
    """The theme of a widget; by default that of the visitor's device."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Frame:
    """The language and theme from a widget's address."""

    request: Request
    language: Language
    theme: WidgetTheme

    def widget(self, kind: str, title: str, page: str, data: dict[str, object]) -> HTMLResponse:
        """The widget of a kind; ``page`` is the address that it leads to."""
        about = {"kind": kind, "title": title, "page": page, "theme": self.theme.value}
        text = render(self.language, "embed.html", data=data, problem="", **about)
        return HTMLResponse(text, headers=_HEADERS)

    def refusal(self, error: MenhirsError) -> HTMLResponse:
        """A widget with an error message."""
        words = str(error_data(error, self.language)["text"])
        about = {"kind": "", "title": words, "page": "/", "theme": self.theme.value}
        text = render(self.language, "embed.html", data={}, problem=words, **about)
        return HTMLResponse(text, status_of(error), headers=_HEADERS)


def frame_of(
    request: Request,
    language: Annotated[str, Query(max_length=20)] = "",
    theme: WidgetTheme = WidgetTheme.AUTO,
) -> Frame:
    """The language and theme from a widget's address."""
    return Frame(request, LANGUAGES.get(language) or language_of(request), theme)


FrameAsked = Annotated[Frame, Depends(frame_of)]


async def public_match(request: Request, match: str) -> Match:
    """A match that other sites may show: it is over, or public."""
    room = (await visit_to(request, match)).room
    if not (room.match.is_over or room.public):
        raise BadRequest("not-public")
    return room.match


@router.get("/m/{match}")
async def game(frame: FrameAsked, match: str) -> Response:
    """A finished game, or a running public one."""
    try:
        shown = await public_match(frame.request, match)
    except MenhirsError as error:
        return frame.refusal(error)
    data = {
        "match": match,
        "runs": not shown.is_over,
        "geometry": geometry_data(shown.position.geometry),
    }
    return frame.widget("game", players_in_words(shown, frame.language), f"/m/{match}", data)


@router.get("/puzzles/{puzzle}")
def puzzle(frame: FrameAsked, puzzle: str) -> Response:
    """A puzzle; ``today`` is the one of the day."""
    try:
        return frame.widget("puzzle", **puzzle_widget(puzzle, now(), frame.language))
    except MenhirsError as error:
        return frame.refusal(error)


@router.get("/position")
async def position(frame: FrameAsked, position: str = "") -> Response:
    """A position that can be played on, for both sides."""
    visitor = ServerVisitor(frame.request)
    try:
        shown = await position_widget(visitor, position, frame.language)
    except MenhirsError as error:
        return frame.refusal(error)
    return frame.widget("position", **shown)


@router.get("/game")
async def moves(frame: FrameAsked, position: str = "", moves: str = "") -> Response:
    """The moves of a game to step through, wherever it was played."""
    visitor = ServerVisitor(frame.request)
    try:
        shown = await moves_widget(visitor, position, moves, frame.language)
    except MenhirsError as error:
        return frame.refusal(error)
    return frame.widget("game", **shown)
