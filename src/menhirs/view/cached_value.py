"""Values that are cached until their inputs change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class LastValue(Generic[T]):
    """A cache for one value."""

    def __init__(self) -> None:
        self._held: tuple[object, T] | None = None

    def get(self, depends_on: object, make: Callable[[], T]) -> T:
        """The cached value if its inputs are the same; else a new one."""
        if self._held is None or self._held[0] != depends_on:
            self._held = depends_on, make()
        return self._held[1]
