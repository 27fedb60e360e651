"""Action texts: their meaning, and the errors in others."""

from __future__ import annotations

import pytest

from menhirs.core.actions import (
    Claim,
    Decide,
    Flip,
    Keep,
    Left,
    Move,
    Pass,
    Place,
    Remove,
    Resign,
    Timeout,
)
from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import STANDARD, Direction
from menhirs.notation.actions import play_text, read_action, write_action
from menhirs.notation.line import read_line

# Two clusters: b2 b3 c4 d5 d4 d3 d2 (seven tiles) and g2 g3.
POSITION = read_line(
    "amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@11xc2 - -"
)
WHOLE = STANDARD.mask_of("b2 b3 c4 d5 d4 d3 d2")
C3 = STANDARD.cell("c3")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("*c3", Flip(C3)),
        ("+c3", Place(C3)),
        ("xc3", Remove(C3)),
        ("keep", Keep()),
        ("pass", Pass()),
        ("back", Decide(go_on=False)),
        ("on", Decide(go_on=True)),
        ("claim", Claim()),
        ("resign", Resign(1)),
        ("resign2", Resign(2)),
        ("time", Timeout(1)),
        ("time2", Timeout(2)),
        ("left", Left(1)),
        ("left2", Left(2)),
        ("left-tie", Left(1, tie=True)),
        ("left-tie2", Left(2, tie=True)),
        ("b2-NE", Move(WHOLE, Direction.NE)),
        ("g2-S", Move(STANDARD.mask_of("g2 g3"), Direction.S)),
        ("d2d3d4-S", Move(STANDARD.mask_of("d2 d3 d4"), Direction.S)),
    ],
)
def test_written_forms(text: str, action: object) -> None:
    read = read_action(text, POSITION)
    assert read == action
    assert write_action(read, POSITION) == text


@pytest.mark.parametrize("text", ["b2-N", "d3-N", "c4d2-N", "d5d4-N", "d2d3d4d5c4b3b2-N"])
def test_one_or_two_tiles_mean_the_whole_cluster(text: str) -> None:
    read = read_action(text, POSITION)
    assert read == Move(WHOLE, Direction.N)
    assert write_action(read, POSITION) == "b2-N"


def test_tiles_of_a_split_may_be_read_in_any_order() -> None:
    read = read_action("d4d2d3-S", POSITION)
    assert write_action(read, POSITION) == "d2d3d4-S"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "action"),
        ("c3", "action"),
        ("c3-", "action"),
        ("-N", "action"),
        ("b2 -N", "action"),
        ("B2-N", "action"),
        ("b2-n", "action"),
        ("b2-NNE", "direction"),
        ("b2-E", "direction"),
        ("b2-N-S", "action"),
        ("z9-N", "cell"),
        ("b2b2-N", "action-tiles"),
        ("+", "cell"),
        ("+c9", "cell"),
        ("*cc", "cell"),
        ("xc", "cell"),
        ("KEEP", "action"),
        ("resign3", "action"),
        ("c3-N", "move-no-fog"),
        ("b2g2-N", "move-apart"),
    ],
)
def test_texts_that_are_refused(text: str, code: str) -> None:
    with pytest.raises(MenhirsError) as caught:
        read_action(text, POSITION)
    assert caught.value.code == code
    assert caught.value.input == text
    assert caught.value.position == POSITION


def test_a_text_of_several_actions_is_played_whole_or_not_at_all() -> None:
    after = play_text(POSITION, "g2-S  xg1\nb2-N")
    assert after.round == 10
    with pytest.raises(MenhirsError, match="no fog lies on a1"):
        play_text(POSITION, "g2-S xg1 a1-N")
