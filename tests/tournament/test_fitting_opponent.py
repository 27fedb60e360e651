"""A fitting opponent: a player wins about half the games, and the level follows their progress."""

from __future__ import annotations

from random import Random

import pytest

from menhirs.core.actions import Claim
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.engine.levels import LEVELS, LevelPlayer
from menhirs.engine.levels.attention import Attention
from menhirs.engine.levels.level import Habits, Level
from menhirs.tournament.fitting_opponent import (
    LEVEL_RATINGS,
    LevelGame,
    LevelMixture,
    expected_score,
    mixture_for,
    strength_after,
)
from menhirs.tournament.rating import LOSS, TIE, WIN, Rating


def test_the_scale_says_what_the_ladder_measured() -> None:
    assert len(LEVEL_RATINGS) == len(LEVELS)
    assert LEVEL_RATINGS[2] == Rating().rating
    assert list(LEVEL_RATINGS) == sorted(LEVEL_RATINGS)
    measured = [78.0, 73.5, 72.0, 82.2, 73.0, 70.2, 67.0]
    for upper, score in enumerate(measured, start=2):
        assert expected_score(LEVEL_RATINGS[upper - 1], upper - 1) == pytest.approx(score / 100)


@pytest.mark.parametrize("strength", range(1_150, 2_350, 60))
def test_against_the_mixture_one_half_is_expected(strength: int) -> None:
    found = mixture_for(strength)
    easy, hard = (expected_score(strength, level) for level in (found.lower, found.upper))
    assert (1 - found.share) * easy + found.share * hard == pytest.approx(0.5)
    assert found.upper == found.lower + 1
    assert 0 <= found.share <= 1


def test_whoever_is_off_the_scale_plays_its_end() -> None:
    assert mixture_for(400) == LevelMixture(1, 1, 0.0)
    assert mixture_for(3_000) == LevelMixture(8, 8, 0.0)


def test_a_seed_draws_the_level_and_the_share_says_how_often() -> None:
    found = LevelMixture(3, 4, 0.3)
    drawn = [found.level(f"game {n}") for n in range(2_000)]
    assert drawn == [found.level(f"game {n}") for n in range(2_000)]
    assert drawn.count(4) / len(drawn) == pytest.approx(0.3, abs=0.03)


def test_results_move_it() -> None:
    assert strength_after([]).rating == LEVEL_RATINGS[0]
    won, tied, lost = (strength_after([LevelGame(2, one)]).rating for one in (WIN, TIE, LOSS))
    assert won > tied > lost
    known = Rating(1_900, 60)
    assert strength_after([], known) == known
    assert 1_900 < strength_after([LevelGame(6, WIN)], known).rating < 1_950


def test_it_finds_a_player_and_goes_along_when_they_learn() -> None:
    """Results are drawn as the scale expects them: 1,000 games, then the player is stronger."""
    chance = Random("learner")
    games: list[LevelGame] = []
    results: list[bool] = []
    for number in range(1_060):
        strength = 1_430 if number < 560 else 1_800
        mixture = mixture_for(strength_after(games[-60:]).rating)
        level = mixture.level(f"{number}")
        won = chance.random() < expected_score(strength, level)
        games.append(LevelGame(level, WIN if won else LOSS))
        results.append(won)
    for first in (60, 600):  # after it has come to know the player
        part = results[first : first + 460]
        assert 0.45 <= sum(part) / len(part) <= 0.55


class Simulated(LevelPlayer):
    """A player with habits of their own, between those of two levels."""

    def __init__(self, habits: Habits, seed: str) -> None:
        super().__init__(2, seed)
        self.level = Level(0, "somebody", "", habits)
        self._attention = Attention(habits, seed)


def play(players: tuple[LevelPlayer, LevelPlayer], seed: str) -> int:
    """The winner of a game, claims offered whenever one is open."""
    position = Position.start(AMSTERDAM, random_menhirs(AMSTERDAM, seed))
    while not position.is_over:
        claimant = position.claimant
        if claimant is not None and players[claimant - 1].wants_to_claim(position):
            position = position.play(Claim())
        else:
            position = players[position.player - 1].play(position)
    assert position.outcome is not None
    return position.outcome.winner


def wins_of(habits: Habits, rounds: int, known: int) -> float:
    """The score of a simulated player against the mixture that aims at them, once it knows them."""
    games: list[LevelGame] = []
    for number in range(rounds):
        mixture = mixture_for(strength_after(games[-60:]).rating)
        level, seat = mixture.level(f"real {number}"), 1 + number % 2
        me, other = Simulated(habits, f"me {number}"), LevelPlayer(level, f"it {number}")
        winner = play((me, other) if seat == 1 else (other, me), f"layout {number}")
        games.append(LevelGame(level, TIE if not winner else WIN if winner == seat else LOSS))
    counted = [result for _, result in games[known:]]
    return sum(counted) / len(counted)


BETWEEN_2_AND_3 = Habits(LEVELS[1].habits.limits, wins=0.7, splits=0.35, care=0.58)
BETWEEN_3_AND_4 = Habits(LEVELS[2].habits.limits, wins=0.85, splits=0.6, care=0.84)


def test_a_player_between_two_levels_wins_about_half() -> None:
    assert 0.35 <= wins_of(BETWEEN_2_AND_3, 60, known=10) <= 0.65


@pytest.mark.long
@pytest.mark.parametrize("habits", [BETWEEN_2_AND_3, BETWEEN_3_AND_4])
def test_a_thousand_real_games_come_to_one_half(habits: Habits) -> None:
    assert 0.45 <= wins_of(habits, 1_020, known=20) <= 0.55
