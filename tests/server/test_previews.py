"""What other places show beside a link to us: a title, some words and a picture."""

from __future__ import annotations

import asyncio
import struct
import sys
from html.parser import HTMLParser

import httpx2
import pytest

from menhirs.core.errors import Malformed
from menhirs.notation.png import render_apart
from menhirs.server.http.match.painter import Painter
from menhirs.web.preview import DRAWN, HERO, preview, preview_svg
from menhirs.web.rendering import PREVIEW_SIZE
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start, two_players

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Head(HTMLParser):
    """The meta elements of a page, by name or property."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "meta" and (name := told.get("property") or told.get("name")):
            self.meta[name] = told.get("content") or ""


def head_of(server: ServerProcess, path: str) -> dict[str, str]:
    answer = CLIENT.get(server.address + path, headers={"accept": "text/html"})
    return Head(answer.text).meta


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(SIGNATURE)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def picture_of(meta: dict[str, str], server: ServerProcess) -> httpx2.Response:
    address = meta["og:image"]
    assert address.startswith(server.address)
    answer = CLIENT.get(address)
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/png"
    assert size_of(answer.content) == PREVIEW_SIZE
    assert (meta["og:image:width"], meta["og:image:height"]) == tuple(map(str, PREVIEW_SIZE))
    return answer


@pytest.mark.parametrize("path", ["/", "/rules", "/m/nowhere"])
def test_every_page_has_a_preview(path: str, server: ServerProcess) -> None:
    meta = head_of(server, path)
    assert meta["og:title"].endswith("Menhirs dans le Brouillard") or path == "/m/nowhere"
    assert meta["og:title"] and meta["og:description"] == meta["description"] != ""
    assert meta["og:url"] == server.address + path
    assert meta["twitter:card"] == "summary_large_image"
    assert picture_of(meta, server).content == DRAWN.read_bytes()


def test_an_invitation_tells_by_whom_and_shows_its_board(server: ServerProcess) -> None:
    host = start(server.address, opponent="friend", name="Ann", side="1", rules="base")
    meta = head_of(server, f"/m/{host.match}")
    assert meta["og:title"] == "Ann invites you to a game – Menhirs dans le Brouillard"
    assert meta["og:description"] == "The base game. There is no clock."
    assert meta["robots"] == "noindex"
    before = picture_of(meta, server).content
    guest = host.join("Bo")
    meta = head_of(server, f"/m/{host.match}")
    assert meta["og:title"] == "Ann – Bo – Menhirs dans le Brouillard"
    assert meta["robots"] == "noindex"
    assert picture_of(meta, server).content == before
    free = next(legal["action"] for legal in host.state()["legal"])
    assert host.act(free).status_code == 200 and guest.state()["ply"] == 1
    assert picture_of(meta, server).content != before


def test_names_cannot_break_out_of_a_preview(server: ServerProcess) -> None:
    ann, _ = two_players(server.address, name='"><b>', rules="base")
    meta = head_of(server, f"/m/{ann.match}")
    assert meta["og:title"].startswith('"><b> – Bo')


def test_the_picture_that_is_shipped_is_drawn_from_the_game() -> None:
    assert size_of(DRAWN.read_bytes()) == size_of(preview(HERO)) == PREVIEW_SIZE
    assert len(DRAWN.read_bytes()) < 300_000  # some places show no larger ones


def test_the_process_that_makes_pictures_makes_the_same_ones() -> None:
    svg = preview_svg(HERO)
    assert render_apart(svg, PREVIEW_SIZE[0]) == preview(HERO)


def test_nothing_waits_for_a_picture() -> None:
    """The renderer holds Python's lock: in the server's own process everybody would wait for it."""

    async def ticks_meanwhile() -> int:
        picture = asyncio.create_task(Painter().png(preview_svg(HERO), 1600))
        ticks = 0
        while not picture.done():
            await asyncio.sleep(0.005)
            ticks += 1
        assert size_of(picture.result())[0] == 1600
        return ticks

    assert asyncio.run(ticks_meanwhile()) > 10


def test_without_the_renderer_the_shipped_picture_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    svg = preview_svg(HERO)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert asyncio.run(Painter().png(svg, 10, instead=DRAWN)) == DRAWN.read_bytes()
    with pytest.raises(Malformed) as refused:
        asyncio.run(Painter().png(svg, 10))
    assert refused.value.code == "missing-extra"
