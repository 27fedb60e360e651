"""The shapes of trees, stones and fog, each defined once and used for every cell.

All shapes have their middle at (0, 0) and fit into a hexagon of :data:`layout.RADIUS`. Colours
stand in attributes and not in a style sheet, which would reach into the page around the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from menhirs.notation.svg.alphabet import GLYPHS, SCALE
from menhirs.notation.svg.layout import RADIUS, STEP_EAST, STEP_SOUTH
from menhirs.notation.svg.theme import PALETTES, Palette, Theme

_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0))

_FIR = "M0-27L9-13H5L12-1H-12L-5-13H-9Z"
_SAPLING = "M0-20L7-9H4L9 0H-9L-4-9H-7Z"
_OAK = "M-11-6Q-16-14-8-18Q-5-26 3-23Q12-24 12-15Q16-8 9-4Q0 1-11-6Z"
_SPRIG = "l-4-8m4 8v-10m0 10l4-8"
_SPRIGS = "".join(f"M{spot}{_SPRIG}" for spot in ("-36 -4", "-31 19", "34 12", "29 -22", "-25 -25"))
# A menhir leans a little and has a shoulder, as they do.
_STONE = "M-17 30L-19 10L-16-9L-10-26L-4-35L4-37L10-28L13-15L17-3L17 14L18 29L7 32L-7 32Z"
_STONE_DARK_SIDE = "M4-37L10-28L13-15L17-3L17 14L18 29L7 32L9 16L6-1L6-17Z"
_STONE_CRACKS = "M-14-14L-6-9L-7-4M6-1L-3 5L-4 9M-18 16L-10 20"
_LICHEN = "M-11 6l1 2M-7 10v.1M-2-22l1 3"
_WAVES = "M-31-15q8-9 16 0t16 0t16 0t14-1M-37 4q9-10 19 0t19 0t19 0t16-1M-23 23q8-9 16 0t16 0t14-1"
_CAME = "M0 19V-21M-12-9L0-22L12-9"


def definitions(theme: Theme, prefix: str, glyphs: set[str]) -> Iterator[str]:
    """The definitions that a picture refers to by name, with a prefix to the names."""
    colours = PALETTES[theme]
    yield "<defs>"
    yield from _paints(colours, prefix)
    yield f'<filter id="{prefix}veil"><feGaussianBlur stdDeviation="1.5"/></filter>'
    for name, content in _shapes(colours, prefix).items():
        yield f'<g id="{prefix}{name}">{content}</g>'
    for glyph in sorted(glyphs):
        yield f'<path id="{prefix}{glyph}" d="{GLYPHS[glyph]}" transform="scale({SCALE})"/>'
    yield "</defs>"


def _paints(colours: Palette, prefix: str) -> Iterator[str]:
    """Gradients, lit from the north-west."""
    glow, slope = ("radial", 'cx=".42" cy=".36" r=".68"'), ("linear", 'x2=".9" y2=".8"')
    for name, (kind, way), (lit, dim) in (
        ("tray", slope, colours.tray),
        ("moss", glow, colours.moss),
        ("heath", glow, colours.heath),
        ("stone", slope, colours.stone),
        ("fog", glow, colours.fog),
    ):
        yield (
            f'<{kind}Gradient id="{prefix}{name}-paint" {way}><stop stop-color="{lit}"/>'
            f'<stop offset="1" stop-color="{dim}"/></{kind}Gradient>'
        )
    # A soft shadow without a filter, which would take most of the time that a picture takes.
    yield (
        f'<radialGradient id="{prefix}shadow-paint">'
        f'<stop offset=".72" stop-color="{colours.shadow}" stop-opacity=".6"/>'
        f'<stop offset="1" stop-color="{colours.shadow}" stop-opacity="0"/></radialGradient>'
    )


def _shapes(colours: Palette, prefix: str) -> dict[str, str]:
    def paint(name: str) -> str:
        return f'fill="url(#{prefix}{name}-paint)"'

    def ground(name: str, side: str) -> str:
        tile = _hexagon(57)
        return (
            f'<path d="{tile}" fill="{side}" transform="translate(0 3)"/>'
            f'<path d="{tile}" {paint(name)}/>'
        )

    def tree(crown: str, leaves: tuple[str, str]) -> str:
        return (
            f'<path d="M0-3V5" stroke="{colours.trunk}" stroke-width="4"/>'
            f'<path d="{crown}" fill="{leaves[0]}" stroke="{leaves[1]}" stroke-width="2" '
            'stroke-linejoin="round"/>'
        )

    return {
        "moss": ground("moss", colours.moss_side),
        "heath": ground("heath", colours.heath_side) + _line(_SPRIGS, colours.heather, 2.6),
        "fir": tree(_FIR, colours.needles),
        "sapling": tree(_SAPLING, colours.needles),
        "oak": tree(_OAK, colours.leaves),
        "menhir": f'<ellipse cx="7" cy="31" rx="26" ry="7" fill="{colours.shadow}" '
        'fill-opacity=".3"/>'
        f'<path d="{_STONE}" {paint("stone")}/>'
        f'<path d="{_STONE_DARK_SIDE}" fill="{colours.stone_line}" fill-opacity=".3"/>'
        + _line(_STONE_CRACKS, colours.stone_line, 1.2, 'stroke-opacity=".7"')
        + _line(_LICHEN, colours.lichen, 5, 'stroke-opacity=".75"')
        + _line(_STONE, colours.stone_line, 2.6),
        "shadow": f'<circle cy="5" r="62" {paint("shadow")}/>',
        "fog": f'<path d="{_cloud(53)}" {paint("fog")}/>' + _line(_WAVES, colours.wave, 3.4),
        "shimmer": f'<path d="{_STONE}" fill="{colours.shimmer}" fill-opacity=".45" '
        f'stroke="{colours.shimmer}" stroke-opacity=".55" stroke-width="2" '
        f'filter="url(#{prefix}veil)"/>',
        "wake": f'<path d="{_cloud(47)}" fill="{colours.fog[0]}" fill-opacity=".3"/>',
        "came": _line(_CAME, colours.fog[0], 11, 'stroke-opacity=".75"')
        + _line(_CAME, colours.ink_on_fog, 5.5),
        "taken": _line(_cloud(47), colours.shadow, 5, 'stroke-opacity=".3"')
        + _line(_cloud(47), colours.fog[0], 2.5, 'stroke-opacity=".9"'),
        "arrow": f'<path d="M-7 13V-2H-16L0-25L16-2H7V13Z" fill="{colours.amber}" '
        f'stroke="{colours.amber_line}" stroke-width="3" stroke-linejoin="round"/>',
    }


def _line(path: str, colour: str, width: float, more: str = "") -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linecap="round" stroke-linejoin="round"{more and " " + more}/>'
    )


def _sides(radius: int) -> Iterator[tuple[float, float, float, float]]:
    """The ends of a hexagon's sides, clockwise."""
    east, south = STEP_EAST * radius / RADIUS, STEP_SOUTH * radius / RADIUS
    for (x1, y1), (x2, y2) in pairwise(_CORNERS):
        yield x1 * east, y1 * south, x2 * east, y2 * south


def _between(side: tuple[float, float, float, float], part: float) -> str:
    x1, y1, x2, y2 = side
    return f"{x1 + (x2 - x1) * part:.1f} {y1 + (y2 - y1) * part:.1f}"


def _hexagon(radius: int) -> str:
    """A hexagon with rounded corners."""
    rounded = (
        f"{_between(side, 0.12)}L{_between(side, 0.88)}Q{_between(side, 1)} "
        for side in _sides(radius)
    )
    return f"M{''.join(rounded)}{_between(next(_sides(radius)), 0.12)}Z"


def _cloud(radius: int) -> str:
    """A hexagon whose sides billow twice."""
    bulge = f"A{radius * 0.33:.1f} {radius * 0.33:.1f} 0 0 1 "
    billows = (bulge + _between(side, part) for side in _sides(radius) for part in (0.5, 1))
    return f"M{_between(next(_sides(radius)), 0)}{''.join(billows)}Z"
