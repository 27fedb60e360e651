"""A state as planes of numbers from 0 to 1, the input of networks.

A plane is the board as a grid ``[column, height]``. Columns go from west to east; heights grow
towards the north-east, as the bits of a mask do (see ``core/geometry.py``), so that every direction
is one fixed step in the grid: N (0, 1), NE (1, 1), SE (1, 0) and back. A convolution therefore
means the same on every cell. Corners of the grid that are no cells are 0 on all planes. Facts
about the whole state fill all cells with the same number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from menhirs.core.geometry import Direction, Geometry
from menhirs.core.turn_flow import OVER
from menhirs.engine.quick_game import PHASES, GameRules
from menhirs.research.game_state import GameState

Planes = npt.NDArray[np.float32]

_WAYS = tuple(direction.name for direction in Direction)

PLANE_NAMES = (
    "board",
    "menhirs",
    "fog",
    *(f"moved {way}" for way in _WAYS),
    "taken",
    "along",
    "stays",
    "asked",
    *(f"split {way}" for way in _WAYS),
    "player 2",
    *(phase.value for phase in PHASES[:-1]),
    "round",
    "lap",
    "count 1",
    "count 2",
    "chooser 1",
    "chooser 2",
    "claim",
    "repetition",
)
"""The meaning of each plane; ``docs/research/agents.md`` explains them."""

_SETS = PLANE_NAMES.index("split N")
"""The number of planes that are sets of cells; the others have one number each."""


def planes_shape(geometry: Geometry) -> tuple[int, int, int]:
    """The number of planes, and the width and height of each."""
    return len(PLANE_NAMES), len(geometry.heights), geometry.stride - 1


class PlaneWriter:
    """Writes the planes of states of one game."""

    def __init__(self, game: GameRules) -> None:
        geometry = game.rules.geometry
        self.shape = planes_shape(geometry)
        columns, heights = np.indices(self.shape[1:])
        self._bits = (columns * geometry.stride + heights).astype(np.uint64)
        self._board = self._read([geometry.cells])[0].astype(np.float32)
        self._rounds = len(game.rules.schedule)
        self._last_round = max(1, self._rounds - 1)
        self._last_lap = max(1, game.rules.laps - 1)
        self._tiles = max(1, game.rules.fog_tiles)
        self._repetitions = game.rules.repetitions

    def _read(self, masks: list[int]) -> npt.NDArray[np.uint64]:
        bits: npt.NDArray[np.uint64] = np.array(masks, np.uint64)[:, None, None] >> self._bits
        return bits & np.uint64(1)

    def write(self, state: GameState, planes: Planes) -> None:
        """Writes all planes of a state."""
        moved = [0] * 6
        moved[state.last_way] = state.last
        sets = [state.game.cells, state.menhirs, state.fog, *moved, state.taken]
        if state.asked:
            sets += [state.along, state.stays, state.asked]
        else:
            sets += [0, 0, 0]
        planes[:_SETS] = self._read(sets)
        numbers = np.array(self._numbers(state), np.float32)
        planes[_SETS:] = numbers[:, None, None] * self._board

    def write_layout(self, menhirs: int, planes: Planes) -> None:
        """Writes the planes of a board on which not all menhirs lie yet."""
        planes[:] = 0
        planes[0] = self._board
        planes[1] = self._read([menhirs])[0]

    def _numbers(self, state: GameState) -> list[float]:
        """The facts about the whole state."""
        split = [0.0] * 6
        if state.asked:
            split[state.part_way] = 1.0
        phases = [0.0] * len(PHASES)
        phases[state.phase] = 1.0
        lap, index = divmod(state.turn // 2, self._rounds)
        return [
            *split,
            float(state.turn & 1),
            *phases[:-1],
            index / self._last_round,
            lap / self._last_lap,
            state.one / self._tiles,
            state.two / self._tiles,
            float(state.chooser == 1),
            float(state.chooser == 2),
            float(state.claimed != OVER),
            state.times_seen() / self._repetitions if self._repetitions else 0.0,
        ]
