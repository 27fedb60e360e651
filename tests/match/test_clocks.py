"""Clocks: whose time runs, what a turn adds, who loses on time, and what an outage costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.match.clock import Clock
from menhirs.match.match import Match, Ply
from menhirs.match.outages import Outages
from menhirs.match.terms import DAY, MINUTE, ClockTerms, LiveClock, SlowClock

from .played_match import GIFT, OPENING, QUIET, START, PlayedMatch, in_round_11, terms
from .refusals import refused


def lefts(table: PlayedMatch) -> tuple[int, int]:
    clock = table.match.clock
    assert clock is not None
    return clock.left(1, table.at), clock.left(2, table.at)


def test_a_slow_clock_starts_when_both_have_sat_down() -> None:
    match = Match(terms(clock=SlowClock(1)))
    match.append(match.join_entry(2, "", START))
    assert match.clock is not None
    assert (match.clock.running, match.next_moment()) == (None, None)
    match.append(match.join_entry(1, "", START + 5_000))
    assert match.clock.running == 1
    assert match.next_moment() == START + 5_000 + DAY


def test_only_the_clock_of_the_player_to_act_runs() -> None:
    table = PlayedMatch(terms(clock=LiveClock(5 * MINUTE)))
    table.play("*g2", after=7_000)
    assert lefts(table) == (5 * MINUTE - 7_000, 5 * MINUTE)
    table.play("*a1", after=3_000)
    assert lefts(table) == (5 * MINUTE - 7_000, 5 * MINUTE - 3_000)
    assert lefts(table.wait(1_500)) == (5 * MINUTE - 8_500, 5 * MINUTE - 3_000)


def test_an_increment_comes_once_a_turn_not_once_an_action() -> None:
    table = in_round_11(terms(clock=LiveClock(5 * MINUTE, 2_000)))
    before = lefts(table)[0]
    table.play(QUIET, after=1_000)  # the move; taking away belongs to the same turn
    assert lefts(table)[0] == before - 1_000
    table.play("keep", after=1_000)
    assert lefts(table)[0] == before - 2_000 + 2_000


def test_a_slow_clock_gives_every_turn_the_same_days() -> None:
    table = in_round_11(terms(clock=SlowClock(2)))
    table.play(QUIET, after=DAY).play("keep", after=DAY // 2)
    assert lefts(table)[1] == 2 * DAY
    table.play(table.quiet_move(), after=DAY).play("keep", after=0)
    assert lefts(table)[0] == 2 * DAY


def test_the_two_actions_of_a_slow_turn_share_its_days() -> None:
    table = in_round_11(terms(clock=SlowClock(1))).play(QUIET, after=DAY - 1_000)
    assert lefts(table)[0] == 1_000
    table.time_is_up()
    assert table.result == "2:22:time"


@pytest.mark.parametrize("clock", [LiveClock(MINUTE), SlowClock(1)])
def test_the_flag_falls_exactly_when_the_time_is_over(clock: LiveClock | SlowClock) -> None:
    table = PlayedMatch(terms(clock=clock)).play("*g2 *a1", after=0)
    moment = table.match.next_moment()
    assert moment == START + clock.time
    assert table.match.due_change(moment - 1) is None
    ply = table.match.due_change(moment)
    assert isinstance(ply, Ply)
    assert (ply.entry.player, ply.entry.text) == (1, "time")
    table.keep(ply)
    assert table.result == "2:22:time"
    assert table.match.next_moment() is None
    assert table.match.due_change(moment + 1) is None


def test_the_flag_falls_for_the_mover_who_has_still_to_take_away() -> None:
    table = in_round_11(terms(clock=LiveClock(MINUTE))).play(QUIET)
    table.time_is_up()
    assert table.result == "2:22:time"


def test_in_the_base_game_time_costs_the_tiles_on_the_board() -> None:
    table = PlayedMatch(terms("base", clock=LiveClock(MINUTE))).play("+c1 +c2 +c3")
    table.time_is_up()
    assert table.result == "1:11:time"


def test_no_clock_runs_after_the_end() -> None:
    table = PlayedMatch(terms(clock=LiveClock(MINUTE))).play("resign")
    clock = table.match.clock
    assert clock is not None and clock.running is None
    before = lefts(table)
    assert lefts(table.wait(DAY)) == before


def test_players_cannot_call_the_flag_themselves() -> None:
    table = PlayedMatch(terms(clock=LiveClock(MINUTE)))
    for text in ("time", "time1", "time2"):
        for player in (1, 2):
            with refused("not-your-turn"):
                table.match.action_ply(player, text, table.at)


def take_back(table: PlayedMatch, player: int) -> None:
    table.keep(table.match.take_back_entry(player, table.at))


def test_who_takes_back_pays_for_the_time_and_gives_back_the_increment() -> None:
    table = in_round_11(terms(clock=LiveClock(5 * MINUTE, 2_000), shared=True))
    before = lefts(table)
    table.play(f"{QUIET} keep").wait(1_000)
    take_back(table, 1)
    assert lefts(table) == (before[0] - 2_000, before[1])
    assert lefts(table.wait(500)) == (before[0] - 2_500, before[1])


def test_who_takes_a_slow_turn_back_gets_no_new_days() -> None:
    table = in_round_11(terms(clock=SlowClock(2), computers={2: 1}))
    table.play(f"{QUIET} keep", after=DAY // 2).play(table.quiet_move()).play("keep")
    assert lefts(table)[0] == 2 * DAY
    take_back(table, 1)
    assert lefts(table)[0] == DAY


@given(st.lists(st.integers(1, 5_000), min_size=1, max_size=8))
def test_taking_back_against_the_computer_wins_no_time(thoughts: list[int]) -> None:
    """Thinking, moving and taking back uses up the player's own clock each time."""
    table = in_round_11(terms(clock=LiveClock(5 * MINUTE, 30_000), computers={2: 1}))
    before = lefts(table)
    for thought in thoughts:
        table.play(f"{QUIET} keep", after=thought).play(table.quiet_move()).play("keep")
        take_back(table, 1)
        assert lefts(table) == lefts_of_a_replay(table)
    assert lefts(table) == (before[0] - 2 * sum(thoughts), before[1])


def lefts_of_a_replay(table: PlayedMatch) -> tuple[int, int]:
    clock = table.replayed().clock
    assert clock is not None
    return clock.left(1, table.at), clock.left(2, table.at)


def test_a_turn_is_not_taken_back_if_that_would_lose_on_time() -> None:
    """More was thought than there was without the increment: the game goes on instead."""
    table = in_round_11(terms(clock=LiveClock(MINUTE, 50_000), computers={2: 1}))
    spent = lefts(table)[0] - 5_000
    table.play(QUIET, after=spent).play("keep", after=0)
    table.play(table.quiet_move()).play("keep").wait(6_000)
    with refused("take-back-time"):
        take_back(table, 1)
    assert not table.match.is_over and lefts(table)[0] > 40_000


def test_a_turn_is_not_granted_back_if_that_would_lose_on_time() -> None:
    table = in_round_11(terms(clock=LiveClock(MINUTE, 50_000)))
    table.play(QUIET, after=lefts(table)[0] - 5_000).play("keep", after=0)
    take_back(table, 1)  # asks for it
    table.play(table.quiet_move()).play("keep")
    take_back(table, 1)
    table.wait(6_000)
    with refused("take-back-time"):
        table.match.take_back_answer_entry(2, True, table.at)


@pytest.mark.parametrize(
    ("time", "increment"),
    [(0, 0), (-1, 0), (29_999, 0), (180 * MINUTE + 1, 0), (MINUTE, -1), (MINUTE, 60_001)],
)
def test_a_live_clock_has_sensible_bounds(time: int, increment: int) -> None:
    with refused("clock"):
        LiveClock(time, increment)


@pytest.mark.parametrize("days", [-1, 0, 15, 10**9])
def test_a_slow_clock_has_sensible_bounds(days: int) -> None:
    with refused("clock"):
        SlowClock(days)


# Outages.


def test_an_outage_costs_nobody_time() -> None:
    outages = Outages([(START + 10_000, START + 10_000 + 3_600_000)])
    table = PlayedMatch(terms(clock=LiveClock(MINUTE)), outages)
    assert table.match.next_moment() == START + MINUTE + 3_600_000
    table.play("*g2", after=3_600_000 + 15_000)
    assert lefts(table) == (MINUTE - 15_000, MINUTE)


def test_an_outage_that_reaches_into_the_future_stops_the_clock_until_then() -> None:
    """Players need a moment to find a server again that was gone."""
    outages = Outages([(START + 1_000, START + 20_000)])
    table = PlayedMatch(terms(clock=LiveClock(MINUTE)), outages).wait(10_000)
    assert lefts(table)[0] == MINUTE - 1_000
    assert lefts(table.wait(10_000))[0] == MINUTE - 1_000
    assert lefts(table.wait(1))[0] == MINUTE - 1_001


def test_outages_that_overlap_count_once() -> None:
    told_by_two = Outages([(5, 20), (10, 30), (10, 12), (30, 31), (50, 60)])
    assert told_by_two.elapsed(0, 100) == 100 - 26 - 10
    assert told_by_two.moment_after(0, 5) == 5
    assert told_by_two.moment_after(0, 6) == 32
    assert told_by_two.moment_after(15, 19) == 50
    assert told_by_two.moment_after(15, 20) == 61


def test_time_does_not_run_backwards() -> None:
    assert Outages([(0, 100)]).elapsed(60, 40) == 0
    assert Outages().elapsed(60, 40) == 0


stretches = st.lists(
    st.tuples(st.integers(0, 200), st.integers(0, 40)).map(lambda s: (s[0], s[0] + s[1]))
)


@given(stretches, st.integers(0, 200), st.integers(0, 200))
def test_time_elapsed_is_time_outside_all_outages(
    gone: list[tuple[int, int]], begin: int, length: int
) -> None:
    end = begin + length
    counted = sum(not any(a <= t < b for a, b in gone) for t in range(begin, end))
    assert Outages(gone).elapsed(begin, end) == counted


@given(stretches, st.integers(0, 200), st.integers(1, 200))
def test_the_moment_after_a_duration_is_the_first_with_so_much_elapsed(
    gone: list[tuple[int, int]], begin: int, duration: int
) -> None:
    outages = Outages(gone)
    moment = outages.moment_after(begin, duration)
    assert outages.elapsed(begin, moment) == duration
    assert outages.elapsed(begin, moment - 1) == duration - 1


@pytest.mark.parametrize("clock", [LiveClock(MINUTE, 5_000), SlowClock(1)])
@given(st.lists(st.integers(0, 20_000), min_size=8, max_size=8))
def test_the_announced_moment_is_when_nothing_is_left(clock: ClockTerms, waits: list[int]) -> None:
    table = PlayedMatch(terms(clock=clock))
    for action, wait in zip(OPENING.split(), waits, strict=True):
        table.play(action, after=wait)
        running, moment = table.match.clock, table.match.next_moment()
        assert isinstance(running, Clock) and running.running is not None and moment is not None
        assert running.left(running.running, moment) == 0
        assert running.left(running.running, moment - 1) == 1


def test_an_untouched_second_window_is_not_shortened_by_the_first_players_outage() -> None:
    """An outage before the window belongs to the turn before, not to the window."""
    outages = Outages([(START, START + 5_000)])
    table = in_round_11(outages=outages).play(f"{GIFT} keep")
    window = table.match.claim_window(table.at)
    assert window is not None and window.closes == table.at + 3_000
