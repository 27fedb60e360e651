"""What the one sentence above the board says."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.actions import other
from menhirs.core.position import Position
from menhirs.core.rules import ENDLESS, RULE_SETS, Taking
from menhirs.core.state import Phase
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import Match
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.record import read_record
from menhirs.view.match.round_track import tracks
from menhirs.view.match.status import status
from menhirs.view.player_names import people_of
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import QUIET, in_round_11
from tests.web.games import Game, find_moment

ENGLISH = LANGUAGES["en"]
GOLDEN = Path(__file__).parents[1] / "golden"


def match_of(game: Game) -> Match:
    """The match of a game between two people."""
    rules = RULE_SETS[game.rules]
    match = Match(Terms(rules, game.positions[0].menhirs, game.seed))
    for seat in (1, 2):
        match.append(match.join_entry(seat, f"Player {seat}", 0))
    for text, position in zip(game.texts, game.positions, strict=False):
        match.append(Entry(match.entries + 1, 0, EntryKind.ACTION, position.player, text))
    return match


def told(match: Match, seat: int) -> str:
    return status(match, [seat], people_of(match, [seat], ENGLISH), ENGLISH)


def taking(position: Position, asked: Taking) -> bool:
    taking = position.current_round.taking if position.phase is Phase.REMOVE else ()
    return bool(taking) and taking[position.player - 1] is asked


@pytest.mark.parametrize("rules", ["base", "amsterdam"])
def test_a_tile_that_must_go_is_not_left_to_choice(rules: str) -> None:
    """B3 and A7: in the clearing and in rounds 2 and 1 nothing can be kept."""
    match = match_of(find_moment(rules, lambda position: taking(position, Taking.MUST)))
    player = match.position.player
    assert told(match, player) == "Take a fog tile away: this turn one must go."
    theirs = told(match, other(player))
    assert theirs == f"Player {player} must take a fog tile away."


def test_a_first_move_is_told_with_how_it_is_made() -> None:
    table = in_round_11()
    assert told(table.match, 1) == "Your turn: move fog. Choose fog, then an arrow."
    table.play(f"{QUIET} keep")
    assert told(table.match, 2) == "Your turn: move fog. Choose fog, then an arrow."
    table.play(f"{table.quiet_move()} keep")
    assert told(table.match, 1) == "Your turn: move fog."


def test_who_wanted_to_go_on_is_reminded_of_the_tie() -> None:
    """A5: a tie is then lost for that player."""
    going_on = find_moment(
        "amsterdam",
        lambda position: position.chooser is not None and position.phase is Phase.MOVE,
    )
    match = match_of(going_on)
    chooser = match.position.chooser
    assert chooser is not None
    assert told(match, chooser).endswith(" In a tie you lose.")
    assert told(match, other(chooser)).endswith(f" In a tie Player {chooser} loses.")


def test_a_tile_that_may_go_can_be_kept() -> None:
    """A3: in rounds 11 to 3 taking away is a chance."""
    match = match_of(find_moment("amsterdam", lambda position: taking(position, Taking.MAY)))
    player = match.position.player
    assert told(match, player) == "Take a fog tile away, or keep all."
    theirs = told(match, other(player))
    assert theirs == f"Player {player} may take a fog tile away."


def test_a_position_that_has_come_up_before_is_told() -> None:
    """D15: a gentle word before the third time."""
    record = read_record((GOLDEN / "endless-third-time-tie.menhirs").read_text("utf-8"))
    match = Match(Terms(record.start.rules, record.start.menhirs, ""))
    for seat in (1, 2):
        match.append(match.join_entry(seat, f"Player {seat}", 0))
    heard = []
    for action, position in zip(record.actions, record.positions, strict=False):
        heard.append(told(match, 1))
        match.append(match.action_ply(position.player, write_action(action, position), 0))
    warning = "This position has come up 2 times: after 3 times it is a tie."
    assert [warning in sentence for sentence in heard] == [False] * 9 + [True] * 4
    assert heard[-1] == f"Your turn: move fog. {warning}"
    assert told(match, 1) == "A tie: the same position came up 3 times."


def test_the_track_of_the_endless_game_has_no_rounds_after_the_placing() -> None:
    (steps,) = tracks(ENDLESS)
    assert [step["label"] for step in steps] == ["1", "2", "∞"]
    assert [step["repetitions"] for step in steps] == [None, None, 3]
    assert [step["points"] for step in steps] == [None, None, [11, 11]]
