"""What everything looks like: shapes that are defined once and used for every cell.

All shapes have their middle at (0, 0) and fit into a hexagon of :data:`layout.RADIUS`. Colours
stand in attributes and not in a style sheet, which would reach into the page around the picture.
"""

from __future__ import annotations

from itertools import pairwise

from menhirs.notation.svg.layout import STEP_EAST, STEP_SOUTH
from menhirs.notation.svg.theme import PALETTES, Theme

_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))

# A menhir leans a little, as they do.
_STONE = "M-17 27Q-21 12-16-8Q-13-29-3-35Q4-38 9-29Q16-12 17 6Q18 18 16 27Q0 32-17 27Z"
_SHADED_SIDE = "M-3-35Q4-38 9-29Q16-12 17 6Q18 18 16 27Q10 29 4 29Q9 8 4-12Q1-26-3-35Z"
_FIR = "M0-27L9-13H5L12-1H-12L-5-13H-9Z"
_SMALL_FIR = "M0-20L7-9H4L9 0H-9L-4-9H-7Z"
_OAK = "M-11-6Q-16-14-8-18Q-5-26 3-23Q12-24 12-15Q16-8 9-4Q0 1-11-6Z"
_WAVES = "M-31-13q8-9 16 0t16 0t16 0t14-1M-36 4q9-9 18 0t18 0t18 0t16-1M-24 21q8-8 15 0t15 0t15 0"


def hexagon(radius: int) -> str:
    """A hexagon with rounded corners."""
    corners = [(x * STEP_EAST * radius / 60, y * STEP_SOUTH * radius / 60) for x, y in _CORNERS]
    sides = []
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        start = f"{x1 * 0.88 + x2 * 0.12:.1f} {y1 * 0.88 + y2 * 0.12:.1f}"
        end = f"{x1 * 0.12 + x2 * 0.88:.1f} {y1 * 0.12 + y2 * 0.88:.1f}"
        sides.append(f"{start}L{end}Q{x2:.1f} {y2:.1f} ")
    return f"M{''.join(sides)}{sides[0].split('L')[0]}Z"


def cloud(radius: int) -> str:
    """A hexagon of three billows a side."""
    corners = [(x * STEP_EAST * radius / 60, y * STEP_SOUTH * radius / 60) for x, y in _CORNERS]
    billows = [
        f"A{radius * 0.21:.1f} {radius * 0.21:.1f} 0 0 1 "
        f"{x1 + (x2 - x1) * part / 3:.1f} {y1 + (y2 - y1) * part / 3:.1f}"
        for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]])
        for part in (1, 2, 3)
    ]
    return f"M{corners[0][0]:.1f} {corners[0][1]:.1f}{''.join(billows)}Z"


def definitions(theme: Theme, prefix: str) -> str:
    """Everything that a picture refers to, named with a prefix."""
    p = PALETTES[theme]

    def gradient(name: str, colours: tuple[str, str], kind: str = "radial") -> str:
        way = 'cx=".42" cy=".36" r=".68"' if kind == "radial" else 'x2=".9" y2=".8"'
        return (
            f'<{kind}Gradient id="{prefix}{name}-paint" {way}>'
            f'<stop stop-color="{colours[0]}"/><stop offset="1" stop-color="{colours[1]}"/>'
            f"</{kind}Gradient>"
        )

    def shape(name: str, content: str) -> str:
        return f'<g id="{prefix}{name}">{content}</g>'

    def ground(name: str, side: str) -> str:
        return (
            f'<path d="{hexagon(57)}" fill="{side}" transform="translate(0 3)"/>'
            f'<path d="{hexagon(57)}" fill="url(#{prefix}{name}-paint)"/>'
        )

    def tree(crown: str, colours: tuple[str, str], foot: int) -> str:
        return (
            f'<path d="M0 {foot - 6}V{foot}" stroke="{p.trunk}" stroke-width="4"/>'
            f'<path d="{crown}" fill="{colours[0]}" stroke="{colours[1]}" stroke-width="2" '
            'stroke-linejoin="round"/>'
        )

    return "".join(
        (
            "<defs>",
            gradient("tray", p.tray, "linear"),
            gradient("moss", p.moss),
            gradient("heath", p.heath),
            gradient("fog", p.fog),
            gradient("stone", p.stone, "linear"),
            f'<filter id="{prefix}lifted" x="-10%" y="-10%" width="120%" height="125%">'
            f'<feDropShadow dx="0" dy="4" stdDeviation="3" flood-color="{p.shadow}" '
            'flood-opacity=".45"/></filter>',
            f'<filter id="{prefix}veil" x="-20%" y="-20%" width="140%" height="140%">'
            '<feGaussianBlur stdDeviation="1.6"/></filter>',
            shape("moss", ground("moss", p.moss_side)),
            shape(
                "heath",
                ground("heath", p.heath_side)
                + f'<path d="M-38-14v.1M-31-22v.1M-28-9v.1M30 16v.1M37 8v.1M26 25v.1M28-26v.1M35-18v.1'
                f'M-32 18v.1M-39 9v.1" stroke="{p.heather}" stroke-width="6" stroke-linecap="round"/>',
            ),
            shape("fir", tree(_FIR, p.needles, 5)),
            shape("sapling", tree(_SMALL_FIR, p.needles, 5)),
            shape("oak", tree(_OAK, p.leaves, 3)),
            shape(
                "menhir",
                f'<ellipse cx="6" cy="28" rx="25" ry="7" fill="{p.shadow}" fill-opacity=".3"/>'
                f'<path d="{_STONE}" fill="url(#{prefix}stone-paint)"/>'
                f'<path d="{_SHADED_SIDE}" fill="{p.stone_line}" fill-opacity=".28"/>'
                f'<path d="M-9-6v.1M-11 12v.1M-3 4v.1" stroke="{p.lichen}" stroke-width="5" '
                'stroke-linecap="round" stroke-opacity=".8"/>'
                f'<path d="{_STONE}" fill="none" stroke="{p.stone_line}" stroke-width="2.5"/>',
            ),
            shape(
                "fog",
                f'<path d="{cloud(51)}" fill="url(#{prefix}fog-paint)" stroke="{p.fog_line}" '
                'stroke-width="1.5"/>'
                f'<path d="{_WAVES}" fill="none" stroke="{p.wave}" stroke-width="3.2" '
                'stroke-linecap="round"/>',
            ),
            shape(
                "shimmer",
                f'<path d="{_STONE}" fill="{p.shimmer}" fill-opacity=".42" stroke="{p.shimmer}" '
                f'stroke-opacity=".5" stroke-width="2.5" filter="url(#{prefix}veil)"/>',
            ),
            shape(
                "trail",
                f'<path d="M-20 6L-19 22M0 6V34M20 6L19 22" stroke="{p.shadow}" stroke-opacity=".35" stroke-width="8" stroke-linecap="round"/>'
                f'<path d="M-20 6L-19 22M0 6V34M20 6L19 22" stroke="{p.trail}" stroke-width="5" stroke-linecap="round"/>',
            ),
            shape(
                "arrow",
                f'<path d="M-21 2L0-22L21 2Z" fill="{p.amber}" stroke="{p.amber_line}" stroke-width="3" '
                'stroke-linejoin="round"/>',
            ),
            "</defs>",
        )
    )
