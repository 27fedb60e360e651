"""The past of a position: what a game without end remembers, to notice that it repeats (D15).

A chain of positions, the newest first. Every position of a game hangs on to the chain of the one
before it, so a long game costs no more than its length. Chains are compared and counted in loops:
a game can be longer than Python's stack. Now and then a step knows the fogs of a whole stretch
before it, so that looking for one skips the stretches in which it did not come up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from menhirs.core.geometry import Mask
from menhirs.core.state import LastTurn
from menhirs.core.turn_flow import forbidden_picture, picture_before

STRETCH = 128
"""Every so many positions the fogs since the last time are put together."""


class Past:
    """A position that has come up, and those before it. Immutable."""

    __slots__ = ("_hash", "_stretch", "before", "fog", "last", "length")

    def __init__(self, fog: Mask, last: LastTurn | None, before: Past | None) -> None:
        self.fog = fog
        self.last = last
        """The turn that led to it; None at the beginning and after a pass."""
        self.before = before
        self.length: int = 1 if before is None else before.length + 1
        """How many positions it is, this one included."""
        self._hash = hash((fog, last, before))
        self._stretch: tuple[frozenset[Mask], Past | None] | None = None
        """The fogs of the last positions, and the one before them."""
        if self.length % STRETCH == 0:
            steps = [step for step, _ in zip(self, range(STRETCH), strict=False)]
            self._stretch = frozenset(step.fog for step in steps), steps[-1].before

    def __iter__(self) -> Iterator[Past]:
        """The chain from this position back to the first one remembered."""
        step: Past | None = self
        while step is not None:
            yield step
            step = step.before

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Past):
            return NotImplemented
        if (self._hash, self.length) != (other._hash, other.length):
            return False
        for own_step, other_step in zip(self, other, strict=True):
            if own_step is other_step:
                return True
            if (own_step.fog, own_step.last) != (other_step.fog, other_step.last):
                return False
        return True

    def __repr__(self) -> str:
        return f"<Past of {self.length} positions>"

    def __reduce__(self) -> tuple[object, ...]:
        return _chain, ([(step.fog, step.last) for step in self][::-1],)

    def tally(self, stride: int) -> Counter[tuple[int, Mask, Mask]]:
        """How often each position of the chain came up.

        A position is identified by the parity of its place, and so by the player to move, by its
        fog, and by the picture that M4 forbids in it.
        """
        return Counter(
            (step.length % 2, step.fog, banned_picture(step.fog, step.last, stride))
            for step in self
        )

    @staticmethod
    def times(past: Past | None, fog: Mask, last: LastTurn | None, stride: int) -> int:
        """How often a position stands in the past of which it is the continuation.

        Two positions are the same with the same fog, the same player to move, and the same move
        forbidden by M4, if any (D15). Players take turns, so every second position has the same
        player.
        """
        found, banned = 0, banned_picture(fog, last, stride)
        step = past
        while step is not None and past is not None:
            if step._stretch is not None and fog not in step._stretch[0]:
                step = step._stretch[1]
                continue
            same_player = (past.length - step.length) % 2 == 1
            if same_player and step.fog == fog and banned_picture(fog, step.last, stride) == banned:
                found += 1
            step = step.before
        return found


def _chain(steps: list[tuple[Mask, LastTurn | None]]) -> Past | None:
    """The chain of positions given from the oldest to the newest."""
    past = None
    for fog, last in steps:
        past = Past(fog, last, past)
    return past


def banned_picture(fog: Mask, last: LastTurn | None, stride: int) -> Mask:
    """The picture that M4 forbids, or 0: a move that is impossible anyhow is not forbidden."""
    if last is None:
        return 0
    before = picture_before(fog, last.tiles, last.direction, stride)
    return forbidden_picture(last.tiles, before, fog, stride)
