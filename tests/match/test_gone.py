"""Players who leave a live game: when the other may end it, and as what (D14)."""

from __future__ import annotations

import pytest

from menhirs.match.commands import EndLeftCommand, propose
from menhirs.match.match import GONE_TIME, Gone
from menhirs.match.outages import Outages
from menhirs.match.terms import DAY, MINUTE, LiveClock, SlowClock, Terms

from .played_match import PlayedMatch, in_round_11, terms
from .refusals import refused

LIVE = LiveClock(60 * MINUTE)
BOTH, ONLY_2, ONLY_1 = {1: True, 2: True}, {1: False, 2: True}, {1: True, 2: False}


def left_by_player_1(agreed: Terms | None = None, outages: Outages | None = None) -> PlayedMatch:
    """A game in which player 1 is on turn and goes away."""
    table = in_round_11(agreed or terms(clock=LIVE), outages)
    table.match.notice(BOTH, table.at)
    table.match.notice(ONLY_2, table.wait(5_000).at)
    return table


@pytest.mark.parametrize(
    ("tie", "text", "result"), [(False, "left", "2:22:left"), (True, "left-tie", "0:0:left")]
)
def test_who_waits_for_a_player_who_has_gone_may_end_the_game(
    tie: bool, text: str, result: str
) -> None:
    table = left_by_player_1()
    until = table.at + GONE_TIME
    assert table.match.gone() == Gone(1, until)
    with refused("gone-early"):
        propose(table.match, EndLeftCommand(tie), [2], until - 1)
    with refused("not-gone"):
        propose(table.match, EndLeftCommand(tie), [1], until)
    change = propose(table.match, EndLeftCommand(tie), [2], until)
    entry = table.keep(change)  # type: ignore[arg-type]
    assert (entry.player, entry.text) == (2, text)
    assert table.result == result
    again = table.replayed()
    assert again.position == table.match.position
    with refused("game-over"):
        propose(again, EndLeftCommand(tie), [2], until)


def test_whoever_comes_back_in_time_has_not_left() -> None:
    table = left_by_player_1()
    table.match.notice(BOTH, table.wait(GONE_TIME - 1).at)
    assert table.match.gone() is None
    table.match.notice(ONLY_2, table.wait(1_000).at)
    assert table.match.gone() == Gone(1, table.at + GONE_TIME), "the time begins anew"


def test_time_counts_only_while_the_other_waits_at_the_board_for_a_turn() -> None:
    table = left_by_player_1()
    table.match.notice({1: False, 2: False}, table.wait(1_000).at)
    assert table.match.gone() is None, "a server or a network that is away sends both away"
    table.match.notice(ONLY_2, table.wait(10 * MINUTE).at)
    assert table.match.gone() == Gone(1, table.at + GONE_TIME)
    # Player 2 was away all the time that player 1 thought: it counts from player 2's turn on.
    other = in_round_11(terms(clock=LIVE))
    other.match.notice(ONLY_1, other.at)
    assert other.match.gone() is None
    other.wait(5 * MINUTE).play("d1-N keep")
    assert other.match.gone() == Gone(2, other.at + GONE_TIME)


def test_an_outage_counts_for_nobody() -> None:
    outages = Outages()
    table = left_by_player_1(outages=outages)
    outages.add(table.at + 1_000, table.at + 601_000)
    assert table.match.gone() == Gone(1, table.at + GONE_TIME + 10 * MINUTE)


@pytest.mark.parametrize(
    "agreed",
    [
        terms(),
        terms(clock=SlowClock(1)),
        terms(clock=LIVE, shared=True),
        terms(clock=LIVE, computers={1: 3}),
    ],
    ids=["no clock", "slow", "one screen", "computer"],
)
def test_other_games_are_left_by_nobody(agreed: Terms) -> None:
    table = left_by_player_1(agreed)
    with refused("not-gone"):
        propose(table.match, EndLeftCommand(tie=False), [2], table.at + DAY)


def test_before_both_have_acted_a_game_is_aborted_instead() -> None:
    table = PlayedMatch(terms(clock=LIVE)).play("*g2")
    table.match.notice(ONLY_1, table.at)
    with refused("not-gone"):
        propose(table.match, EndLeftCommand(tie=False), [1], table.at + GONE_TIME)


def test_nobody_plays_it_as_an_action() -> None:
    table = left_by_player_1()
    for text in ("left", "left-tie", "left1", "left-tie2"):
        with refused("not-your-turn"):
            table.match.action_ply(1, text, table.at + DAY)
