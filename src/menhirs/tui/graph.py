"""The values of a reviewed game as a graph in characters."""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.learn.review import Review, ReviewedPly

_ROWS = 5
"""Above the line in the middle, and as many below."""
_MARGIN = 7


def draw_graph(review: Review, width: int = 80) -> str:
    """What player 1 would win (above the line) or lose, a column for every action or for several.

    ``#`` and ``=`` are proven, ``:`` and ``-`` estimated.
    """
    columns = _columns(review.plies, max(10, width - _MARGIN))
    if not columns:
        return ""
    top = max(1, *(abs(value) for value, _ in columns))
    lines = []
    for row in range(_ROWS, -_ROWS - 1, -1):
        label = f"{row // _ROWS * top:+d}" if abs(row) == _ROWS else "0" if row == 0 else ""
        cells = "".join(_cell(row, value, proven, top) for value, proven in columns)
        lines.append(f"{label:>{_MARGIN - 2}} |{cells}".rstrip())
    return "\n".join(lines)


def _columns(plies: Sequence[ReviewedPly], width: int) -> list[tuple[int, bool]]:
    """Values for player 1, before every action and after the last one.

    Where several share a column, the most extreme is shown.
    """
    values = [(ply.value_of_first_player, ply.proven) for ply in plies]
    if plies:
        values.append((plies[-1].after_of_first_player, plies[-1].after_proven))
    share = -(-len(values) // width)
    groups = [values[index : index + share] for index in range(0, len(values), share or 1)]
    return [max(group, key=lambda point: (abs(point[0]), point[1])) for group in groups]


def _cell(row: int, value: int, proven: bool, top: int) -> str:
    if row == 0:
        return "=" if proven else "-"
    height = -(-abs(value) * _ROWS // top)  # any win is seen
    inside = 0 < row <= height if value > 0 else -height <= row < 0
    return ("#" if proven else ":") if inside else " "
