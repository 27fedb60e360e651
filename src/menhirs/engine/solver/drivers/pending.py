"""What is read or worked out only if somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from menhirs.engine.solver.layers import Layer

T = TypeVar("T")


class Pending(Generic[T]):
    """Something that its source gives when it is first asked for."""

    def __init__(self, source: Callable[[], T]) -> None:
        self._source = source

    @staticmethod
    def known(value: T) -> Pending[T]:
        """Something that is there already."""
        return Pending(lambda: value)

    @cached_property
    def value(self) -> T:
        return self._source()


class Layers(Mapping[int, Layer]):
    """The layers of a stage by their number of tiles."""

    def __init__(self, pending: dict[int, Pending[Layer]]) -> None:
        self.pending = pending

    def __getitem__(self, tiles: int) -> Layer:
        return self.pending[tiles].value

    def __iter__(self) -> Iterator[int]:
        return iter(self.pending)

    def __len__(self) -> int:
        return len(self.pending)

    def those(self, wanted: Callable[[int], bool]) -> Layers:
        """The layers with such numbers of tiles."""
        return Layers({tiles: layer for tiles, layer in self.pending.items() if wanted(tiles)})
