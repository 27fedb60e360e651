"""Ends without a result: aborting before both have acted, and clocks that wait for both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.rules import RULE_SETS
from menhirs.match.commands import Abort, ActCommand, Rematch, propose
from menhirs.match.entries import Cause, Entry, EntryKind
from menhirs.match.match import COMING_TIME, Change, Match
from menhirs.match.outages import Outages
from menhirs.match.terms import DAY, MINUTE, LiveClock, SlowClock, Terms
from menhirs.match.terms_data import read_terms, write_terms
from menhirs.notation.line import read_line
from menhirs.referee.agreement import next_terms

from .played_match import START, PlayedMatch, terms
from .refusals import refused

LIVE = LiveClock(5 * MINUTE, 2_000)
FIRST = {"amsterdam": ("*g2", "*a1"), "base": ("+c1", "+c2")}


def entry_in(change: Change | object) -> Entry:
    assert isinstance(change, Entry)
    return change


@pytest.mark.parametrize("rules", FIRST)
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("acted", [0, 1])
@pytest.mark.parametrize("command", [Abort(), ActCommand(0, "resign")])
def test_either_may_end_the_game_without_result_before_both_have_acted(
    rules: str, player: int, acted: int, command: Abort | ActCommand
) -> None:
    table = PlayedMatch(terms(rules)).play(" ".join(FIRST[rules][:acted]))
    entry = entry_in(propose(table.match, command, [player], table.at))
    assert (entry.kind, entry.player, entry.text) == (EntryKind.ABORTED, player, Cause.ASKED)
    table.keep(entry)
    for match in (table.match, table.replayed()):
        assert match.is_over
        assert match.position.outcome is None
        assert match.next_moment() is None
    with refused("aborted"):
        table.match.action_ply(1, FIRST[rules][acted], table.at)
    with refused("aborted"):
        propose(table.match, Abort(), [player], table.at)


@pytest.mark.parametrize("rules", FIRST)
def test_after_both_have_acted_giving_up_is_a_loss_and_aborting_is_refused(rules: str) -> None:
    table = PlayedMatch(terms(rules)).play(" ".join(FIRST[rules]))
    with refused("abort-late"):
        propose(table.match, Abort(), [1], table.at)
    table.keep(table.match.resignation(1, table.at))
    assert table.result.startswith("2:")
    with refused("game-over"):
        propose(table.match, Abort(), [1], table.at)


@pytest.mark.parametrize(
    "agreed",
    [terms(computers={2: 3}), terms(shared=True), terms(tournament=True)],
    ids=["computer", "one screen", "tournament"],
)
def test_other_games_are_not_aborted_and_giving_up_is_a_loss_from_the_start(agreed: Terms) -> None:
    table = PlayedMatch(agreed)
    with refused("no-abort"):
        propose(table.match, Abort(), [1], table.at)
    table.keep(table.match.resignation(1, table.at))
    assert table.result == "2:22:resign"


def test_a_tournament_is_kept_with_the_terms_but_not_for_the_next_game() -> None:
    agreed = terms(tournament=True)
    assert not next_terms(PlayedMatch(agreed).match).tournament
    assert read_terms(write_terms(agreed)) == agreed
    assert "tournament" not in write_terms(terms())


def test_nobody_aborts_before_the_seats_are_taken_nor_for_others() -> None:
    match = Match(terms())
    match.append(match.join_entry(1, "", START))
    with refused("waiting"):
        propose(match, Abort(), [1], START)
    with refused("not-seated"):
        propose(PlayedMatch().match, Abort(), [], START)


def test_a_claim_that_is_being_shown_is_not_called_off() -> None:
    ready = "amsterdam ..m/.oom/mo.o./moooo./...../..../.Mo 2 11 remove 1,0 b2b3c4-SE@11 - -"
    position = read_line(ready, RULE_SETS)
    table = PlayedMatch(terms(menhirs=position.menhirs, position=position, clock=LIVE))
    table.claim(1)
    with refused("abort-late"):
        propose(table.match, Abort(), [2], table.at)
    table.time_is_up()
    assert table.result.endswith(":wrong-claim")


@pytest.mark.parametrize("clock", [LiveClock(MINUTE), SlowClock(1)])
@pytest.mark.parametrize("acted", [0, 1])
def test_time_that_runs_out_before_both_have_acted_costs_nobody_the_game(
    clock: LiveClock | SlowClock, acted: int
) -> None:
    table = PlayedMatch(terms(clock=clock)).play(" ".join(FIRST["amsterdam"][:acted]))
    table.time_is_up()
    entry = table.log[-1]
    assert (entry.kind, entry.player, entry.text) == (EntryKind.ABORTED, 1 + acted, Cause.TIME)
    assert table.match.clock is not None
    assert table.match.clock.running is None


def test_another_game_may_follow_one_that_was_aborted() -> None:
    table = PlayedMatch()
    table.keep(table.match.abort_entry(1, table.at))
    offer = entry_in(propose(table.match, Rematch(), [1], table.at))
    table.keep(offer)
    assert table.match.rematch_answer_entry(2, True, table.at) is None


# The clocks wait until both have come.


def seated(clock: LiveClock | SlowClock = LIVE, outages: Outages | None = None) -> Match:
    match = Match(terms(clock=clock), (), outages)
    for seat in (2, 1):
        match.append(match.join_entry(seat, "", START))
    return match


def test_no_live_clock_runs_before_both_were_at_the_board() -> None:
    match = seated()
    assert match.clock is not None
    assert match.waits_for_both
    assert match.clock.running is None
    assert match.clock.left(1, START + 4 * MINUTE) == LIVE.time
    later = START + 4 * MINUTE
    entry = match.together_entry(later)
    assert entry is not None
    before = match.state
    match.append(entry)
    assert match.clock.running == 1
    assert match.state == before, "what was sent for the state before still counts"
    assert match.next_moment() == later + LIVE.time
    assert match.together_entry(later) is None


def test_the_clocks_run_once_both_have_acted_wherever_they_are() -> None:
    match = seated()
    assert match.clock is not None
    match.append(match.action_ply(1, "*g2", START + 1_000))
    assert match.clock.running is None
    match.append(match.action_ply(2, "*a1", START + 9_000))
    assert match.clock.running == 1
    assert (match.clock.left(1, START + 9_000), match.clock.left(2, START)) == (LIVE.time,) * 2


@pytest.mark.parametrize("acted", [0, 1])
def test_who_is_waited_for_too_long_in_vain_plays_no_game(acted: int) -> None:
    match = seated(outages=Outages([(START + 1_000, START + 61_000)]))
    for action in FIRST["amsterdam"][:acted]:
        match.append(match.action_ply(1, action, START + 500))
    moment = START + COMING_TIME + MINUTE
    assert match.next_moment() == moment, "an outage does not count"
    assert match.due_change(moment - 1) is None
    entry = entry_in(match.due_change(moment))
    assert (entry.kind, entry.text) == (EntryKind.ABORTED, Cause.ABSENT)
    match.append(entry)
    assert match.is_over


@pytest.mark.parametrize(
    "agreed",
    [
        terms(clock=SlowClock(3)),
        terms(),
        terms(clock=LIVE, tournament=True),
        terms(clock=LIVE, computers={2: 3}),
        terms(clock=LIVE, shared=True),
    ],
    ids=["slow", "no clock", "tournament", "computer", "one screen"],
)
def test_other_clocks_wait_for_nobody(agreed: Terms) -> None:
    match = Match(agreed)
    for seat in agreed.people:
        match.append(match.join_entry(seat, "", START))
    assert not match.waits_for_both
    assert match.together_entry(START) is None
    assert match.clock is None or match.clock.running == 1


def test_a_turn_taken_back_does_not_start_the_clocks() -> None:
    match = seated()
    assert match.clock is not None
    match.append(match.action_ply(1, "*g2", START))
    match.append(match.take_back_entry(1, START))
    match.append(match.take_back_answer_entry(2, True, START))
    assert (match.plies, match.clock.running) == ([], None)


@given(st.lists(st.sampled_from(["abort", "act", "together", "wait", "resign"]), max_size=12))
def test_a_log_leads_to_the_same_match_again(steps: list[str]) -> None:
    agreed = terms(clock=LIVE)
    match, log, at = Match(agreed), list[Entry](), START

    def keep(change: Change) -> None:
        match.append(change)
        log.append(change if isinstance(change, Entry) else change.entry)

    for seat in (1, 2):
        keep(match.join_entry(seat, "", at))
    for step in steps:
        at += 1_000
        if match.is_over:
            break
        if step == "abort" and match.may_be_aborted:
            keep(match.abort_entry(2, at))
        elif step == "resign":
            keep(match.resignation(2, at))
        elif step == "together" and (entry := match.together_entry(at)) is not None:
            keep(entry)
        elif step == "wait":
            at += DAY
            if (due := match.due_change(at)) is not None:
                keep(due)
        elif step == "act":
            action = match.position.board_actions()[0]
            keep(match.ply_for(match.position.player, action, at))
    again = Match(agreed, log)
    assert again.is_over == match.is_over
    assert again.aborted == match.aborted
    assert again.position == match.position
    assert again.next_moment() == match.next_moment()
    assert match.both_acted or match.position.outcome is None, "no result before both have acted"
