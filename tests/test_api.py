"""What ``import menhirs`` offers."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import menhirs
from menhirs import api, engine_api

MOVING = "base8 MMM/..../.M.../.MoM../..Moo/..../o.. 1 3 move 0,0 - - -"


def test_every_name_is_there() -> None:
    assert all(getattr(menhirs, name) is getattr(api, name) for name in api.__all__)
    assert dir(menhirs) == sorted([*api.__all__, "__version__"])


def test_the_engine_has_names_of_its_own() -> None:
    offered = menhirs.engine.__all__
    assert offered == engine_api.__all__
    assert dir(menhirs.engine) == sorted(offered)
    assert all(getattr(menhirs.engine, name) is getattr(engine_api, name) for name in offered)


def test_all_names_can_be_imported_at_once() -> None:
    names: dict[str, object] = {}
    exec("from menhirs import *\nfrom menhirs.engine import *", names)
    assert {*api.__all__, *engine_api.__all__, "__version__"} <= set(names)


@pytest.mark.parametrize("module", [menhirs, menhirs.engine], ids=["menhirs", "menhirs.engine"])
def test_a_name_that_is_not_there_is_missed_as_usual(module: ModuleType) -> None:
    for name in ("chess", "__chess__"):
        with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no .*'{name}'"):
            getattr(module, name)


def test_a_type_checker_finds_misspelt_names() -> None:
    """`make lint` fails on a "type: ignore" that is not needed: then misspelt names would pass."""
    with pytest.raises(AttributeError):
        menhirs.new_gmae  # type: ignore[attr-defined] # noqa: B018
    with pytest.raises(AttributeError):
        menhirs.engine.analyze  # type: ignore[attr-defined] # noqa: B018


def test_every_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="is not a cell"):
        menhirs.STANDARD.cell("z9")


def test_an_error_in_a_text_of_actions_says_which_action() -> None:
    start = menhirs.new_game("base", seed="oak")
    with pytest.raises(menhirs.Illegal) as caught:
        menhirs.play_text(start, "+a1 +a1")
    assert (caught.value.place, caught.value.input) == ("action 2", "+a1")


def test_texts_in_place_of_actions_are_type_errors() -> None:
    start = menhirs.new_game("base", seed="oak")
    with pytest.raises(TypeError, match="is no action"):
        menhirs.write_action("+a1", start)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is no action"):
        menhirs.Record(start, ("+a1",))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"record\.final"):
        menhirs.draw(menhirs.Record(start))  # type: ignore[arg-type]


def test_a_record_can_be_animated_and_cells_named_in_a_list() -> None:
    assert menhirs.animate(menhirs.Record(menhirs.new_game("base", seed="oak"))).startswith("<svg")
    assert menhirs.STANDARD.mask_of(["a1", "b2"]) == menhirs.STANDARD.mask_of("a1 b2")


def test_the_positions_of_a_longer_record_are_not_played_again() -> None:
    record = menhirs.Record(menhirs.new_game("base", seed="oak"))
    longer = record.play(menhirs.read_action("+a1", record.final))
    assert longer.positions[0] is record.positions[0]
    assert longer.back().positions[0] is record.positions[0]
    assert longer.back() == record


def test_a_position_prints_as_its_drawing() -> None:
    position = menhirs.read_line(MOVING)
    assert str(position) == menhirs.write_ascii(position)
    assert repr(position) == f"<Position {MOVING}>"


def test_the_repr_of_a_long_endless_game_stays_short() -> None:
    start = menhirs.new_game("endless", seed="oak")
    game = menhirs.engine.play_game(
        start, menhirs.engine.level(3, "a"), menhirs.engine.level(3, "b")
    )
    assert max(len(repr(position)) for position in game.positions) < 150


def test_what_players_do_is_told_in_numbers_of_cells() -> None:
    position = menhirs.read_line(MOVING)
    assert repr(menhirs.read_action("a1-NE", position)) == "<Move tiles={0, 1, 2} direction=NE>"
    assert repr(menhirs.Place(menhirs.STANDARD.cell("c3"))) == "<Place cell=16>"
    assert repr(menhirs.Keep()) == "Keep()"
    after = menhirs.play_text(position, "a1-NE")
    assert repr(after.last) == "<LastTurn tiles={8, 9, 10} direction=NE round=None taken=None>"
    moved, freed = menhirs.what_happened(position, menhirs.read_action("a1-NE", position), after)[
        :2
    ]
    assert repr(moved) == (
        "<Moved player=1 tiles={0, 1, 2} direction=NE landed={8, 9, 10} split=False>"
    )
    assert repr(freed) == "<Freed cells={0, 1, 2}>"


def test_no_repr_names_a_cell_that_has_another_name_on_its_board() -> None:
    """An action does not know its board: cell 7 is b1 on the standard one, and b3 on this one."""
    small = menhirs.Geometry((3, 4, 3))
    assert (menhirs.STANDARD.name(7), small.name(7)) == ("b1", "b3")
    assert repr(menhirs.Place(small.cell("b3"))) == "<Place cell=7>"
    tiles = small.mask_of("b3 b4")
    assert repr(menhirs.Move(tiles, menhirs.Direction.S)) == "<Move tiles={7, 8} direction=S>"


def test_even_what_is_no_cell_has_a_repr() -> None:
    assert repr(menhirs.Place(-1)) == "<Place cell=-1>"
    assert repr(menhirs.Move(0, menhirs.Direction.S)) == "<Move tiles={} direction=S>"
    assert repr(menhirs.Move(-1, menhirs.Direction.S)) == "<Move tiles=-1 direction=S>"
    assert repr(menhirs.Flip("d6")) == "<Flip cell='d6'>"  # type: ignore[arg-type]


NO_ACTIONS: list[Any] = ["+c3", None, 5]
ASKING: list[Callable[[menhirs.Position, Any], object]] = [
    menhirs.Position.play,
    menhirs.Position.check,
    menhirs.Position.is_legal,
    lambda position, action: menhirs.Record(position).play(action),
]


@pytest.mark.parametrize("ask", ASKING, ids=["play", "check", "is_legal", "Record.play"])
@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_who_plays_what_is_no_action_is_told_how_to_read_one(
    ask: Callable[[menhirs.Position, Any], object], action: object
) -> None:
    with pytest.raises(TypeError, match=r"is no action: menhirs\.read_action.*play_text"):
        ask(menhirs.new_game("base", seed="oak"), action)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("base ..M/..../....M/.M...M/...MM/..../M.. 1 1 place 2,2 - - -", menhirs.Place("d1")),  # type: ignore[arg-type]
        ("amsterdam ..m/..../....m/.m...m/...mm/..../m.. 1 12 flip 0,0 - - -", menhirs.Flip("d6")),  # type: ignore[arg-type]
        (MOVING, menhirs.Move("a1", menhirs.Direction.NE)),  # type: ignore[arg-type]
        (MOVING, menhirs.Move(0b111, "NE")),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_an_action_made_of_names_is_refused_with_the_way_to_numbers(
    line: str, action: menhirs.Action
) -> None:
    with pytest.raises(TypeError, match=r"not made of numbers: position\.geometry\.cell"):
        menhirs.read_line(line).play(action)


def test_perft_counts_no_sequences_of_fewer_than_no_actions() -> None:
    start = menhirs.new_game("base", seed="oak")
    with pytest.raises(menhirs.Malformed, match="depth cannot be -1") as caught:
        menhirs.perft(start, -1)
    assert caught.value.code == "number"
    with pytest.raises(TypeError):
        menhirs.perft(start, 1.5)  # type: ignore[arg-type]
    assert menhirs.perft(start, 0) == 1


def test_without_a_seed_every_new_game_is_another() -> None:
    assert len({menhirs.new_game("base") for _ in range(20)}) > 15
    assert len({menhirs.new_game("base", seed=None) for _ in range(20)}) > 15


def test_rules_are_given_by_name_or_as_they_are() -> None:
    base = menhirs.rule_set("base")
    start = menhirs.new_game(base, seed=1)
    assert start == menhirs.new_game("base", seed=1)
    assert menhirs.read_layout(menhirs.write_board(start), "base") == start
    assert menhirs.read_layout(menhirs.write_board(start), base) == start
    with pytest.raises(menhirs.Malformed) as caught:
        menhirs.new_game(5, seed=1)  # type: ignore[arg-type]
    assert caught.value.code == "rules"


def test_games_print_as_their_records() -> None:
    record = menhirs.Record(menhirs.read_line(MOVING)).play(menhirs.Resign(1))
    assert repr(record) == "<Record base8, 1 actions>"
    assert str(record) == menhirs.write_record(record)
    game = menhirs.Game.from_record(record)
    assert repr(game) == "<Game base8, 1 actions>"
    assert str(game) == menhirs.write_tree(game)
    assert repr(game.next()) == "<ChildNode 3. resign>"
    assert repr(menhirs.rule_set("base8")) == "<RuleSet base8>"


def test_in_a_notebook_a_position_shows_its_picture() -> None:
    position = menhirs.new_game("base", seed="oak")
    picture = position._repr_svg_()  # type: ignore[attr-defined]
    assert ET.fromstring(picture).tag.endswith("svg")
    assert picture == menhirs.draw(position)


def test_the_command_line_starts_without_loading_the_game() -> None:
    asked = (
        "import sys; from menhirs.cli import main; print('menhirs.core.position' in sys.modules)"
    )
    assert _python(asked) == "False"


def test_a_part_of_the_engine_is_imported_without_the_rest() -> None:
    asked = "import sys, menhirs.engine.analysis; print('menhirs.engine.search' in sys.modules)"
    assert _python(asked) == "False"


def _python(asked: str) -> str:
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_version_is_the_one_that_was_released_last() -> None:
    changes = (Path(__file__).parents[1] / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## ([0-9.]+) ", changes, re.MULTILINE)
    assert released[0] == menhirs.__version__
    done = subprocess.run(
        [sys.executable, "-m", "menhirs", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"menhirs {menhirs.__version__}\n"
