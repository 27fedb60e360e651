"""The planes show the board, and each direction is one step in the grid."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from hypothesis import given

from menhirs.core.fog import step
from menhirs.core.geometry import STANDARD, Direction, Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import BASE, RULE_SETS
from menhirs.core.state import Phase
from menhirs.engine.quick_game import GameRules
from menhirs.notation.line import read_line
from menhirs.research.action_numbers import number_at
from menhirs.research.game_state import GameState, state_of
from menhirs.research.planes import PLANE_NAMES, Planes, PlaneWriter, planes_shape
from tests.random_play import positions

_STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
WRITERS = {name: PlaneWriter(GameRules(rules)) for name, rules in RULE_SETS.items()}


def planes_of(state: GameState) -> Planes:
    writer = WRITERS[state.game.rules.name]
    planes = np.full(writer.shape, 7.0, np.float32)
    writer.write(state, planes)
    return planes


def cells_on(plane: Planes) -> Mask:
    columns, heights = np.nonzero(plane)
    return sum(
        1 << int(c) * STANDARD.stride + int(h) for c, h in zip(columns, heights, strict=True)
    )


def named(planes: Planes, name: str) -> Planes:
    plane: Planes = planes[PLANE_NAMES.index(name)]
    return plane


def test_the_grid_of_the_standard_board() -> None:
    assert planes_shape(STANDARD) == (34, 7, 6)


def test_the_docs_name_every_plane() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research" / "agents.md").read_text("utf-8")
    section = page.partition("### The planes")[2].partition("## OpenSpiel")[0]
    rows = [line.split("|")[1:3] for line in section.splitlines() if re.match(r"\| [0-9]", line)]
    found = [int(number) for places, _ in rows for number in re.findall("[0-9]+", places)]
    assert (found[0], found[-1]) == (0, len(PLANE_NAMES) - 1)
    for number, name in enumerate(PLANE_NAMES):
        for places, names in rows:
            if f"`{name}`" in names and " to " not in places:
                assert number in [int(each) for each in re.findall("[0-9]+", places)]
        base, _, way = name.partition(" ")
        assert f"`{name}`" in section or (
            way in Direction.__members__ and f"`{base} N` to" in section
        )


@given(positions)
def test_the_planes_are_the_position(position: Position) -> None:
    planes = planes_of(state_of(GameRules(position.rules), position))
    assert planes.min() >= 0 and planes.max() <= 1
    board = named(planes, "board")
    assert cells_on(board) == STANDARD.cells
    assert not planes[:, board == 0].any()
    assert cells_on(named(planes, "menhirs")) == position.menhirs
    assert cells_on(named(planes, "fog")) == position.fog
    for direction in Direction:
        last = position.last
        moved = last.tiles if last is not None and last.direction is direction else 0
        assert cells_on(named(planes, f"moved {direction.name}")) == moved
    whole = {name: set(named(planes, name)[board == 1].tolist()) for name in PLANE_NAMES}
    assert whole["player 2"] == {float(position.player == 2)}
    for phase in Phase:
        if phase is not Phase.OVER:
            assert whole[phase.value] == {float(position.phase is phase)}
    assert whole["chooser 1"] == {float(position.chooser == 1)}
    assert whole["chooser 2"] == {float(position.chooser == 2)}
    assert whole["lap"] == {float(position.lap - 1)}
    claim = position.last is not None and position.last.round is not None
    assert whole["claim"] == {float(claim)}
    one, two = (np.float32(count / position.rules.fog_tiles) for count in position.counts)
    assert (whole["count 1"], whole["count 2"]) == ({one}, {two})
    seen = position.times_seen / position.rules.repetitions if position.rules.repetitions else 0
    assert whole["repetition"] == {np.float32(seen)}


def test_a_direction_is_one_step_in_the_grid() -> None:
    for cell in cells_in(STANDARD.cells):
        column, height = divmod(cell, STANDARD.stride)
        for way, (across, up) in enumerate(_STEPS):
            landed = step(1 << cell, way, STANDARD.stride)
            if landed & STANDARD.cells:
                expected = (column + across) * STANDARD.stride + height + up
                assert landed == 1 << expected


def test_a_split_that_is_being_told() -> None:
    line = "base .../MMMo/MMoM./ooM.../...../..../... 1 3 move 0,0 - - -"
    state = state_of(GameRules(BASE), read_line(line))
    before = planes_of(state)
    assert not any(named(before, name).any() for name in ("along", "stays", "asked", "split SE"))
    state.apply(number_at(STANDARD, 9 + Direction.SE, STANDARD.cell("b3")))
    planes = planes_of(state)
    assert "b3" in STANDARD.names_of(cells_on(named(planes, "along")))
    assert "b1" in STANDARD.names_of(cells_on(named(planes, "stays")))
    assert STANDARD.names_of(cells_on(named(planes, "asked"))) == ["c2"]
    assert named(planes, "split SE").sum() == 30
    assert not named(planes, "split N").any()
