"""How a position shows itself in Python: printed as a drawn board, in a notebook as its picture.

The core draws nothing, so this is added to :class:`Position` here, when the package ``notation`` is
first used.
"""

from __future__ import annotations

from menhirs.core.position import Position
from menhirs.notation.ascii import write_ascii
from menhirs.notation.line import write_line

_LONGEST = 120
"""A game without end tells all its turns in its line: a repr need not."""


def _shown(position: Position) -> str:
    line = write_line(position)
    return f"<Position {line if len(line) <= _LONGEST else line[:_LONGEST] + '…'}>"


def _picture(position: Position) -> str:
    from menhirs.notation.svg import draw  # takes its time, and few ask for it

    return draw(position)


def teach_positions_to_show_themselves() -> None:
    """Gives positions ``str``, ``repr`` and the picture that notebooks ask for."""
    for name, shown in (("__str__", write_ascii), ("__repr__", _shown), ("_repr_svg_", _picture)):
        setattr(Position, name, shown)
