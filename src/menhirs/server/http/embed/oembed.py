"""oEmbed (https://oembed.com): other sites make a widget of a link to a game or a puzzle."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse

from menhirs.home.pages.puzzles import puzzle_of_today
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.server.errors import BadRequest
from menhirs.server.http.embed.addresses import HEIGHT, SMALLEST, WIDTH, Widget, widget_of
from menhirs.server.http.embed.widgets import public_match
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of
from menhirs.server.live.clock import now
from menhirs.view.terms_in_words import players_in_words
from menhirs.web.rendering import PREVIEW_SIZE

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])

_PROVIDER = "Menhirs dans le Brouillard"
Pixels = Annotated[int, Query(ge=SMALLEST, le=10_000)]


@router.get("/oembed")
async def oembed(
    request: Request,
    url: Annotated[str, Query(max_length=1_000)],
    maxwidth: Pixels = WIDTH,
    maxheight: Pixels = HEIGHT,
    format: str = "json",
) -> JSONResponse:
    """The oEmbed answer for a link."""
    if format != "json":
        raise BadRequest("oembed-format", format=format)
    origin = str(request.base_url).rstrip("/")
    widget = widget_of(url, origin)
    title = await _title(request, widget)
    width, height = min(WIDTH, maxwidth), min(HEIGHT, maxheight)
    data: dict[str, object] = {
        "version": "1.0",
        "type": "rich",
        "provider_name": _PROVIDER,
        "provider_url": origin,
        "title": title,
        "width": width,
        "height": height,
        "html": widget.snippet(origin, title, width, height),
        "cache_age": 3600,
    }
    if widget.picture:
        data["thumbnail_url"] = origin + widget.picture
        data["thumbnail_width"], data["thumbnail_height"] = PREVIEW_SIZE
    return JSONResponse(data, headers={"access-control-allow-origin": "*"})


async def _title(request: Request, widget: Widget) -> str:
    language = language_of(request)
    if widget.match:
        return players_in_words(await public_match(request, widget.match), language)
    name = widget.path.removeprefix("/embed/puzzles/")
    if name == widget.path:
        return _PROVIDER
    puzzle = puzzle_of_today(now()) if name == "today" else PUZZLES.puzzle(name)
    return str(language.gettext(KIND_WORDS[puzzle.kind].title))
