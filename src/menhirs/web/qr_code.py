"""QR codes for pages."""

from __future__ import annotations

from io import BytesIO

from markupsafe import Markup

_LOOK = {"border": 4, "light": "#fff", "dark": "#000", "omitsize": True}
"""Cameras want dark on light."""


def qr_code(text: str, title: str) -> Markup:
    """A picture of a text that cameras read, as SVG for a page."""
    import segno

    made = segno.make(text, error="m", micro=False)
    return Markup(made.svg_inline(title=title, svgclass="qr", **_LOOK))


def qr_picture(text: str) -> bytes:
    """A picture of a text that cameras read, as an SVG file."""
    import segno

    file = BytesIO()
    segno.make(text, error="m", micro=False).save(file, kind="svg", **_LOOK)
    return file.getvalue()
