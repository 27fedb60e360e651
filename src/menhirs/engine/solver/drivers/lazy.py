"""Layers that are read or solved only when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from menhirs.engine.solver.layers import Layer

T = TypeVar("T")


class Lazy(Generic[T]):
    """Something that its source gives when it is first needed."""

    def __init__(self, source: Callable[[], T]) -> None:
        self._source: Callable[[], T] | None = source

    @staticmethod
    def known(value: T) -> Lazy[T]:
        """Something that is there already."""
        return Lazy(lambda: value)

    @cached_property
    def value(self) -> T:
        # The source is let go of, with all that it holds.
        source, self._source = self._source, None
        assert source is not None
        return source()


class LazyLayers(Mapping[int, Layer]):
    """The layers of a stage by their number of tiles."""

    def __init__(self, layers: dict[int, Lazy[Layer]]) -> None:
        self.lazy = layers

    def __getitem__(self, tiles: int) -> Layer:
        return self.lazy[tiles].value

    def __iter__(self) -> Iterator[int]:
        return iter(self.lazy)

    def __len__(self) -> int:
        return len(self.lazy)

    def where(self, wanted: Callable[[int], bool]) -> LazyLayers:
        """The layers with such numbers of tiles."""
        return LazyLayers({tiles: layer for tiles, layer in self.lazy.items() if wanted(tiles)})
