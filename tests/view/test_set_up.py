"""Setting a position up by hand: choosing a round fixes what follows from it."""

from __future__ import annotations

import pytest

from menhirs.core.rules import RULE_SETS
from menhirs.notation.line import read_line
from menhirs.view.analysis.set_up import SetUp, set_up_data, set_up_of
from menhirs.view.match.round_track import tracks
from menhirs.web.languages import LANGUAGES

ENGLISH = LANGUAGES["en"]
AMSTERDAM = "amsterdam .../..M./...../..M.../...MM/.oM./... 1 6 move 3,2 - - -"


def chosen(wanted: SetUp, **fields: str) -> SetUp:
    """The set-up after a field was chosen."""
    given = SetUp(**{**vars_of(wanted), **fields})  # type: ignore[arg-type]
    data = set_up_data(given, RULE_SETS, ENGLISH, settles=True)
    assert data["problem"] is None, data["problem"]
    return set_up_of(read_line(data["position"], RULE_SETS))


def vars_of(wanted: SetUp) -> dict[str, object]:
    return {name: getattr(wanted, name) for name in SetUp.__dataclass_fields__}


@pytest.mark.parametrize(
    "number", [step["round"] for lap in tracks(RULE_SETS["amsterdam"]) for step in lap]
)
def test_every_round_of_a_board_can_be_chosen(number: str) -> None:
    start = set_up_of(read_line(AMSTERDAM, RULE_SETS))
    data = set_up_data(
        SetUp(**{**vars_of(start), "round": number}),  # type: ignore[arg-type]
        RULE_SETS,
        ENGLISH,
        settles=True,
    )
    offered = {one["value"] for one in data["phases"]}
    assert data["fields"]["phase"] in offered
    assert ("place" in offered) == number.startswith("12")
    assert data["problem"] is None or data["problem"]["code"] != "position-round-phase"


def test_what_follows_from_a_round_is_filled_in() -> None:
    start = set_up_of(read_line(AMSTERDAM, RULE_SETS))
    placing = chosen(start, round="12")
    assert placing.phase == "place" and sum(placing.counts) == 11 - len(start.fog)
    back = chosen(placing, round="8")
    assert back.phase == "move" and sum(back.counts) == 11 - len(start.fog)
    assert chosen(back, round="3", phase="decide").phase == "decide"


def test_tiles_are_left_to_whoever_sets_them_up() -> None:
    start = set_up_of(read_line(AMSTERDAM, RULE_SETS))
    data = set_up_data(start, RULE_SETS, ENGLISH)
    assert data["fields"]["fog"] == list(start.fog)
    wrong = SetUp(**{**vars_of(start), "menhirs": ()})  # type: ignore[arg-type]
    data = set_up_data(wrong, RULE_SETS, ENGLISH, settles=True)
    assert data["problem"] is not None and data["fields"]["menhirs"] == []
