"""Short reprs: sets of cells by the numbers of their cells, where a mask would say nothing.

``<Move tiles={14, 15, 22} direction=NE>`` instead of ``Move(tiles=4243456, direction=<Direction.NE:
1>)``. An action does not know its board, and the same number is another cell on another board, so
no cell is named here. ``notation.actions.write_action`` names them, for it knows the position.
"""

from __future__ import annotations

from dataclasses import Field, fields
from enum import Enum
from typing import Any

from menhirs.core.geometry import cells_in


def by_numbers(instance: Any) -> str:
    """The repr of a dataclass whose fields may be cells and sets of cells."""
    data = (
        f"{field.name}={_shown(field, getattr(instance, field.name))}" for field in fields(instance)
    )
    return f"<{' '.join((type(instance).__name__, *data))}>"


def _shown(field: Field[Any], value: Any) -> str:
    # The modules of the core postpone their annotations: a type is the text that stands there.
    match field.type, value:
        case "Mask", int() if value >= 0:
            return f"{{{', '.join(str(cell) for cell in cells_in(value))}}}"
        case _, Enum():
            return value.name
        case _:
            return repr(value)
