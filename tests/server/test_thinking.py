"""What the computer is asked, and that it always answers with something it may do."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from menhirs.core.state import Phase
from menhirs.match import computer
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line
from menhirs.server.thinking import Thinkers, Thought, _think
from tests.match.tables import GIFT, Table, in_round_11, terms


def thought(table: Table, late: bool = False) -> Thought:
    """What the computer comes up with at this table, asked as a room asks it."""
    task = computer.task(table.match, table.at)
    assert task is not None
    may_claim = task.claims_on is not None and not late
    position = table.match.position
    line = write_line(position if may_claim else position.close_claim_window())
    return _think(line, task.level, "seed", task.acts, may_claim)


@pytest.mark.parametrize("level", [1, 8])
def test_the_opponents_claim_is_not_its_own(level: int) -> None:
    """It has just made the gift itself and may take a tile away: it does that, or keeps."""
    table = in_round_11(terms(computers={1: level})).play(GIFT)
    assert table.match.position.phase is Phase.REMOVE
    found = thought(table)
    assert not found.claims
    assert found.action is not None
    table.match.position.check(read_action(found.action, table.match.position))


def test_a_strong_player_claims_on_turn_and_off_turn() -> None:
    for so_far in (GIFT, f"{GIFT} keep"):
        assert thought(in_round_11(terms(computers={2: 8})).play(so_far)) == Thought(True, None)


def test_too_late_for_the_claim_it_plays() -> None:
    table = in_round_11(terms(computers={2: 8})).play(f"{GIFT} keep").wait(60_000)
    found = thought(table)
    assert not found.claims and found.action is not None
    assert table.play(found.action).result == "2:22:freed"


def test_a_claim_that_came_too_late_after_all_is_thought_over() -> None:
    found = thought(in_round_11(terms(computers={2: 8})).play(f"{GIFT} keep"), late=True)
    assert not found.claims and found.action is not None


def test_off_turn_there_is_nothing_but_to_claim() -> None:
    table = in_round_11(terms(computers={2: 8})).play("d1-N")
    assert thought(table) == Thought(False, None)


def test_a_thought_is_had_again_if_its_process_is_killed() -> None:
    async def think() -> Thought:
        thinkers = Thinkers(1)
        try:
            pid = await asyncio.get_running_loop().run_in_executor(thinkers._pool, os.getpid)
            os.kill(pid, signal.SIGKILL)
            line = write_line(in_round_11().match.position)
            return await thinkers.think(line, 1, "seed", acts=True, may_claim=False)
        finally:
            thinkers.close()

    assert asyncio.run(think()).action is not None
