"""The computer at the table: when it is asked to think, and how fast it reacts."""

from __future__ import annotations

import pytest

from menhirs.core.rules import AMSTERDAM
from menhirs.core.state import Phase
from menhirs.match import computer
from menhirs.match.match import Match

from .played_match import GIFT, QUIET, START, PlayedMatch, in_round_11, terms

AGAINST_2 = terms(computers={2: 3})


def test_it_has_nothing_to_do_without_an_opponent_or_after_the_end() -> None:
    assert computer.task(Match(AGAINST_2), START) is None
    table = PlayedMatch(AGAINST_2).play("resign")
    assert computer.task(table.match, table.at) is None


def test_it_acts_on_its_turn_only() -> None:
    table = PlayedMatch(AGAINST_2)
    assert computer.task(table.match, table.at) is None
    table.play("*g2")
    task = computer.task(table.match, table.at)
    assert task is not None
    assert (task.player, task.level, task.acts, task.claims_on) == (2, 3, True, None)


def test_it_may_claim_while_the_opponent_thinks_about_taking_away() -> None:
    table = in_round_11(AGAINST_2).play(GIFT)
    window = table.match._last_window()
    task = computer.task(table.match, table.at)
    assert task is not None and window is not None
    assert (task.acts, task.claims_on) == (False, window.turn)


def test_on_its_turn_it_may_act_or_claim() -> None:
    table = in_round_11(AGAINST_2).play(f"{GIFT} keep")
    window = table.match._last_window()
    task = computer.task(table.match, table.at)
    assert task is not None and window is not None
    assert (task.acts, task.claims_on) == (True, window.turn)


def test_too_late_for_a_claim_it_still_acts() -> None:
    table = in_round_11(AGAINST_2).play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + 1)
    task = computer.task(table.match, table.at)
    assert task is not None
    assert (task.acts, task.claims_on) == (True, None)


def test_the_window_on_its_own_move_is_not_its_to_claim() -> None:
    """While it thinks about taking away, only the person may claim."""
    table = in_round_11(terms(computers={1: 3})).play(GIFT)
    assert table.match.position.phase is Phase.REMOVE
    task = computer.task(table.match, table.at)
    assert task is not None
    assert (task.player, task.acts, task.claims_on) == (1, True, None)


def test_it_shows_what_it_claimed() -> None:
    table = in_round_11(AGAINST_2).play(GIFT)
    table.claim(2)
    task = computer.task(table.match, table.at)
    assert task is not None
    assert (task.acts, task.claims_on) == (True, None)


@pytest.mark.parametrize("action", [QUIET, f"{QUIET} keep"])
def test_people_alone_need_no_computer(action: str) -> None:
    table = in_round_11().play(action)
    assert computer.task(table.match, table.at) is None


@pytest.mark.parametrize("level", range(1, 9))
def test_its_reaction_fits_into_the_window(level: int) -> None:
    times = [computer.reaction_time(level, turn) for turn in range(200)]
    assert min(times) >= 500
    assert max(times) < AMSTERDAM.claim_time
    assert len(set(times)) > 50
    assert times == [computer.reaction_time(level, turn) for turn in range(200)]


def test_better_players_react_faster() -> None:
    means = [
        sum(computer.reaction_time(level, turn) for turn in range(200)) for level in range(1, 9)
    ]
    assert means == sorted(means, reverse=True)
