"""Nobody makes a rating alone: what counts in a ladder, and a farmer among honest players."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from menhirs.tournament.ladder import (
    DAY,
    MOST_GAMES_A_DAY,
    Ladder,
    LadderGame,
    RatingState,
    Settled,
    WeightReason,
)
from menhirs.tournament.rating import Rating, rated_pair

FRIENDS = [f"friend {number}" for number in range(6)]


def game(one: str, two: str, at: int, winner: int = 1, **how: bool) -> LadderGame:
    return LadderGame(f"{one} {two} {at}", at, one, two, winner, **how)


def known() -> Ladder:
    """Six friends who have played each other on three days."""
    ladder = Ladder()
    for day in range(3):
        for number, (one, two) in enumerate(combinations(FRIENDS, 2)):
            ladder.enter(game(one, two, day * DAY + number, winner=(day + number) % 3))
    return ladder


def change(ladder: Ladder, person: str, entered: LadderGame) -> float:
    """What a game does to somebody's rating."""
    before = (ladder.standings.get(person) or RatingState(person)).rating.rating
    ladder.enter(entered)
    return (ladder.standings.get(person) or RatingState(person)).rating.rating - before


def test_one_game_changes_both_ratings_by_the_formula() -> None:
    ladder = Ladder([game("ann", "bo", 5)])
    expected = rated_pair(Rating(), Rating(), 1.0)
    assert (ladder.standings["ann"].rating, ladder.standings["bo"].rating) == expected
    assert ladder.ranking(5) == []


def test_a_pair_counts_less_with_every_game_of_a_day() -> None:
    ladder = Ladder()
    settled: list[Settled] = [
        ladder.enter(game("ann", "bo", at)).settled for at in range(MOST_GAMES_A_DAY + 1)
    ]
    assert [one.weight for one in settled] == [1, 1, 1, 0.5, 0.25, 0.125, 0]
    assert settled[-1].why is WeightReason.PAIR and settled[-1].one is None
    assert ladder.enter(game("bo", "ann", DAY + 9)).settled.weight == 1


def test_games_by_link_and_between_browsers_that_look_alike_count_less() -> None:
    whole = change(Ladder(), "ann", game("ann", "bo", 1))
    by_link = change(Ladder(), "ann", game("ann", "bo", 1, by_link=True))
    near = change(Ladder(), "ann", game("ann", "bo", 1, near=True))
    assert 0 < near < by_link < whole
    ladder = Ladder([game("ann", "bo", 1, by_link=True), game("ann", "cy", 2, near=True)])
    assert ladder.standings["ann"].games == 2 and ladder.standings["ann"].opponents == 0
    both = ladder.enter(game("ann", "di", 3, by_link=True, near=True)).settled
    assert (both.weight, both.why) == (0.125, WeightReason.NEAR)


def test_a_place_needs_several_opponents_several_days_and_a_sure_rating() -> None:
    ladder = known()
    standings = [ladder.standings[friend] for friend in FRIENDS]
    assert all(one.opponents == 5 and one.days == 3 and one.established for one in standings)
    for day in range(3, 6):
        for number, (one, two) in enumerate(combinations(FRIENDS, 2)):
            ladder.enter(game(one, two, day * DAY + number, winner=(day + number) % 3))
    assert len(ladder.ranking(6 * DAY)) == 6
    assert ladder.ranking(1_000 * DAY) == []  # nobody knows how strong they are by then


def test_newcomers_change_nothing_for_others_and_are_never_sure_among_themselves() -> None:
    ladder = known()
    at = 3 * DAY
    assert change(ladder, FRIENDS[0], game(FRIENDS[0], "new", at)) == 0
    assert ladder.standings["new"].rating.rating < 1500
    assert change(ladder, FRIENDS[0], game(FRIENDS[1], FRIENDS[0], at, winner=2)) > 0
    for number in range(40):
        ladder.enter(game("farmer", f"browser {number}", at + number))
    assert ladder.standings["farmer"].rating.deviation >= 200


class Server:
    """Honest players for some weeks. Their strengths are normal, and so are their results."""

    def __init__(self, players: int, days: int, seed: int = 7) -> None:
        self.chance = random.Random(seed)
        self.strengths = {f"p{n}": self.chance.gauss(1500, 200) for n in range(players)}
        self.ladder = Ladder()
        self.at = 0
        for _ in range(days):
            self.day()

    def day(self) -> None:
        """Half of the players play a game each against somebody else, and then another."""
        begin = self.at
        for _ in range(2):
            who = self.chance.sample(sorted(self.strengths), len(self.strengths) // 2)
            for one, two in zip(who[::2], who[1::2], strict=False):
                self.play(one, two)
        self.at = begin + DAY

    def play(self, one: str, two: str) -> None:
        apart = self.strengths.get(two, 1500) - self.strengths.get(one, 1500)
        wins = self.chance.random() < 1 / (1 + 10 ** (apart / 400))
        self.enter(one, two, 1 if wins else 2)

    def enter(self, one: str, two: str, winner: int = 1, *, near: bool = False) -> None:
        self.at += 1
        self.ladder.enter(game(one, two, self.at, winner, near=near))

    @property
    def best(self) -> list[str]:
        return [one.person for one in self.ladder.ranking(self.at)[:10]]


BROWSERS = [f"browser {number}" for number in range(20)]


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_farmer_with_20_browsers_for_a_day_does_not_reach_the_top_ten(
    is_new: bool, near: bool
) -> None:
    """The farmer is a newcomer or an ordinary player; the browsers look alike or do not.

    First the browsers win from each other, so that those the farmer beats at last are strong.
    """
    server = Server(players=200, days=30)
    assert len(server.ladder.ranking(server.at)) > 150
    farmer = "farmer" if is_new else server.ladder.ranking(server.at)[60].person
    before = server.ladder.standings.get(farmer, RatingState(farmer)).rating.rating
    for number, one in enumerate(BROWSERS):
        for two in BROWSERS[number + 1 :]:
            for _ in range(MOST_GAMES_A_DAY):
                server.enter(one, two, near=near)
    for browser in BROWSERS[::-1]:
        for _ in range(MOST_GAMES_A_DAY):
            server.enter(farmer, browser, near=near)
    assert farmer not in server.best and not set(BROWSERS) & set(server.best)
    if not is_new:
        assert server.ladder.standings[farmer].rating.rating == before
        return
    # Later the farmer plays like everybody else, and no better than most.
    server.strengths["farmer"] = 1500
    for _ in range(20):
        for other in server.chance.sample(sorted(server.strengths.keys() - {"farmer"}), 2):
            server.play("farmer", other)
        server.day()
        assert "farmer" not in server.best
