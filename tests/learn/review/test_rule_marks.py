"""Missed wins and claims are exact: every one is named, and none is invented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from menhirs.core.rules import RULE_SETS
from menhirs.learn.review import Mark, Review, review_game
from menhirs.notation.record import Record
from tests.learn.review.games import level_game, random_game
from tests.learn.review.plain import missed_claims, missed_wins
from tests.thoroughness import is_long

RANDOM_GAMES = 50 if is_long() else 2
"""Of each rule set: 300 in all."""
LEVEL_GAMES = 25 if is_long() else 2
"""Of each level: 100 in all."""
NODES = 20
"""Next to none: these marks owe nothing to the search."""


def plies(review: Review, mark: Mark) -> set[int]:
    return {ply.ply for ply in review.plies if mark in ply.marks}


def agreed(records: Iterable[Record]) -> Counter[Mark]:
    """How many marks there were, after making sure that they are those of the enumeration."""
    found: Counter[Mark] = Counter()
    for record in records:
        review = review_game(record, NODES)
        assert plies(review, Mark.MISSED_WIN) == missed_wins(record)
        assert plies(review, Mark.MISSED_CLAIM) == missed_claims(record)
        found.update(mark for ply in review.plies for mark in ply.marks)
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_games_agree_with_plain_enumeration(rules: str) -> None:
    first = 100 * list(RULE_SETS).index(rules)
    found = agreed(random_game(rules, first + number) for number in range(RANDOM_GAMES))
    assert found[Mark.MISSED_WIN] > RANDOM_GAMES
    if rules == "amsterdam":
        assert found[Mark.MISSED_CLAIM] > RANDOM_GAMES


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_games_of_levels_agree_with_plain_enumeration(level: int) -> None:
    games = (
        level_game("amsterdam" if number % 3 else "base", 10 * number, level, 1 + number % 4)
        for number in range(1, LEVEL_GAMES + 1)
    )
    found = agreed(games)
    if level == 1:  # the others miss next to nothing
        assert found[Mark.MISSED_WIN] + found[Mark.MISSED_CLAIM] > 0
