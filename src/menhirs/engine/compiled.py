"""Whether the engine is compiled here, and a warning where it is not."""

from __future__ import annotations

from menhirs.core import fog

SLOW = "nothing is compiled here, so the engine is some 25 times slower than it could be"


def is_compiled() -> bool:
    """Whether the move generator, and with it the engine, runs as compiled code."""
    return not (fog.__file__ or "").endswith(".py")
