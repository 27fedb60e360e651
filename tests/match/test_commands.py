"""What players ask for becomes a ply or an entry once, and is taken in as it is."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Player
from menhirs.match.commands import (
    ActCommand,
    AnswerRematch,
    AnswerTakeBack,
    ClaimCommand,
    Command,
    NextGame,
    Rematch,
    RenameCommand,
    TakeBack,
    propose,
    speaker,
)
from menhirs.match.entries import EntryKind
from menhirs.match.match import Ply, entry_of
from tests.match.played_match import GIFT, QUIET, PlayedMatch, in_round_11, terms
from tests.match.refusals import refused

BOTH: list[Player] = [1, 2]
EVERYTHING: list[Command] = [
    ActCommand(0, "keep"),
    ActCommand(0, "resign"),
    ClaimCommand(1),
    TakeBack(),
    AnswerTakeBack(True),
    Rematch(),
    AnswerRematch(True),
    RenameCommand("Ann"),
]


def ask(table: PlayedMatch, command: Command, *you: Player) -> EntryKind:
    change = propose(table.match, command, you, table.at)
    assert not isinstance(change, NextGame)
    return table.keep(change).kind


def test_what_was_proposed_is_what_is_taken_in() -> None:
    table = in_round_11()
    ply = propose(table.match, ActCommand(table.match.state, QUIET), [1], table.at)
    assert isinstance(ply, Ply)
    table.keep(ply)
    assert table.match.plies[-1] is ply
    assert table.match.position is ply.position


@pytest.mark.parametrize("command", EVERYTHING, ids=repr)
def test_who_has_no_seat_asks_for_nothing(command: Command) -> None:
    with refused("not-seated"):
        propose(in_round_11().match, command, [], 0)


@pytest.mark.parametrize(
    "command", [ActCommand(0, "resign", 2), ClaimCommand(1, seat=2), RenameCommand("Bo", 2)]
)
def test_nobody_speaks_for_the_other_seat(command: Command) -> None:
    with refused("not-seated"):
        propose(in_round_11().match, command, [1], 0)


def test_an_action_is_meant_for_the_state_that_was_seen() -> None:
    table = in_round_11()
    with refused("stale"):
        ask(table, ActCommand(table.match.state - 1, QUIET), 1)
    with refused("stale"):  # also where it would be the other one who resigns
        ask(table, ActCommand(table.match.state - 1, "resign2"), 1)
    with refused("resign-own"):
        ask(table, ActCommand(table.match.state, "resign2"), 1)


@pytest.mark.parametrize(
    ("command", "loser"),
    [
        (ActCommand(0, "resign"), 1),
        (ActCommand(0, "resign", 2), 2),
        (ActCommand(0, "resign2"), 2),
        (ActCommand(0, "resign1"), 1),
    ],
)
def test_either_side_of_a_shared_screen_resigns(command: Command, loser: Player) -> None:
    table = in_round_11(terms(shared=True))
    assert speaker(table.match, command, BOTH) == loser
    ask(table, command, *BOTH)
    assert table.result.startswith(f"{3 - loser}:")


def test_at_a_shared_screen_the_one_concerned_speaks() -> None:
    table = in_round_11(terms(shared=True)).play(GIFT)
    assert speaker(table.match, ActCommand(0, "keep"), BOTH) == 1
    assert speaker(table.match, ClaimCommand(0), BOTH) == 2
    assert speaker(table.match, TakeBack(), BOTH) == 1
    assert ask(table.play("keep"), TakeBack(), *BOTH) is EntryKind.TAKE_BACK
    assert table.match.position.player == 1


def test_another_game_begins_when_both_want_it() -> None:
    table = in_round_11().play("resign")
    assert ask(table, Rematch(same_layout=True), 1) is EntryKind.OFFER
    assert propose(table.match, AnswerRematch(True), [2], table.at) == NextGame(2, True)
    assert propose(table.match, Rematch(same_layout=True), [2], table.at) == NextGame(2, True)
    assert ask(table, Rematch(), 2) is EntryKind.OFFER  # another kind is another offer
    assert propose(table.match, AnswerRematch(True), [1], table.at) == NextGame(1, False)
    assert ask(table, AnswerRematch(False), 1) is EntryKind.DECLINE


def test_another_level_needs_a_computer() -> None:
    table = in_round_11().play("resign")
    with refused("no-computer"):
        propose(table.match, Rematch(level=4), [1], table.at)
    alone = in_round_11(terms(computers={2: 3})).play("resign")
    assert propose(alone.match, Rematch(level=4), [1], alone.at) == NextGame(1, False, 4)


def test_a_name_and_a_take_back_by_consent() -> None:
    table = in_round_11().play(f"{QUIET} keep")
    assert ask(table, RenameCommand("Ann"), 1) is EntryKind.NAME
    assert ask(table, TakeBack(), 1) is EntryKind.OFFER
    yes = propose(table.match, AnswerTakeBack(True), [2], table.at)
    assert not isinstance(yes, NextGame)
    assert entry_of(yes).kind is EntryKind.TAKE_BACK
