"""What an uncompiled move generator remembers: it answers as before, and never holds too much."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from types import ModuleType

import pytest
from benchmarks.rules import uncompiled

from menhirs.core import fog, memory
from menhirs.core.geometry import STANDARD

CLUSTERS = [STANDARD.mask_of(names) for names in ("a1", "a1 a2", "c3", "d3 d4", "g1 g2 g3")]


class Counting:
    """A writer of moves that counts how often it was asked; see ``memory.Writer``."""

    def __init__(self, moves: int) -> None:
        self.calls = 0
        self.moves = moves

    def write(
        self,
        cluster: int,
        cells: int,
        stride: int,
        parts: MutableSequence[int],
        directions: MutableSequence[int],
        count: int,
    ) -> int:
        self.calls += 1
        for direction in range(self.moves):
            if count < len(parts):
                parts[count] = cluster
                directions[count] = direction % 6
            count += 1
        return count


def remembering(counting: Counting) -> memory.Writer:
    def write(*numbers: int) -> int:
        return counting.write(*numbers)  # type: ignore[arg-type]

    module = {"write": write}
    memory.remember(module, answers=(), writers=("write",))
    return module["write"]  # type: ignore[return-value]


def test_only_plain_functions_get_a_memory() -> None:
    assert not memory.is_plain(fog.flood)
    assert memory.is_plain(uncompiled(fog).flood)
    compiled = {"flood": fog.flood}
    memory.remember(compiled, answers=("flood", "none of that name"), writers=())
    assert compiled == {"flood": fog.flood}


@pytest.mark.parametrize("moves", [0, 1, 6, 300])
def test_what_was_written_once_is_written_again_behind_what_is_there(moves: int) -> None:
    counting = Counting(moves)
    write = remembering(counting)
    written = []
    for _ in range(2):
        parts, directions = array("Q", bytes(8 * 320)), array("B", bytes(320))
        end = write(CLUSTERS[2], STANDARD.cells, STANDARD.stride, parts, directions, 7)
        assert end == 7 + moves
        asked = counting.calls
        written.append((parts, directions))
    assert written[0] == written[1]
    assert list(written[0][0][:7]) == [0] * 7
    assert list(written[0][0][7 : 7 + moves]) == [CLUSTERS[2]] * moves
    write(CLUSTERS[2], STANDARD.cells, STANDARD.stride, parts, directions, 0)
    assert counting.calls == asked


def test_boards_are_told_apart() -> None:
    counting = Counting(1)
    write = remembering(counting)
    parts, directions = array("Q", bytes(8)), array("B", bytes(1))
    for cells in (1, 3):
        for stride in (5, 6):
            write(1, cells, stride, parts, directions, 0)
    assert counting.calls == 4


def test_where_room_is_short_as_many_moves_are_written_as_there_is_room_for() -> None:
    write = remembering(Counting(6))
    for _ in range(2):
        parts, directions = array("Q", bytes(8 * 4)), array("B", bytes(4))
        assert write(CLUSTERS[0], STANDARD.cells, STANDARD.stride, parts, directions, 1) == 7
        assert list(directions) == [0, 0, 1, 2]


def test_the_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MOST_LISTS", 3)
    counting = Counting(1)
    write = remembering(counting)
    parts, directions = array("Q", bytes(8)), array("B", bytes(1))
    for cluster in (*CLUSTERS, CLUSTERS[0]):
        write(cluster, STANDARD.cells, STANDARD.stride, parts, directions, 0)
    assert counting.calls == len(CLUSTERS) + 1  # the first was forgotten meanwhile


@pytest.mark.parametrize("generator", [fog, uncompiled(fog)], ids=["compiled", "uncompiled"])
def test_splits_follow_the_moves_of_whole_clusters(generator: ModuleType) -> None:
    placed = STANDARD.mask_of("b2 b3 c2 c4 d2 d3 d4 d5 e2 e3 e4")
    parts, directions = array("Q", bytes(8 * 512)), array("B", bytes(512))
    where = (placed, STANDARD.cells, STANDARD.stride, parts, directions)
    whole = generator.write_whole_moves(*where)
    assert set(parts[:whole]) == {placed}
    count = generator.write_splits(*where, whole)
    found = list(zip(parts[:count], directions[:count], strict=True))
    assert found == generator.moves(placed, STANDARD.cells, STANDARD.stride)
    assert placed not in parts[whole:count]
