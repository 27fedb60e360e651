"""Pictures of a match to share: any ply as SVG or PNG, the whole game moving, a link's preview."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from menhirs.core.errors import Malformed
from menhirs.match.match import Match
from menhirs.notation.svg import Drawing, Theme
from menhirs.notation.svg.plies import with_last_action
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.visit import apart, visit_to
from menhirs.server.http.services import admission_of, services_of
from menhirs.server.http.site.assets import accepts_gzip, has_tag
from menhirs.view.match.match_pictures import picture_after
from menhirs.web.preview import DRAWN, preview_svg
from menhirs.web.qr_code import qr_picture
from menhirs.web.rendering import PREVIEW_SIZE

router = APIRouter(include_in_schema=False)

PNG_WIDTH = 600
_SVG, _PNG = "image/svg+xml", "image/png"
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
# A moving picture has its styles in it.
_ONLY_STYLES = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}


@router.get("/m/{match}/picture.png")
async def picture_png(request: Request, match: str, theme: Theme = Theme.LIGHT) -> Response:
    """The picture as PNG."""
    game = (await visit_to(request, match)).room.match
    drawn = await apart(request, picture_after, game, len(game.plies), theme)
    return await _painted(request, game, drawn, PNG_WIDTH)


@router.get("/m/{match}/preview.png")
async def preview(request: Request, match: str) -> Response:
    """The preview picture for links to this match."""
    game = (await visit_to(request, match)).room.match
    drawn = await apart(request, _preview_of, game)
    return await _painted(request, game, drawn, PREVIEW_SIZE[0], instead=DRAWN)


def _preview_of(game: Match) -> str:
    plies = list(game.plies)  # the match may go on while it is drawn
    positions = [game.start, *(one.position for one in plies)]
    actions, drawing = [one.action for one in plies], Drawing(coordinates=False)
    last = with_last_action(actions, positions, len(plies), drawing)
    return preview_svg(positions[-1], last)


@router.get("/m/{match}/link.svg")
async def link_picture(request: Request, match: str) -> Response:
    """The address of the match as a QR code, to invite somebody in the same room."""
    await visit_to(request, match)
    drawn = await apart(request, qr_picture, str(request.url_for("match_page", match=match)))
    return Response(drawn, media_type=_SVG, headers={"cache-control": "max-age=86400"})


@router.get("/m/{match}/{ply}.svg")
async def ply_svg(request: Request, match: str, ply: str, theme: Theme = Theme.LIGHT) -> Response:
    """The board after so many actions, with the last action marked."""
    game = (await visit_to(request, match)).room.match
    drawn = await apart(request, picture_after, game, _number(game, ply), theme)
    return drawn_answer(request, drawn, lasts=game.is_over)


@router.get("/m/{match}/{ply}.png")
async def ply_png(request: Request, match: str, ply: str, theme: Theme = Theme.LIGHT) -> Response:
    """The picture as PNG."""
    game = (await visit_to(request, match)).room.match
    drawn = await apart(request, picture_after, game, _number(game, ply), theme)
    return await _painted(request, game, drawn, PNG_WIDTH)


def _number(game: Match, ply: str) -> int:
    if not _NUMBER.fullmatch(ply):
        raise Malformed("ply", ply=ply, last=len(game.plies))
    return int(ply)


def drawn_answer(request: Request, svg: str, *, lasts: bool) -> Response:
    """An SVG answer, or 304 if the client has it already. No script can run in it."""
    headers = _headers(svg, lasts=lasts) | _ONLY_STYLES
    if has_tag(request.headers, headers["etag"]):
        return Response(status_code=304, headers=headers)
    headers["vary"] = "Accept-Encoding"
    if not accepts_gzip(request.headers):
        return Response(svg, media_type=_SVG, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(gzip.compress(svg.encode(), 5), media_type=_SVG, headers=headers)


async def _painted(
    request: Request, game: Match, svg: str, width: int, instead: Path | None = None
) -> Response:
    """A PNG answer, or 304 if the client has it already."""
    headers, painter = _headers(svg, lasts=game.is_over), services_of(request).painter
    if has_tag(request.headers, headers["etag"]):
        return Response(status_code=304, headers=headers)
    if not painter.has(svg, width):
        admission_of(request).pictures.check(address_of(request))
    png = await painter.png(svg, width, instead)
    return Response(png, media_type=_PNG, headers=headers)


def _headers(svg: str, *, lasts: bool) -> dict[str, str]:
    """The headers of a picture, which other sites may show.

    Until a game is over, taking a turn back changes the plies after it.
    """
    return {
        "etag": f'W/"{sha256(svg.encode()).hexdigest()[:32]}"',
        "cache-control": "public, max-age=86400" if lasts else "no-cache",
        "cross-origin-resource-policy": "cross-origin",
    }
