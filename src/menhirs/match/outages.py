"""Outages: clocks stop while no server runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Outages:
    """The stretches of time in which nobody could act. Clocks leave them out."""

    def __init__(self, stretches: Iterable[tuple[int, int]] = ()) -> None:
        self._stretches = list(_merged(stretches))

    def add(self, begin: int, end: int) -> None:
        """Adds an outage; all clocks that use these outages leave it out from now on."""
        self._stretches = list(_merged([*self._stretches, (begin, end)]))

    def elapsed(self, begin: int, end: int) -> int:
        """The milliseconds from one moment to another, less the outages between them."""
        return max(0, end - begin) - sum(
            max(0, min(end, stop) - max(begin, start)) for start, stop in self._stretches
        )

    def moment_after(self, begin: int, duration: int) -> int:
        """The moment at which so much time will have elapsed."""
        moment = begin + duration
        for start, stop in self._stretches:
            if stop > begin and start < moment:
                moment += stop - max(start, begin)
        return moment


def _merged(stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Merges stretches that overlap: two servers may report the same outage."""
    begin, end = 0, 0
    for start, stop in sorted(stretches):
        if start > end:
            yield begin, end
            begin, end = start, stop
        end = max(end, stop)
    yield begin, end
