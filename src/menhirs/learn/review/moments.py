"""The key moments of a reviewed game, with the better actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from menhirs.core.actions import Action, Claim, Move
from menhirs.core.position import Position
from menhirs.learn.review.review import Mark, Review, ReviewedPly
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record import Record


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A ply with marks."""

    ply: ReviewedPly
    before: Position
    """The position in which it was played."""
    origin: Position
    """Where the game began."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        return self.ply.marks

    @property
    def action(self) -> Action:
        """The action that was played."""
        return read_action(self.ply.action, self.before)

    @property
    def winning_move(self) -> Move | None:
        """A move that would have won at once (M6)."""
        return _first_win(self.before)

    @property
    def move_to_claim(self) -> Move | None:
        """The move that would have shown a claim (A9); None if it would have been wrong."""
        if self.before.claimant is None:
            return None
        return _first_win(self.before.play_unchecked(Claim()))

    @property
    def better(self) -> tuple[str, ...]:
        """The better action with its continuation; empty if none is known."""
        position = self.before
        if Mark.MISSED_CLAIM in self.marks and self.move_to_claim is not None:
            claimed = position.play_unchecked(Claim())
            return (write_action(Claim(), position), write_action(self.move_to_claim, claimed))
        if Mark.MISSED_WIN in self.marks and self.winning_move is not None:
            return (write_action(self.winning_move, position),)
        return self.ply.line if Mark.MISTAKE in self.marks else ()


def moments_of(record: Record, review: Review) -> list[KeyMoment]:
    """The key moments in the order of play."""
    return list(_moments(record, review))


def _moments(record: Record, review: Review) -> Iterator[KeyMoment]:
    for ply in review.plies:
        if ply.marks:
            yield KeyMoment(ply, record.positions[ply.ply - 1], record.start)


def _first_win(position: Position) -> Move | None:
    move = None if position.is_over else next(position.winning_moves(), None)
    return None if move is None else Move(*move)
