"""Help against the computer: threats and reasons, compared with plain enumeration."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings

from menhirs.core.actions import Action, Claim, Keep, Player, other
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.engine.claims import should_claim
from menhirs.learn.reasons import AdviceKind, reason, reason_in_words
from menhirs.learn.threats import threats, threats_in_words
from menhirs.match.computer import THREATENING, check_help, may_be_helped
from menhirs.match.errors import Refused
from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line
from menhirs.notation.people import NUMBERED
from menhirs.notation.words import ENGLISH
from tests.match.played_match import PlayedMatch, terms
from tests.random_play import positions
from tests.thoroughness import is_long


def frees(position: Position, action: Action) -> bool:
    """Whether an action wins on the board, tried out."""
    outcome = position.play(action).outcome
    return outcome is not None and outcome.reason is Reason.FREED


def wins_next(position: Position, winner: Player) -> bool:
    """Whether a player can win at once here, by a move or by a claim, found by trying all."""
    if position.is_over:
        return False
    may_claim = position.claimant == winner and Claim() in position.legal_actions(claims=True)
    if may_claim and should_claim(position):
        return True
    if position.player != winner:
        if position.phase is not Phase.REMOVE:
            return False
        rest = position.board_actions()
        return all(wins_next(position.play(one), winner) for one in rest)
    if position.phase is not Phase.MOVE:
        return False
    return any(frees(position, one) for one in position.board_actions())


def unsafe(position: Position) -> list[Action]:
    winner = other(position.player)
    actions = position.board_actions()
    return [one for one in actions if wins_next(position.play(one), winner)]


@settings(
    max_examples=500 if is_long() else 25,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(positions)
def test_threats_are_those_that_trying_everything_finds(position: Position) -> None:
    assume(position.phase in THREATENING and len(position.board_actions()) < 40)
    found = threats(position)
    assert list(found.unsafe) == unsafe(position)
    assert found.actions == len(position.board_actions())
    own = position.phase is Phase.MOVE and any(
        frees(position, one) for one in position.board_actions()
    )
    assert found.own == own
    if position.phase is Phase.REMOVE and Keep() in position.board_actions():
        after = position.play(Keep())
        if after.phase is Phase.MOVE:
            wins = [one for one in after.board_actions() if frees(after, one)]
            assert list(found.wins) == wins
    if position.phase is Phase.MOVE:
        free = replace(position, last=None)
        wins = [one for one in free.board_actions() if frees(free, one)]
        assert set(found.wins) <= set(wins)
        assert bool(found.wins) == bool(wins)
    words = threats_in_words(position, found, NUMBERED, ENGLISH)
    assert words and "{" not in words


@settings(
    max_examples=500 if is_long() else 25,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(positions)
def test_a_reason_says_what_is_so(position: Position) -> None:
    assume(not position.is_over and len(position.board_actions()) < 30)
    risky, actions = unsafe(position), position.board_actions()
    for action in [*actions[:4], *([Claim()] if should_claim(position) else [])]:
        if isinstance(action, Claim) and position.claimant != position.player:
            continue
        found = reason(position, action)
        assert "{" not in reason_in_words(position, found, NUMBERED, ENGLISH)
        match found.why:
            case AdviceKind.CLAIM:
                assert action == Claim()
            case AdviceKind.WINS:
                outcome = position.play(action).outcome
                assert outcome is not None and outcome.winner == position.player
            case AdviceKind.TRAP:
                after = position.play(action)
                assert not wins_next(after, after.player)
                assert all(
                    wins_next(after.play(one), position.player) for one in after.board_actions()
                )
            case AdviceKind.ONLY_SAFE:
                assert [one for one in actions if one not in risky] == [action]
            case AdviceKind.SAFE:
                assert action not in risky and found.unsafe == len(risky) > 0
            case AdviceKind.LOST:
                assert len(risky) == len(actions)
            case AdviceKind.RISKY:
                assert action in risky and len(risky) < len(actions)
            case AdviceKind.ESTIMATE:
                assert not risky


def test_the_return_rule_can_make_a_threat_of_what_one_may_not_play_oneself() -> None:
    line = "base8 mm./m.../....m/.....M/o...m/oooo/Moo 1 9 remove 0,0 d6-N - -"
    position = read_line(line)
    after = position.play(read_action("xg1", position))
    found = threats(after)
    assert found.wins and not found.own
    words = threats_in_words(after, found, NUMBERED, ENGLISH)
    assert words.startswith("Player 1 threatens to win: ") and "you may not make that move" in words


class TestWhoIsHelped:
    def test_whoever_plays_the_computer_on_their_turn(self) -> None:
        match = PlayedMatch(terms("base", computers={2: 1})).match
        check_help(match, [1], threats=True)
        assert may_be_helped(match, [1])

    @pytest.mark.parametrize(
        ("agreed", "you", "code"),
        [
            (terms("base"), [1], "no-hints"),
            (terms("base", shared=True), [1, 2], "no-hints"),
            (terms("base", computers={1: 1, 2: 1}), [], "no-hints"),
            (terms("base", computers={2: 1}), [], "not-seated"),
            (terms("base", computers={1: 1}), [2], "not-your-turn"),
        ],
    )
    def test_nobody_else(self, agreed: object, you: list[Player], code: str) -> None:
        match = PlayedMatch(agreed).match  # type: ignore[arg-type]
        for asks_for_threats in (False, True):
            with pytest.raises(Refused) as caught:
                check_help(match, you, threats=asks_for_threats)
            assert caught.value.code == code

    def test_there_are_no_threats_while_menhirs_are_turned_over(self) -> None:
        match = PlayedMatch(terms("amsterdam", computers={2: 1})).match
        check_help(match, [1])
        with pytest.raises(Refused) as caught:
            check_help(match, [1], threats=True)
        assert caught.value.code == "no-threats"
