"""The part of a review that an engine process makes: one ply at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import TypeAlias

from menhirs.core.actions import Action
from menhirs.core.position import Position
from menhirs.learn.review import ReviewedPly, Reviewer
from menhirs.notation.record import Record

_Game: TypeAlias = tuple[Position, tuple[Action, ...]]


@dataclass(frozen=True)
class NextPly:
    """The next ply of a game to be reviewed."""

    start: Position
    actions: tuple[Action, ...]
    done: tuple[ReviewedPly, ...]
    nodes: int
    """Positions to search for each ply."""
    late_claims: frozenset[int] = frozenset()

    def think(self, _: Event | None = None) -> ReviewedPly:
        """The ply, reviewed."""
        return _REVIEW.next(self)


class _ReviewUnderWay:
    """The state that an engine process keeps between plies of a review, to be quicker."""

    def __init__(self) -> None:
        self._game: _Game | None = None
        self._done = 0
        self._plies: Iterator[ReviewedPly] = iter(())

    def next(self, wanted: NextPly) -> ReviewedPly:
        game, done = (wanted.start, wanted.actions), len(wanted.done)
        if (game, done) != (self._game, self._done):
            reviewer = Reviewer(Record(*game), nodes=wanted.nodes, late_claims=wanted.late_claims)
            self._plies = islice(reviewer.backwards(wanted.done), done, None)
        self._game, self._done = game, done + 1
        return next(self._plies)


_REVIEW = _ReviewUnderWay()
