"""The texts of a page about claims and the decision moment come from the rule set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.rules import AMSTERDAM, BASE, RuleSet
from menhirs.core.scoring import RoundScoring
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.match.terms import ClockTerms, LiveClock, SlowClock, Terms
from menhirs.notation.people import NUMBERED, People
from menhirs.notation.words import ENGLISH
from menhirs.view.match.claiming import claiming
from menhirs.view.match.decision import decide
from menhirs.view.terms_in_words import clock_in_words, terms_in_words
from tests.web.moments import game_at

HOUSE = replace(
    AMSTERDAM,
    name="house",
    claim_time=5_000,
    showing_time=12_000,
    schedule=tuple(replace(entry, claims=not entry.places) for entry in AMSTERDAM.schedule),
    chances=2,
    scoring=RoundScoring(a_lap_earlier=20),
)


def terms(rules: RuleSet, clock: ClockTerms = None, *, timed: bool = True) -> Terms:
    return Terms(rules, random_menhirs(rules, "any"), "any", clock, timed)


class TestClaims:
    def test_the_times_and_rounds_are_those_of_the_rules(self) -> None:
        told = claiming(terms(AMSTERDAM), ENGLISH)
        assert told is not None and (told["window"], told["show"]) == (3_000, 30_000)
        assert told["when"] == (
            "You can claim after your opponent's move, until 3 seconds after the end of that turn."
            " Nobody can claim in rounds 12 and 1. A wrong claim loses the game."
        )
        assert "You have 30 seconds for it." in told["lesson"]

    def test_the_lesson_says_that_a_taken_tile_goes_back(self) -> None:
        """A9: a win that only the taking away made possible is not claimed, but played."""
        told = claiming(terms(AMSTERDAM), ENGLISH)
        assert told is not None
        assert "A tile that was just taken away goes back first" in told["lesson"]
        assert "On your own turn, just play the winning move." in told["lesson"]

    def test_a_house_rule_changes_what_is_told(self) -> None:
        told = claiming(terms(HOUSE), ENGLISH)
        assert told is not None and (told["window"], told["show"]) == (5_000, 12_000)
        assert "until 5 seconds after the end of that turn" in told["when"]
        assert "Nobody can claim in round 12." in told["when"]
        assert "You have 12 seconds for it." in told["lesson"]

    @pytest.mark.parametrize("hint", ["when", "hold", "twice"])
    def test_every_hint_says_what_is_at_stake(self, hint: str) -> None:
        told = claiming(terms(AMSTERDAM), ENGLISH)
        assert told is not None
        assert str(told[hint]).endswith("A wrong claim loses the game.")  # type: ignore[literal-required]
        assert "you lose the game" in told["lesson"]

    @pytest.mark.parametrize(
        ("clock", "timed", "note"),
        [
            (None, True, ""),
            (None, False, ""),
            (LiveClock(60_000), True, ""),
            (SlowClock(3), True, "The clock is slow, so claims are unhurried."),
        ],
    )
    def test_unhurried_claims_are_told(self, clock: ClockTerms, timed: bool, note: str) -> None:
        told = claiming(terms(AMSTERDAM, clock, timed=timed), ENGLISH)
        assert told is not None and told["note"] == note
        hurried = timed and not note
        assert (told["window"] is not None) is hurried is ("seconds" in told["when"])
        assert note in terms_in_words(terms(AMSTERDAM, clock, timed=timed), ENGLISH)

    def test_where_nobody_can_claim_nothing_is_told(self) -> None:
        assert claiming(terms(BASE, SlowClock(1)), ENGLISH) is None
        assert "claim" not in terms_in_words(terms(BASE, SlowClock(1)), ENGLISH)


class TestTheDecision:
    def test_what_the_answers_lead_to(self) -> None:
        position = game_at("decide").position
        told = decide(position, NUMBERED, ENGLISH)
        assert told is not None
        back, on = told["choices"]
        assert (back["action"], back["title"]) == ("back", "Back to round 12")
        assert "Both get 3 new chances" in back["words"]
        assert "A win is worth 11 points at most." in back["words"]
        assert (on["action"], on["title"]) == ("on", "On to round 2")
        assert on["title"] == "On to round 2"
        assert "After every move a tile must be taken away." in on["words"]
        assert "After every move a tile must be taken away." in on["words"]
        assert "the other gets 12 points" in on["words"]

    def test_a_house_rule_changes_the_numbers(self) -> None:
        position = replace(game_at("decide").position, rules=HOUSE)
        told = decide(position, NUMBERED, ENGLISH)
        assert told is not None
        back, on = told["choices"]
        assert "Both get 2 new chances" in back["words"] and "11 points" in back["words"]
        assert "the other gets 21 points" in on["words"]

    def test_who_is_asked(self) -> None:
        first = game_at("decide").position
        assert first.player == 1
        second = replace(first, player=2)
        for you, position, words in [
            (1, first, "You decide first. The other side is asked only if you want to go back."),
            (2, first, "Ann decides first. The other side is asked only after a “back”."),
            (1, second, "You want to go back to round 12. Bo decides."),
            (2, second, "Ann wants to go back to round 12. You decide."),
        ]:
            told = decide(position, People({1: "Ann", 2: "Bo"}, reader=you), ENGLISH)
            assert told is not None and told["words"] == words

    def test_at_any_other_moment_nothing_is_told(self) -> None:
        assert game_at("move").position.phase is Phase.MOVE
        assert decide(game_at("move").position, NUMBERED, ENGLISH) is None


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (None, "There is no clock."),
        (LiveClock(60_000, 0), "Each of you has 1 minute."),
        (LiveClock(600_000, 1_000), "Each of you has 10 minutes. Every turn adds 1 second."),
        (LiveClock(30_000, 5_000), "Each of you has 30 seconds. Every turn adds 5 seconds."),
        (SlowClock(1), "Every turn may take 1 day."),
        (SlowClock(3), "Every turn may take 3 days."),
    ],
)
def test_clocks_in_words(clock: ClockTerms, words: str) -> None:
    assert clock_in_words(clock, ENGLISH).startswith(words)
