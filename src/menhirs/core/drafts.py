"""Frozen dataclasses that are made by the million: positions, moves, last turns.

The ``__init__`` of a frozen dataclass sets every field by ``object.__setattr__``, which takes ten
times as long as a plain assignment. So a hot place fills a draft, an object with the same slots
that may still be changed, and then sets its ``__class__``. Python refuses that if the slots differ.
"""

from __future__ import annotations

from typing import Any


def draft_of(kind: type) -> Any:
    """The class of drafts of a frozen dataclass with slots."""
    fields: Any = kind
    return type(f"{kind.__name__}Draft", (), {"__slots__": fields.__slots__})
