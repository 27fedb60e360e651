"""The icons of the installed game and its manifest, drawn from the one picture that pages have."""

from __future__ import annotations

import json
import re

from menhirs.notation.png import render
from menhirs.web.files import STATIC

_GROUND = "#6f8450"
"""The moss of the picture, so that devices can cut the icon round."""
_THEME = {"background_color": "#e9ebe4", "theme_color": "#3f5230"}
_SIZES = (192, 512)


def icons() -> dict[str, bytes]:
    """The icons as PNG, by their files."""
    drawn = (STATIC / "favicon.svg").read_text("utf-8")
    made = {_file(size): render(drawn, size) for size in _SIZES}
    return made | {_file(size, "maskable-"): render(_maskable(drawn), size) for size in _SIZES}


def _file(size: int, kind: str = "") -> str:
    return f"icons/{kind}{size}.png"


def _maskable(drawn: str) -> str:
    """The picture on moss, small enough for devices that cut a circle out of it."""
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    if found is None:
        raise ValueError("the picture has no viewBox")
    width, height = map(int, found.groups())
    inner = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{_GROUND}"/>'
        f'<g transform="translate({width * 0.15} {height * 0.15}) scale(0.7)">{inner}</g></svg>'
    )


def manifest() -> str:
    """The web app manifest. Its addresses are relative to the root."""
    listed = [
        {"src": _file(size, kind), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
        for kind, use in (("", "any"), ("maskable-", "maskable"))
        for size in _SIZES
    ]
    data = {
        "name": "Menhirs dans le Brouillard",
        "short_name": "Menhirs",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        **_THEME,
        "icons": listed,
    }
    return json.dumps(data, indent=2) + "\n"
