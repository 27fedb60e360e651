"""A drawn board as PNG, for places that show no SVG."""

from __future__ import annotations

from menhirs.core.errors import Malformed


def render(svg: str, width: int) -> bytes:
    """The picture as the bytes of a PNG file, that many pixels wide."""
    try:
        import resvg_py
    except ImportError:
        raise Malformed("missing-extra", what="PNG", extra="png") from None
    # Our pictures hold no text to set, so they look alike whatever fonts a machine has.
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
