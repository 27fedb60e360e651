"""When a claim counts (A9, D7): from the opponent's move until 3 seconds after the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from menhirs.core.rules import AMSTERDAM
from menhirs.core.state import Phase
from menhirs.match.lag import MOST_LAG
from menhirs.match.match import MOST_GIVEN_BACK, MOST_HELD
from menhirs.match.outages import Outages
from menhirs.match.terms import LiveClock, SlowClock

from .played_match import FAILS, GIFT, OPENING, QUIET, SHOWS, START, PlayedMatch, in_round_11, terms
from .refusals import refused

A_YEAR = 365 * 24 * 3_600_000


@pytest.mark.parametrize(
    "after_the_turn", [0, 1, 1_500, AMSTERDAM.claim_time - 1, AMSTERDAM.claim_time]
)
@pytest.mark.parametrize("end_of_turn", ["keep", "xe1"])
def test_a_claim_counts_until_three_seconds_after_the_turn(
    end_of_turn: str, after_the_turn: int
) -> None:
    table = in_round_11().play(f"{GIFT} {end_of_turn}").wait(after_the_turn)
    table.claim(2)
    assert table.match.position.phase is Phase.PROVE
    assert table.play(SHOWS).result == "2:22:claim"


@pytest.mark.parametrize("too_late", [1, 2, 500, 60_000, A_YEAR])
def test_a_millisecond_later_it_is_refused_without_penalty(too_late: int) -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + too_late)
    with refused("claim-late"):
        table.claim(2)
    assert table.match.claim_window(table.at) is None
    assert table.result == "-"
    table.play(SHOWS)  # still the winning move: it is just played
    assert table.result == "2:22:freed"


@pytest.mark.parametrize("waited", [0, 3_001, A_YEAR])
def test_while_the_opponent_thinks_about_taking_away_no_time_runs(waited: int) -> None:
    table = in_round_11().play(GIFT).wait(waited)
    window = table.match.claim_window(table.at)
    assert window is not None and window.closes is None
    table.claim(2)
    assert table.match.position.phase is Phase.PROVE


@pytest.mark.parametrize("lag", [1, 300, MOST_LAG])
def test_lag_is_allowed_for(lag: int) -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + lag)
    with refused("claim-late"):
        table.claim(2, lag=lag - 1)
    entry = table.claim(2, lag=lag)
    assert (entry.at, entry.lag) == (table.at, lag)


@pytest.mark.parametrize("told", [MOST_LAG + 1, 10**9])
def test_lag_is_allowed_for_only_up_to_a_cap(told: int) -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + MOST_LAG + 1)
    with refused("claim-late"):
        table.claim(2, lag=told)
    table.wait(-1)
    assert table.claim(2, lag=told).lag == MOST_LAG


@pytest.mark.parametrize("held", [1, MOST_HELD])
def test_it_counts_from_the_moment_the_button_is_pressed(held: int) -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + held)
    with refused("claim-late"):
        table.claim(2, held=held - 1)
    assert table.claim(2, held=held).lag == held


@pytest.mark.parametrize("told", [MOST_HELD + 1, 60_000])
def test_holding_it_is_allowed_for_only_up_to_a_cap(told: int) -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + MOST_HELD + 1)
    with refused("claim-late"):
        table.claim(2, held=told)
    table.wait(-1)
    assert table.claim(2, held=told).lag == MOST_HELD


@pytest.mark.parametrize("told", [MOST_HELD, 60_000])
def test_lag_and_holding_together_have_a_cap(told: int) -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + MOST_GIVEN_BACK + 1)
    with refused("claim-late"):
        table.claim(2, lag=10**6, held=told)
    table.wait(-1)
    assert table.claim(2, lag=10**6, held=told).lag == MOST_GIVEN_BACK


def test_lag_below_zero_is_none() -> None:
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time)
    assert table.claim(2, lag=-(10**6), held=-(10**6)).lag == 0


def test_the_window_that_is_shown_closes_when_a_claim_without_lag_is_too_late() -> None:
    table = in_round_11().play(f"{GIFT} keep")
    window = table.match.claim_window(table.at)
    assert window is not None
    assert window.closes == table.at + AMSTERDAM.claim_time
    assert table.match.claim_window(table.at + AMSTERDAM.claim_time) == window
    assert table.match.claim_window(table.at + AMSTERDAM.claim_time + 1) is None


def test_a_claim_that_races_the_end_of_the_turn_counts() -> None:
    """It names the turn that it is about, whatever was done since."""
    table = in_round_11().play(GIFT)
    seen = table.match.claim_window(table.at)
    assert seen is not None
    table.play("xe1", after=10)
    table.claim(2, turn=seen.turn)
    assert table.match.position.fog >> table.match.start.geometry.cell("e1") & 1
    assert table.play(SHOWS).result == "2:22:claim"


def test_a_claim_that_names_an_older_turn_is_refused() -> None:
    table = in_round_11().play(GIFT)
    older = table.match._last_window()
    assert older is not None
    table.play("keep")
    table.play(table.quiet_move(), after=4_000)
    with refused("claim-own"):
        table.claim(2, turn=older.turn)  # now it is player 1 who may claim
    table.play("keep").play(table.quiet_move(), after=4_000)
    with refused("claim-turn"):
        table.claim(2, turn=older.turn)
    assert table.result == "-"


def test_a_claim_on_a_turn_that_was_taken_back_is_refused() -> None:
    table = in_round_11(terms(shared=True)).play(GIFT)
    seen = table.match._last_window()
    assert seen is not None
    table.keep(table.match.take_back_entry(1, table.at))
    with refused("claim-closed"):
        table.claim(2, turn=seen.turn)
    table.play(QUIET)
    with refused("claim-turn"):
        table.claim(2, turn=seen.turn)


@pytest.mark.parametrize("turn", [0, -1, 1, 10**9])
def test_a_claim_names_the_turn_exactly(turn: int) -> None:
    table = in_round_11().play(GIFT)
    with refused("claim-turn"):
        table.claim(2, turn=turn)


def test_nobody_claims_on_a_turn_of_his_own() -> None:
    table = in_round_11().play(GIFT)
    with refused("claim-own"):
        table.claim(1)


def test_the_claimants_own_move_closes_the_window() -> None:
    table = in_round_11().play(f"{GIFT} keep")
    seen = table.match._last_window()
    assert seen is not None
    table.play(table.quiet_move(), after=10)
    with refused("claim-own"):
        table.claim(2, turn=seen.turn)


def test_claims_by_the_word_for_it_count_the_same() -> None:
    table = in_round_11().play(GIFT)
    table.keep(table.match.action_ply(2, "claim", table.at))
    assert table.match.position.phase is Phase.PROVE
    table = in_round_11().play(f"{GIFT} keep").wait(AMSTERDAM.claim_time + 1)
    with refused("claim-late"):
        table.match.action_ply(2, "claim", table.at)
    with refused("claim-closed"):
        in_round_11().match.action_ply(2, "claim", START)


def test_no_claims_in_round_12() -> None:
    table = PlayedMatch()
    for action in OPENING.split():
        for player in (1, 2):
            with refused("claim-round"):
                table.claim(player)
        table.play(action)


def test_no_claims_in_round_1() -> None:
    table = in_round_11().play_quietly_until("1")
    for _ in range(2):  # on the turns of both
        while not table.match.is_over and table.match.position.phase is Phase.MOVE:
            table.play(table.quiet_move(), after=4_000)
        for player in (1, 2):
            with refused("claim-round"):
                table.claim(player)
        table.play(table.any_other())


def test_player_1_claims_before_the_decision_moment() -> None:
    """After the last turn of round 3, as long as the decision has not been spoken."""
    table = in_round_11().play_quietly_until("decide")
    assert table.match.position.claimant == 1
    table.wait(AMSTERDAM.claim_time)
    table.claim(1)
    assert table.result in ("-", "2:14:wrong-claim")


def test_the_decision_closes_the_window() -> None:
    table = in_round_11().play_quietly_until("decide").play("back", after=10)
    with refused("claim-closed"):
        table.claim(1)


def test_a_wrong_claim_loses_at_once() -> None:
    table = in_round_11().play(QUIET)
    table.claim(2)
    assert table.result == "1:22:wrong-claim"


def test_a_claim_is_made_only_once() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    for player in (1, 2):
        with refused("claim-pending"):
            table.claim(player)


@pytest.mark.parametrize("agreed", [{"timed_claims": False}, {"clock": SlowClock(3)}])
def test_where_no_clock_runs_only_the_next_action_closes_the_window(
    agreed: dict[str, Any],
) -> None:
    table = in_round_11(terms(**agreed)).play(f"{GIFT} keep").wait(2 * 24 * 3_600_000)
    window = table.match.claim_window(table.at)
    assert window is not None and window.closes is None
    table.claim(2)
    assert table.match.showing_ends() is None
    table.wait(3_600_000)
    assert table.match.due_change(table.at) is None
    assert table.play(SHOWS).result == "2:22:claim"


def test_the_base_game_knows_no_claims() -> None:
    table = PlayedMatch(terms("base")).play("+c1 +c2 +e1 +e2")
    table.play(table.quiet_move())
    with refused("claim-unknown"):
        table.claim(2)


def test_before_both_sit_nobody_claims() -> None:
    from menhirs.match.match import Match

    with refused("waiting"):
        Match(terms()).claim_ply(2, 0, START)


# Showing it.


def test_the_claimant_has_thirty_seconds_to_show_it() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    assert table.match.next_moment() == table.at + 30_000
    assert table.match.due_change(table.at + 29_999) is None
    table.wait(29_999).play(SHOWS, after=0)
    assert table.result == "2:22:claim"


def test_time_over_makes_it_a_wrong_claim() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    table.time_is_up()
    assert table.result == "1:22:wrong-claim"


def test_another_move_makes_it_a_wrong_claim() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    assert table.play(FAILS).result == "1:22:wrong-claim"


def test_only_the_claimant_shows_it() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    with refused("not-your-turn"):
        table.match.action_ply(1, SHOWS, table.at)
    with refused("prove-move"):
        table.match.action_ply(2, "keep", table.at)


def test_the_players_own_clock_rests_while_a_claim_is_shown() -> None:
    table = in_round_11(terms(clock=LiveClock(60_000))).play(GIFT)
    table.claim(2)
    clock = table.match.clock
    assert clock is not None and clock.running is None
    left = clock.left(2, table.at)
    table.wait(20_000)
    assert clock.left(2, table.at) == left
    assert table.match.next_moment() == table.at + 10_000


def test_with_untimed_claims_a_live_clock_runs_on_and_ends_the_showing() -> None:
    table = in_round_11(terms(clock=LiveClock(60_000), timed_claims=False)).play(GIFT)
    table.claim(2)
    clock = table.match.clock
    assert clock is not None and clock.running == 2
    table.time_is_up()
    assert table.result == "1:22:wrong-claim"


# No server: no time.


def test_an_outage_counts_neither_for_the_window_nor_for_the_showing() -> None:
    turn_over = START + 1_000 * len(OPENING.split()) + 2_000
    outages = Outages([(turn_over + 1_000, turn_over + 61_000)])
    table = in_round_11(outages=outages).play(f"{GIFT} keep")
    assert table.at == turn_over
    table.wait(AMSTERDAM.claim_time + 60_000)
    assert table.match.claim_window(table.at) is not None
    assert table.match.claim_window(table.at + 1) is None
    table.claim(2)

    outages = Outages([(turn_over + 1_000, turn_over + 61_000)])
    table = in_round_11(outages=outages).play(f"{GIFT} keep")
    table.claim(2)
    assert table.match.showing_ends() == turn_over + 90_000


def test_a_house_rule_may_give_another_time_to_claim_and_to_show() -> None:
    house = replace(AMSTERDAM, name="house", claim_time=7_000, showing_time=12_000)
    table = PlayedMatch(terms(rules=house)).play(f"{OPENING} {GIFT} keep")
    assert table.match.claim_window(table.at + 7_000) is not None
    assert table.match.claim_window(table.at + 7_001) is None
    table.wait(7_000).claim(2)
    assert table.match.showing_ends() == table.at + 12_000
