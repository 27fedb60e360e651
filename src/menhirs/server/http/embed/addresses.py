"""The widgets of our pages, and the HTML that embeds them in another site."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from menhirs.server.errors import BadRequest

WIDTH, HEIGHT = 480, 560
SMALLEST = 200
"""The smallest frame in pixels in which a board can be played on."""

_GAME = re.compile(r"(?:/embed)?(/m/[\w-]{1,40})", re.ASCII)
_PUZZLE = re.compile(r"(?:/embed)?(/puzzles/[\w-]{1,40})", re.ASCII)
_POSITION = ("/analysis", "/play", "/embed/position")


@dataclass(frozen=True)
class Widget:
    """A widget and the page that it stands for."""

    path: str
    """Its address with its query."""
    picture: str
    """The address of its preview picture; empty if there is none."""
    match: str = ""
    """The match that it shows; None for other widgets."""

    def snippet(self, origin: str, title: str, width: int = WIDTH, height: int = HEIGHT) -> str:
        """The HTML to embed it in another site."""
        return (
            f'<iframe src="{escape(origin + self.path)}" width="{width}" height="{height}" '
            f'title="{escape(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>'
        )


def widget_of(url: str, origin: str) -> Widget:
    """The widget for the address of one of our pages; raises if that has none."""
    try:
        parts = urlsplit(url)
    except ValueError:  # e.g. brackets without an IPv6 address
        raise BadRequest("no-page") from None
    if f"{parts.scheme}://{parts.netloc}" != origin:
        raise BadRequest("no-page")
    if found := _GAME.fullmatch(parts.path):
        page = found[1]
        return Widget(f"/embed{page}", f"{page}/preview.png", page.removeprefix("/m/"))
    if found := _PUZZLE.fullmatch(parts.path):
        return Widget(f"/embed{found[1]}", "")
    position = parse_qs(parts.query).get("position", [""])[0]
    if parts.path in _POSITION and position:
        query = urlencode({"position": position}, quote_via=quote)
        return Widget(f"/embed/position?{query}", "")
    raise BadRequest("no-page")
