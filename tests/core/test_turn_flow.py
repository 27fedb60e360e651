"""The turn flow, compiled and uncompiled alike: who is next, and what may be taken or go back."""

from __future__ import annotations

import pickle
from dataclasses import replace
from types import ModuleType

import pytest
from benchmarks.rules import uncompiled

from menhirs.core import turn_flow
from menhirs.core.geometry import STANDARD
from menhirs.core.rules import AMSTERDAM, BASE, RuleSet, Taking
from menhirs.core.turn_flow import DECISION, OVER, TurnFlow

FLOWS = [turn_flow, uncompiled(turn_flow)]
both = pytest.mark.parametrize("module", FLOWS, ids=["compiled", "uncompiled"])


def flow_of(module: ModuleType, rules: RuleSet) -> TurnFlow:
    return module.TurnFlow(*rules.flow.__reduce__()[1])  # type: ignore[no-any-return]


@both
def test_where_the_turns_lead(module: ModuleType) -> None:
    flow, turn = flow_of(module, AMSTERDAM), AMSTERDAM.turn
    assert flow.after(turn(1, 11, 1), 0, 0) == turn(1, 11, 2)
    assert flow.after(turn(1, 11, 2), 0, 0) == turn(1, 10, 1)
    assert flow.after(turn(2, 1, 2), 3, 3) == OVER
    # A5: after round 3 of the first lap; A6: never of the second.
    assert flow.after(turn(1, 3, 2), 0, 0) == DECISION
    assert flow.after(turn(2, 3, 2), 0, 0) == turn(2, 2, 1)
    assert flow.going_on[turn(1, 5, 2)] == turn(1, 2, 1)
    assert flow.going_back[turn(1, 3, 2)] == turn(2, 12, 1)
    assert flow.going_back[turn(2, 3, 2)] == OVER


@both
def test_the_decision_comes_early_once_no_chance_is_left(module: ModuleType) -> None:
    flow, turn = flow_of(module, AMSTERDAM), AMSTERDAM.turn
    assert flow.after(turn(1, 8, 2), 3, 2) == turn(1, 7, 1)
    assert flow.after(turn(1, 8, 1), 3, 3) == turn(1, 8, 2)  # the round is finished first
    assert flow.after(turn(1, 8, 2), 3, 3) == DECISION
    assert flow.after(turn(2, 8, 2), 3, 3) == turn(2, 2, 1)


@both
def test_where_nobody_has_chances_nothing_comes_early(module: ModuleType) -> None:
    quiet = replace(
        AMSTERDAM,
        name="quiet",
        chances=None,
        schedule=tuple(
            replace(entry, taking=(Taking.NEVER, Taking.NEVER)) for entry in AMSTERDAM.schedule
        ),
    )
    flow = flow_of(module, quiet)
    assert flow.after(quiet.turn(1, 11, 2), 0, 0) == quiet.turn(1, 10, 1)
    assert flow.after(quiet.turn(1, 3, 2), 0, 0) == DECISION


@both
def test_who_places(module: ModuleType) -> None:
    flow, turn = flow_of(module, AMSTERDAM), AMSTERDAM.turn
    one, two, move = turn(2, 12, 1), turn(2, 12, 2), turn(2, 11, 1)
    assert [flow.begin(one, *hand) for hand in ((1, 2), (0, 2), (0, 0))] == [one, two, move]
    assert flow.placed(one, 1, 2) == two
    assert flow.placed(one, 2, 0) == one  # passed over
    assert flow.placed(two, 0, 1) == two
    assert flow.placed(two, 0, 0) == move
    # B1: one tile a round.
    flow, turn = flow_of(module, BASE), BASE.turn
    assert flow.placed(turn(1, 1, 1), 1, 2) == turn(1, 1, 2)
    assert flow.placed(turn(1, 1, 2), 1, 1) == turn(1, 2, 1)
    assert flow.placed(turn(1, 2, 2), 0, 0) == turn(1, 3, 1)


@both
def test_what_may_be_taken_away(module: ModuleType) -> None:
    cells = STANDARD.mask_of
    fog = cells("a1 b2 c3")
    assert module.removable(fog, cells("a1 b2")) == fog
    assert module.removable(fog, cells("a1 g3")) == cells("b2 c3")  # A8
    flow, turn = flow_of(module, AMSTERDAM), AMSTERDAM.turn
    here = turn(1, 7, 1)
    assert flow.takeable(here, 2, 3, fog, fog) == fog
    assert flow.takeable(here, 3, 0, fog, fog) == 0  # A3
    assert flow.may_keep(here, fog)
    last = turn(1, 1, 2)
    assert flow.takeable(last, 3, 3, fog, fog) == fog  # A7
    assert not flow.may_keep(last, fog)
    lone = cells("a1")
    assert flow.takeable(last, 3, 3, lone, lone) == 0  # M8
    assert flow.may_keep(last, 0)


@both
def test_what_may_not_go_back(module: ModuleType) -> None:
    landed, other = STANDARD.mask_of("c3 c4 d4"), STANDARD.mask_of("a1")
    tile = STANDARD.mask_of("c3")
    assert module.remembered(landed, 0) == module.remembered(landed, other) == landed
    assert module.remembered(landed, tile) == 0
    assert module.goes_straight_back(landed, 3, landed, 0)
    assert not module.goes_straight_back(landed, 2, landed, 0)
    assert not module.goes_straight_back(landed & ~tile, 3, landed, 0)
    before = module.picture_before(landed | other, landed, 0, STANDARD.stride)
    assert before == STANDARD.mask_of("a1 c2 c3 d3")
    assert module.forbidden_picture(landed, before, landed | other, STANDARD.stride) == before
    assert module.forbidden_picture(0, before, landed | other, STANDARD.stride) == 0


def test_a_rule_set_that_has_been_played_can_be_sent_to_another_process() -> None:
    assert AMSTERDAM.flow.after(AMSTERDAM.turn(2, 1, 2), 0, 0) == OVER
    assert pickle.loads(pickle.dumps(AMSTERDAM)) == AMSTERDAM
