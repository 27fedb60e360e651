"""Taking back: by consent, freely against the computer and at one screen; never a claim."""

from __future__ import annotations

import pytest

from menhirs.core.state import Phase
from menhirs.match.commands import WithdrawCommand, propose
from menhirs.match.entries import Entry, EntryKind, Offer
from menhirs.match.match import Match

from .played_match import GIFT, OPENING, QUIET, SHOWS, START, PlayedMatch, in_round_11, terms
from .refusals import refused


def ask(table: PlayedMatch, player: int) -> EntryKind:
    return table.keep(table.match.take_back_entry(player, table.at)).kind


def answer(table: PlayedMatch, player: int, yes: bool) -> EntryKind:
    return table.keep(table.match.take_back_answer_entry(player, yes, table.at)).kind


def test_between_two_people_it_is_asked_for_and_granted() -> None:
    table = in_round_11()
    before = table.match.position
    table.play(f"{QUIET} keep")
    assert ask(table, 1) is EntryKind.OFFER
    assert table.match.offers == {Offer.TAKE_BACK: 1}
    assert table.match.position != before
    assert answer(table, 2, yes=True) is EntryKind.TAKE_BACK
    assert table.match.position == before
    assert not table.match.offers
    table.play(QUIET)  # and the game goes on from there


def test_it_may_be_declined() -> None:
    table = in_round_11().play(f"{QUIET} keep")
    there = table.match.position
    ask(table, 1)
    assert answer(table, 2, yes=False) is EntryKind.DECLINE
    assert table.match.position == there and not table.match.offers
    with refused("no-offer"):
        answer(table, 2, yes=True)


def test_nobody_grants_his_own_wish() -> None:
    table = in_round_11().play(f"{QUIET} keep")
    ask(table, 1)
    with refused("no-offer"):
        answer(table, 1, yes=True)


def test_nobody_grants_what_was_not_asked() -> None:
    table = in_round_11().play(QUIET)
    for player in (1, 2):
        for yes in (True, False):
            with refused("no-offer"):
                answer(table, player, yes)


def test_the_next_action_ends_the_offer() -> None:
    table = in_round_11().play(f"{QUIET} keep")
    ask(table, 1)
    table.play(table.quiet_move())
    with refused("no-offer"):
        answer(table, 2, yes=True)


def test_in_the_middle_of_a_turn_it_is_the_move_that_goes() -> None:
    table = in_round_11(terms(shared=True))
    before = table.match.position
    table.play(QUIET)
    assert table.match.position.phase is Phase.REMOVE
    assert ask(table, 1) is EntryKind.TAKE_BACK
    assert table.match.position == before


def test_while_the_opponent_is_in_the_middle_of_a_turn_his_half_turn_goes_too() -> None:
    table = in_round_11(terms(shared=True))
    before = table.match.position
    table.play(f"{QUIET} keep").play(table.quiet_move())
    assert table.match.position.phase is Phase.REMOVE and table.match.position.player == 2
    ask(table, 1)
    assert table.match.position == before


def test_against_the_computer_nobody_is_asked_and_its_answer_goes_too() -> None:
    table = in_round_11(terms(computers={2: 1}))
    before = table.match.position
    table.play(f"{QUIET} keep").play(table.quiet_move()).play("keep")
    assert ask(table, 1) is EntryKind.TAKE_BACK
    assert table.match.position == before


def test_again_and_again_to_the_very_start() -> None:
    table = in_round_11(terms(computers={2: 1}))
    while table.match.may_take_back(1):
        ask(table, 1)
    assert table.match.position == table.match.start
    with refused("nothing-to-take-back"):
        ask(table, 1)


def test_there_must_be_a_turn_of_ones_own() -> None:
    table = PlayedMatch().play("*g2")
    with refused("nothing-to-take-back"):
        ask(table, 2)
    assert table.match.may_take_back(1) and not table.match.may_take_back(2)


def test_a_claim_is_never_taken_back() -> None:
    table = in_round_11(terms(shared=True)).play(GIFT)
    table.claim(2)
    for player in (1, 2):
        assert not table.match.may_take_back(player)
        with refused("take-back-claim"):
            ask(table, player)


def test_a_claim_ends_the_offer_to_take_the_claimed_turn_back() -> None:
    table = in_round_11().play(GIFT)
    ask(table, 1)
    table.claim(2)
    with refused("no-offer"):
        answer(table, 2, yes=True)


@pytest.mark.parametrize("end", [f"{GIFT} keep {SHOWS}", f"{QUIET} resign"])
def test_nothing_is_taken_back_after_the_end(end: str) -> None:
    table = in_round_11(terms(shared=True)).play(end)
    for player in (1, 2):
        assert not table.match.may_take_back(player)
        with refused("nothing-to-take-back"):
            ask(table, player)


def test_a_decision_can_be_taken_back() -> None:
    table = in_round_11(terms(shared=True)).play_quietly_until("decide")
    before = table.match.position
    table.play("back")
    ask(table, 1)
    assert table.match.position == before


def test_a_state_is_never_seen_twice() -> None:
    """A message for a position that was taken back is stale for the one after it."""
    table = in_round_11(terms(shared=True))
    seen = {table.match.state}
    for _ in range(5):
        table.play(QUIET)
        assert table.match.state not in seen
        seen.add(table.match.state)
        ask(table, 1)
        assert table.match.state not in seen
        seen.add(table.match.state)


def test_before_both_sit_there_is_nothing_to_take_back() -> None:
    match = Match(terms())
    match.append(match.join_entry(1, "", START))
    with refused("waiting"):
        match.take_back_entry(1, START)


def test_the_log_keeps_actions_that_were_taken_back() -> None:
    table = in_round_11(terms(shared=True)).play(QUIET)
    ask(table, 1)
    assert [entry.text for entry in table.log if entry.kind is EntryKind.ACTION] == [
        *OPENING.split(),
        QUIET,
    ]
    assert len(table.match.record().actions) == len(OPENING.split())


@pytest.mark.parametrize("offer", [Offer.TAKE_BACK, Offer.REMATCH])
def test_who_asked_may_withdraw_it_and_nobody_else(offer: Offer) -> None:
    table = in_round_11().play(f"{QUIET} keep")
    if offer is Offer.REMATCH:
        table.keep(table.match.resignation(1, table.at))
        wish = table.match.rematch_entry(1, table.at)
        assert wish is not None
        table.keep(wish)
    else:
        ask(table, 1)
    with refused("no-offer"):
        propose(table.match, WithdrawCommand(offer), [2], table.at)
    entry = propose(table.match, WithdrawCommand(offer), [1], table.at)
    assert isinstance(entry, Entry)
    table.keep(entry)
    assert not table.match.offers
    assert not table.replayed().offers
    with refused("no-offer"):
        propose(table.match, WithdrawCommand(offer), [1], table.at)
