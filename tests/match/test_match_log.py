"""Reading the log of a match again gives the same match, whatever happened in it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.core.rules import RULE_SETS
from menhirs.match.commands import ClaimCommand, kept_of_refused, propose
from menhirs.match.match import Change, Match, entry_of
from menhirs.match.terms import ClockTerms, LiveClock, SlowClock
from menhirs.notation.actions import write_action
from menhirs.notation.record import read_record, write_record
from tests.random_play import choose

from .played_match import PlayedMatch, terms

CLOCKS: list[ClockTerms] = [None, LiveClock(60_000, 2_000), SlowClock(1)]
SEATINGS: list[dict[str, Any]] = [{}, {"shared": True}, {"computers": {2: 1}}]


def seen(match: Match, at: int) -> object:
    """All that can be known of a match."""
    return (
        match.terms,
        match.plies,
        match.names,
        match.offers,
        match.next_match,
        match.entries,
        match.state,
        match.late_claims,
        match.has_begun,
        match.free_seats,
        match.claim_window(at),
        match.showing_ends(),
        match.next_moment(),
        match.clock and (match.clock.running, match.clock.left(1, at), match.clock.left(2, at)),
        [match.may_take_back(seat) for seat in (1, 2)],
    )


def random_step(table: PlayedMatch, numbers: Random) -> Change | None:
    """What somebody at the table might do next, sensible or not."""
    match, at = table.match, table.at
    player = numbers.choice((1, 2))
    yes = numbers.random() < 0.5
    window = match._last_window()
    turn = window.turn if window and numbers.random() < 0.8 else numbers.randrange(200)
    rubbish = numbers.choice(["", "c3", "keep", "on", "resign", "time", "xd1", "+d1", "c3-N"])
    choices: list[tuple[int, Callable[[], Change | None]]] = [
        (2, lambda: match.action_ply(player, rubbish if yes else "keep", at)),
        (1, lambda: match.claim_ply(player, turn, at, numbers.randrange(-500, 3_000))),
        (2, lambda: _late_claim(match, player, turn, at)),
        (2, lambda: match.take_back_entry(player, at)),
        (2, lambda: match.take_back_answer_entry(player, yes, at)),
        (1, lambda: match.rematch_entry(player, at)),
        (1, lambda: match.rematch_answer_entry(player, yes, at)),
        (1, lambda: match.name_entry(player, numbers.choice(["Ann", "", "\0", "x" * 50]), at)),
        (1, lambda: match.join_entry(player, "late", at)),
        (1, lambda: match.next_entry(player, "next", at)),
        (1, lambda: match.due_change(at)),
        (20, lambda: _sensible(match, numbers, at)),
    ]
    weights, actions = zip(*choices, strict=True)
    act: Callable[[], Change | None] = numbers.choices(actions, weights)[0]
    return act()


def _late_claim(match: Match, player: Player, turn: int, at: int) -> Change | None:
    command = ClaimCommand(turn)
    try:
        propose(match, command, [player], at)
    except MenhirsError as refusal:
        return kept_of_refused(match, command, [player], at, refusal)
    return None


def _sensible(match: Match, numbers: Random, at: int) -> Change:
    if match.is_over:
        return match.name_entry(1, "Ann", at)
    position = match.position
    text = write_action(choose(position, numbers), position)
    player = (position.claimant or position.player) if text == "claim" else position.player
    return match.action_ply(player, text, at)


@pytest.mark.parametrize("clock", CLOCKS, ids=["none", "live", "slow"])
@pytest.mark.parametrize("seating", SEATINGS, ids=["friend", "shared", "computer"])
@settings(max_examples=30)  # for each clock and seating
@given(st.sampled_from(sorted(RULE_SETS)), st.integers(0, 2**32), st.booleans())
def test_random_play_never_corrupts_a_match(
    clock: ClockTerms, seating: dict[str, Any], rules: str, seed: int, timed: bool
) -> None:
    numbers = Random(seed)
    table = PlayedMatch(terms(rules, clock=clock, timed_claims=timed, **seating))
    for _ in range(50):
        table.wait(numbers.choice([0, 1, 200, 2_999, 3_001, 31_000]))
        before, entries = seen(table.match, table.at), len(table.log)
        try:
            change = random_step(table, numbers)
        except MenhirsError:
            change = None
        # Asking what may be done changes nothing; only taking an entry in does.
        assert seen(table.match, table.at) == before
        assert len(table.log) == entries
        if change is not None:
            entry = entry_of(change)
            assert (entry.number, entry.at) == (table.match.entries + 1, table.at)
            table.keep(change)
            assert table.match.state <= table.match.entries
    again = table.replayed()  # read from the log, where the match was given the plies themselves
    assert again.plies == table.match.plies
    for at in (table.at, table.at + 2_999, table.at + 10**6):
        assert seen(again, at) == seen(table.match, at)
    record = table.match.record({"Player1": "Ann"})
    assert read_record(write_record(record)).final == table.match.position
