"""The games of a series before one of them, added up for its seats."""

from __future__ import annotations

from menhirs.match.series import LAST_GAMES, Earlier, GameOfSeries


def test_wins_and_points_follow_the_players_to_their_other_seats() -> None:
    one = Earlier().followed_by(GameOfSeries("a", 1, 1, 11))
    assert (one.wins, one.points) == ((0, 1), (0, 11))
    two = one.followed_by(GameOfSeries("b", 2, 2, 7))  # the same person won again, in the north now
    assert (two.wins, two.points) == ((2, 0), (18, 0))
    tied = two.followed_by(GameOfSeries("c", 3, 0, 0))
    assert (tied.wins, tied.points) == ((0, 2), (0, 18))
    assert [game.match for game in tied.games] == ["a", "b", "c"]


def test_only_the_last_games_are_told_one_by_one() -> None:
    earlier = Earlier()
    for number in range(1, 20):
        earlier = earlier.followed_by(GameOfSeries(str(number), number, 1, 1))
    assert [game.game for game in earlier.games] == list(range(20 - LAST_GAMES, 20))
    assert sum(earlier.wins) == 19
