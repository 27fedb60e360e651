"""A match has so many actions at most: a game without end costs nobody more and more."""

from __future__ import annotations

from random import Random

from menhirs.core.rules import RULE_SETS
from menhirs.match.entries import Cause, Entry, EntryKind
from menhirs.match.match import MOST_PLIES
from menhirs.notation.actions import write_action

from .played_match import PlayedMatch, terms
from .refusals import refused


def long_match(plies: int) -> PlayedMatch:
    """A game without end, by chance, after so many actions."""
    table, chance = PlayedMatch(terms("endless")), Random(5)
    while len(table.match.plies) < plies:
        position = table.match.position
        actions = position.board_actions()
        chance.shuffle(actions)
        action = next(one for one in actions if not position.play(one).is_over)
        table.play(write_action(action, position))
    return table


def test_a_game_without_end_is_over_without_a_result_at_last() -> None:
    table = long_match(MOST_PLIES - 1)
    assert table.match.next_moment() is None
    table.play(table.quiet_move())
    assert not table.match.is_over
    moment = table.match.next_moment()
    assert moment == table.at
    entry = table.match.due_change(moment)
    assert isinstance(entry, Entry)
    assert (entry.kind, entry.text) == (EntryKind.ABORTED, Cause.LENGTH)
    table.keep(entry)
    for match in (table.match, table.replayed()):
        assert match.is_over and match.position.outcome is None and match.next_moment() is None
    with refused("aborted"):
        table.match.action_ply(table.match.position.player, table.quiet_move(), table.at)


def test_no_game_that_ends_by_itself_can_come_so_far() -> None:
    for rules in RULE_SETS.values():
        if not rules.is_endless:
            assert 2 * 2 * rules.laps * len(rules.schedule) < MOST_PLIES / 2, rules.name
