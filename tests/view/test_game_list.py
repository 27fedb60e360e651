"""Somebody's games in words: against whom, how it stands, how it ended, how much time is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.state import Outcome, Reason
from menhirs.match.terms import DAY, MINUTE
from menhirs.view.game_list import (
    ListedGame,
    ResultForViewer,
    Section,
    age_in_words,
    going_in_words,
    opponent_in_words,
    opponent_on_card,
    round_in_words,
    time_left_in_words,
)
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import terms

ENGLISH = LANGUAGES["en"]
GAME = ListedGame("match", terms(), (1,), Section.TURN, 0, "Bo", "")


def over(winner: int, score: int = 12, you: tuple[int, ...] = (1,)) -> ListedGame:
    """A game that ended so."""
    outcome = Outcome(winner, score, Reason.FREED)
    return replace(GAME, own_seats=you, section=Section.FINISHED, outcome=outcome)


@pytest.mark.parametrize(
    ("game", "words", "result"),
    [
        (over(1), "Won, 12 points", ResultForViewer.WON),
        (over(1, 1), "Won, 1 point", ResultForViewer.WON),
        (over(2), "Lost, 12 points against you", ResultForViewer.LOST),
        (over(0, 0), "Tied", ResultForViewer.TIED),
        (over(2, you=(1, 2)), "North won, 12 points", None),
        (over(0, 0, you=(1, 2)), "Tied", ResultForViewer.TIED),
        (GAME, "Your turn", None),
        (replace(GAME, section=Section.RUNNING), "Their turn", None),
        (replace(GAME, section=Section.RUNNING, own_seats=(1, 2)), "Being played", None),
        (replace(GAME, section=Section.WAITING), "Nobody has taken it yet", None),
    ],
)
def test_how_a_game_stands(game: ListedGame, words: str, result: ResultForViewer | None) -> None:
    assert going_in_words(game, ENGLISH) == words
    assert game.result is result


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (GAME, "Bo"),
        (replace(GAME, opponent=""), "Your opponent"),
        (replace(GAME, opponent="", terms=terms(computers={2: 3})), "Shepherd"),
        (replace(GAME, own_seats=(1, 2), terms=terms(shared=True)), "At one screen"),
        (replace(GAME, own_seats=(1, 2)), "Against yourself"),
        (replace(GAME, opponent="", section=Section.WAITING), "Your invitation"),
    ],
)
def test_against_whom_it_is(game: ListedGame, words: str) -> None:
    assert opponent_in_words(game, ENGLISH) == words


def test_two_games_against_one_character_can_be_told_apart() -> None:
    line = "base .m./..o./oom.M/oo..M./.o.m./m.o./.oM 1 {} move 0,0 - - -"
    early, late = (
        replace(GAME, terms=terms(computers={2: level}), line=line.format(number), opponent="")
        for level, number in ((1, 3), (3, 11))
    )
    assert opponent_on_card(early, ENGLISH) == "Stroller, level 1"
    assert opponent_on_card(late, ENGLISH) == "Shepherd, level 3"
    assert round_in_words(early, ENGLISH) == "Round 3"
    assert round_in_words(replace(early, line=line.format("7b")), ENGLISH) == "Round 7"
    assert round_in_words(replace(late, section=Section.FINISHED), ENGLISH) == ""
    ages = [age_in_words(past, ENGLISH) for past in (0, 3 * MINUTE, 61 * MINUTE, 2 * DAY)]
    assert ages == ["Just now", "3 minutes ago", "1 hour ago", "2 days ago"]


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (14 * DAY, "14 days left"),
        (2 * DAY, "2 days left"),
        (2 * DAY - 1, "47 hours left"),
        (60 * MINUTE, "1 hour left"),
        (60 * MINUTE - 1, "59 minutes left"),
        (MINUTE, "1 minute left"),
        (MINUTE - 1, "Less than a minute left"),
        (0, "The time is over"),
        (-DAY, "The time is over"),
    ],
)
def test_the_time_left_is_told_roughly(left: int, words: str) -> None:
    assert time_left_in_words(left, ENGLISH) == words
