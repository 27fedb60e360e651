"""A claim that came too late (A9): refused, kept for the review, and the game goes on as before."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.core.rules import AMSTERDAM
from menhirs.match.commands import ClaimCommand, kept_of_refused, propose
from menhirs.match.entries import Entry, EntryKind
from tests.match.played_match import GIFT, QUIET, SHOWS, PlayedMatch, in_round_11, terms


def claims(table: PlayedMatch, player: Player, turn: int | None = None) -> Entry | None:
    """The stored entries of refused claims."""
    window = table.match._last_window()
    command = ClaimCommand(window.turn if turn is None and window else turn or 0)
    with pytest.raises(MenhirsError) as refused:
        propose(table.match, command, [player], table.at)
    kept = kept_of_refused(table.match, command, [player], table.at, refused.value)
    return None if kept is None else table.keep(kept)


def too_late(table: PlayedMatch) -> PlayedMatch:
    return table.wait(AMSTERDAM.claim_time + 1)


def test_it_is_kept_and_changes_nothing() -> None:
    table = too_late(in_round_11().play(f"{GIFT} keep"))
    match = table.match
    turn, state, position, plies = match.plies[-2].entry.number, match.state, match.position, 10
    kept = claims(table, 2)
    assert kept == Entry(match.entries, table.at, EntryKind.LATE_CLAIM, 2, str(turn))
    assert (match.state, match.position, len(match.plies)) == (state, position, plies)
    assert match.late_claims == {plies + 1}
    assert table.replayed().late_claims == {plies + 1}
    table.play(SHOWS)
    assert table.result == "2:22:freed"


def test_one_is_kept_for_a_turn_however_often_somebody_tries() -> None:
    table = too_late(in_round_11().play(f"{GIFT} keep"))
    assert [claims(table.wait(100), 2) is not None for _ in range(50)] == [True] + [False] * 49
    too_late(table.play(f"{table.quiet_move()} keep"))
    assert claims(table, 1) is not None
    assert table.match.late_claims == {11, 13}


def test_a_clock_runs_on_as_if_nothing_had_been_said() -> None:
    table = too_late(in_round_11().play(f"{GIFT} keep"))
    before = table.match.next_moment(), table.match.may_take_back(1), table.match.claim_window(0)
    claims(table, 2)
    after = table.match.next_moment(), table.match.may_take_back(1), table.match.claim_window(0)
    assert after == before


@pytest.mark.parametrize("player", [1, 2])
def test_other_refused_claims_are_not_kept(player: Player) -> None:
    early = in_round_11()
    assert claims(early, player) is None  # nobody has moved
    mine = too_late(in_round_11().play(f"{QUIET} keep"))
    assert claims(mine, 1) is None  # one's own turn
    assert claims(mine, 2, turn=1) is None  # a turn that was over long ago
    assert not mine.match.late_claims


def test_where_no_time_runs_no_claim_is_late() -> None:
    table = too_late(in_round_11(terms(timed_claims=False, shared=True)).play(f"{GIFT} keep"))
    table.claim(2)
    assert table.play(SHOWS).result == "2:22:claim"


@pytest.mark.parametrize(
    ("taker", "stays"),
    [(2, {11}), (1, set[int]())],
    ids=["one's own turn: the time is over as it was", "the turn that it was about"],
)
def test_what_is_taken_back_takes_its_late_claims_along(taker: Player, stays: set[int]) -> None:
    table = too_late(in_round_11(terms(shared=True)).play(f"{GIFT} keep"))
    claims(table, 2)
    table.play(table.quiet_move())
    table.keep(table.match.take_back_entry(taker, table.at))
    assert table.match.late_claims == stays
    assert table.replayed().late_claims == stays
