"""A puzzle: a position, a question about it, and every right answer."""

from __future__ import annotations

from base64 import b32encode
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from menhirs.core.geometry import Mirror
from menhirs.core.position import Position
from menhirs.core.state import LastTurn
from menhirs.notation.line import write_line

CLAIM, NO = "claim", "no"
"""The two answers of the kind ``claim``."""

_ID_CHARACTERS = 5


class PuzzleKind(StrEnum):
    """The kinds of questions."""

    FREE = "free"
    """Free all menhirs in one move."""
    CLAIM = "claim"
    """The opponent has just moved: claim, or not?"""
    TILE = "tile"
    """Take the one tile away that stops the opponent's win."""
    TRAP = "trap"
    """Make a move after which every reply loses."""
    HOLD = "hold"
    """Find the only actions that keep the value of the position."""
    DECIDE = "decide"
    """At the decision moment: back, or on?"""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question with all its right answers."""

    id: str
    kind: PuzzleKind
    position: Position
    answers: tuple[str, ...]
    """Action texts in the order of the legal actions; ``claim`` or ``no`` of the kind claim."""
    difficulty: int
    """The lowest level of the engine that solves it, with all levels above."""


def id_of(kind: PuzzleKind, position: Position) -> str:
    """The id of a puzzle: its kind and a few letters derived from its position.

    So it stays the same when other puzzles come and go, and mirror images share it.
    """
    lines = (write_line(image) for image in images(position))
    digest = sha256(f"{kind} {min(lines)}".encode()).digest()
    return f"{kind}-{b32encode(digest).decode('ascii')[:_ID_CHARACTERS].lower()}"


def images(position: Position) -> list[Position]:
    """The position and its mirror images: all rules treat them alike."""
    mirrors = position.geometry.mirrors
    return [position, *(_mirrored(position, mirror) for mirror in mirrors)]


def _mirrored(position: Position, mirror: Mirror) -> Position:
    last = position.last
    if last is not None:
        last = LastTurn(
            mirror.mask(last.tiles),
            mirror.direction(last.direction),
            last.round,
            None if last.taken is None else mirror.cell_to[last.taken],
        )
    return replace(
        position,
        menhirs=mirror.mask(position.menhirs),
        fog=mirror.mask(position.fog),
        last=last,
    )
