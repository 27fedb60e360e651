"""Fair play: how much a position is like one of a game that is being played.

A cheat who wants an engine's help in a running game does not have to ask about its very position:
the board can be mirrored, a counter changed, a tile moved, or the next moves played. So what counts
is where the stones lie. A layout is drawn at random: that two games have the same one is hardly
ever an accident. Rules, rounds and counts are not compared.

Boards are compared as texts (``notation/board.py``), so that it is the same on every board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.notation.board import write_board

_STONES = str.maketrans(".omM", "0011", "/")
_FOG = str.maketrans(".omM", "0101", "/")
_STONES_CHANGED = 2
"""A stone that was moved leaves one cell and covers another."""
_FOG_CHANGED = 4
"""Two tiles were moved, or up to four added or taken away."""

_Heights: TypeAlias = tuple[int, ...]


class EngineDoor(StrEnum):
    """The kinds of engine help that a visitor can ask for."""

    ANALYSIS = "analysis"
    ENGINE = "engine"
    REVIEW = "review"
    PUZZLE = "puzzle"
    MATCH = "match"
    HINT = "hint"


class Likeness(StrEnum):
    """How a position resembles the one on the board of a running game, mirrored or not."""

    SAME = "same"
    """Stones and fog lie alike."""
    LAYOUT = "layout"
    """The stones lie as they do in the game, or did at its start, or may after the next actions."""
    NEAR = "near"
    """At most one stone lies elsewhere, and at most two tiles of fog."""


class BoardPicture(NamedTuple):
    """A board as two numbers, one bit a cell."""

    heights: _Heights
    stones: int
    fog: int


@lru_cache(maxsize=4096)
def picture_of(board: str) -> BoardPicture:
    """The board of a board text, as numbers."""
    heights = tuple(map(len, board.split("/")))
    return BoardPicture(heights, int(board.translate(_STONES), 2), int(board.translate(_FOG), 2))


def images_of(board: str) -> list[BoardPicture]:
    """The picture and its mirror images, in a fixed order; which are there depends on the board."""
    columns = board.split("/")
    images = [columns, [column[::-1] for column in columns]]
    heights = [len(column) for column in columns]
    if heights == heights[::-1]:
        images += [image[::-1] for image in images]
    return [picture_of("/".join(image)) for image in images]


def fingerprint_of(position: Position) -> str:
    """A short text that is the same for all positions with this board, mirrored or not."""
    image = min(images_of(write_board(position)))
    return sha256(repr(tuple(image)).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class RunningGame:
    """A running rated game, with which nobody may be helped by an engine."""

    match: str
    line: str
    """The current position line."""
    layout: Sequence[str]
    """The cells of all stones at its start."""

    @property
    def board(self) -> BoardPicture:
        """The board text of the current position."""
        return picture_of(self.line.split(" ", 2)[1])

    @property
    def phase(self) -> str:
        """The name of the current phase."""
        return self.line.split(" ", 5)[4]

    @property
    def stones_at_start(self) -> int:
        """The stones of its start, as in a picture."""
        heights = self.board.heights
        first, cells = [0], sum(heights)
        for height in heights:
            first.append(first[-1] + height)
        places = [first[ord(name[0]) - ord("a")] + int(name[1:]) - 1 for name in self.layout]
        return sum(1 << (cells - 1 - place) for place in places)


class Look:
    """The positions for which a visitor wants engine help."""

    def __init__(self, positions: Iterable[Position]) -> None:
        boards = {write_board(position) for position in positions}
        self._fogs: dict[tuple[_Heights, int], set[int]] = {}
        """The fogs that lie on each layout, all mirror images included."""
        for board in boards:
            for heights, stones, fog in images_of(board):
                self._fogs.setdefault((heights, stones), set()).add(fog)

    def likeness(self, game: RunningGame) -> Likeness | None:
        """How one of the positions resembles a game; None if none of them does."""
        heights, stones, fog = game.board
        found = {
            _likeness(shown, fogs, game, stones, fog)
            for (board, shown), fogs in self._fogs.items()
            if board == heights
        }
        return next((one for one in Likeness if one in found), None)


def _likeness(
    shown: int, fogs: set[int], game: RunningGame, stones: int, fog: int
) -> Likeness | None:
    if shown == stones:
        return Likeness.SAME if fog in fogs else Likeness.LAYOUT
    changed = (shown ^ stones).bit_count()
    if len(game.layout) > stones.bit_count():  # A1: since the start some were turned over
        start = game.stones_at_start
        if not shown & ~start and not stones & ~shown:
            return Likeness.LAYOUT
    if changed > _STONES_CHANGED:
        return None
    if game.phase == Phase.FLIP:  # A1: nobody knows yet which stones will be turned over
        return None if shown & ~stones else Likeness.LAYOUT
    # While fog is placed it mostly covers the stones: then fog is alike where the stones are.
    is_placed = game.phase != Phase.PLACE
    near = is_placed and any((one ^ fog).bit_count() <= _FOG_CHANGED for one in fogs)
    return Likeness.NEAR if near else None
