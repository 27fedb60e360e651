"""QR codes for pages. Making one takes as long as a page, so those made last are kept."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from markupsafe import Markup

_LOOK = {"border": 4, "light": "#fff", "dark": "#000", "omitsize": True}
"""Cameras need dark on light."""
_KEPT = 256


@lru_cache(_KEPT)
def qr_code(text: str, title: str) -> Markup:
    """A text as a QR code, as SVG for a page."""
    import segno

    made = segno.make(text, error="m", micro=False)
    return Markup(made.svg_inline(title=title, svgclass="qr", **_LOOK))


@lru_cache(_KEPT)
def qr_picture(text: str) -> bytes:
    """A text as a QR code, as an SVG file."""
    import segno

    file = BytesIO()
    segno.make(text, error="m", micro=False).save(file, kind="svg", **_LOOK)
    return file.getvalue()
