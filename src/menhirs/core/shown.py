"""Short reprs: cells by their names, where a number would say nothing to a reader.

``<Move tiles=b2b3c3 direction=NE>`` instead of ``Move(tiles=135168, direction=<Direction.NE: 1>)``.
An action does not know its board, so cells are named as on the standard one; what does not lie on
that stays a number. ``notation.actions.write_action`` names them on any board.
"""

from __future__ import annotations

from dataclasses import Field, fields
from enum import Enum
from typing import Any

from menhirs.core.geometry import STANDARD


def by_names(thing: Any) -> str:
    """The repr of a dataclass whose fields may be cells and sets of cells."""
    told = (f"{field.name}={_shown(field, getattr(thing, field.name))}" for field in fields(thing))
    return f"<{' '.join((type(thing).__name__, *told))}>"


def _shown(field: Field[Any], value: Any) -> str:
    # The modules of the core postpone their annotations: a type is the text that stands there.
    match str(field.type).removesuffix(" | None"), value:
        case "Cell", int() if 0 <= value < 64 and not 1 << value & ~STANDARD.cells:
            return STANDARD.name(value)
        case "Mask", int() if value and not value & ~STANDARD.cells:
            return "".join(STANDARD.names_of(value))
        case _, Enum():
            return value.name
        case _:
            return repr(value)
