"""Who is who in a sentence: names, "you", or a number where nobody has a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.actions import other
from menhirs.core.events import Claimed, GameOver, Kept, Placed
from menhirs.core.geometry import STANDARD
from menhirs.core.state import Outcome, Reason
from menhirs.notation.people import People
from menhirs.notation.words import ENGLISH, events_in_words, in_words, result_in_words

ANN_AND_BO = {1: "Ann", 2: "bo"}
A1 = STANDARD.cell("a1")


def test_without_names_players_have_numbers() -> None:
    assert in_words(Kept(2), STANDARD) == "Player 2 takes nothing away."
    lost = Outcome(1, 22, Reason.RESIGN)
    assert result_in_words(lost) == "Player 1 wins 22 points: player 2 gave up."


def test_a_name_stands_as_it_was_given() -> None:
    people = People(ANN_AND_BO)
    assert in_words(Kept(2), STANDARD, people=people) == "bo takes nothing away."
    freed = Outcome(2, 1, Reason.FREED)
    assert result_in_words(freed, people=people) == "bo wins 1 point: bo freed the last menhir."


def test_a_word_of_ours_opens_a_sentence_with_a_capital() -> None:
    people = People({}, {2: "your opponent"}, reader=1)
    assert in_words(Kept(2), STANDARD, people=people) == "Your opponent takes nothing away."
    lost = result_in_words(Outcome(2, 14, Reason.FREED), people=people)
    assert lost == ("You lost: your opponent freed the last menhir. Your opponent gets 14 points.")


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Outcome(1, 22, Reason.FREED), "You won, 22 points: you freed the last menhir."),
        (Outcome(1, 1, Reason.CLAIM), "You won, 1 point: you claimed rightly and showed it."),
        (Outcome(1, 20, Reason.WRONG_CLAIM), "You won, 20 points: bo claimed wrongly."),
        (Outcome(1, 9, Reason.TIME), "You won, 9 points: bo ran out of time."),
        (Outcome(2, 22, Reason.FREED), "You lost: bo freed the last menhir. bo gets 22 points."),
        (Outcome(2, 20, Reason.WRONG_CLAIM), "You lost: you claimed wrongly. bo gets 20 points."),
        (
            Outcome(2, 12, Reason.CHOOSER),
            "You lost: a tie, and you had wanted to go on. bo gets 12 points.",
        ),
        (Outcome(2, 1, Reason.RESIGN), "You lost: you gave up. bo gets 1 point."),
        (Outcome(0, 0, Reason.TIE), "A tie: nobody freed the last menhir."),
    ],
)
def test_the_result_is_told_to_whoever_played(outcome: Outcome, told: str) -> None:
    assert result_in_words(outcome, people=People(ANN_AND_BO, reader=1)) == told


def test_a_right_claim_that_was_not_shown_is_told_as_that() -> None:
    """A10: the outcome is that of a wrong claim, but nobody should read that it was wrong."""
    outcome = Outcome(2, 20, Reason.WRONG_CLAIM)
    over = GameOver(outcome)
    assert events_in_words([over], STANDARD) == [
        "Player 2 wins 20 points: player 1 did not show the winning move."
    ]
    assert events_in_words([Claimed(1, 9), over], STANDARD)[1] == (
        "Player 2 wins 20 points: player 1 claimed wrongly."
    )


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason is not Reason.TIE])
@pytest.mark.parametrize("winner", [1, 2])
def test_every_result_says_who_did_it(winner: int, reason: Reason) -> None:
    outcome = Outcome(winner, 5, reason)
    text = result_in_words(outcome, people=People(ANN_AND_BO))
    actor = winner if reason in (Reason.FREED, Reason.CLAIM) else other(winner)
    assert text.startswith(f"{ANN_AND_BO[winner]} wins 5 points: ")
    assert ANN_AND_BO[actor] in text.split(": ")[1]


@given(st.text(min_size=1), st.sampled_from([1, 2, None]))
def test_no_name_breaks_a_sentence(name: str, you: int | None) -> None:
    people = People({1: name, 2: "{player}{0}{"}, reader=you)
    told = in_words(Placed(1, A1), STANDARD, ENGLISH, people)
    assert told == ("You place fog on a1." if you == 1 else f"{name} places fog on a1.")
    result = result_in_words(Outcome(2, 3, Reason.RESIGN), ENGLISH, people)
    assert (name in result) is (
        you != 1
    ) or name in "You lost: you gave up. {player}{0}{ gets 3 points."
