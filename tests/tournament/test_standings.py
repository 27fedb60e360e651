"""Standings: against a plain reference, in any order of results, and with reasons that are true."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from menhirs.tournament.entries import EnterResult, NoShow, Pair
from menhirs.tournament.results import GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.standings import Criterion, StandingReason, standings
from menhirs.tournament.tournament import Tournament
from tests.thoroughness import is_long
from tests.tournament.reference_standings import reference_order
from tests.tournament.simulated import Simulation, add, settings_of, started

SYSTEMS = [System.SWISS, System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN]


def random_tournament(seed: int) -> Tournament:
    numbers = Random(seed)
    settings = settings_of(numbers.choice(SYSTEMS), 4, duplicate=numbers.random() < 0.3)
    return Simulation(started(settings, numbers.randint(2, 12)), numbers, comings=0.3).play()


@pytest.mark.parametrize("seed", range(2_000 if is_long() else 40))
def test_they_agree_with_the_reference(seed: int) -> None:
    tournament = random_tournament(seed)
    table = standings(tournament)
    told = [(row.name, row.wins, row.points, row.buchholz) for row in table]
    assert told == reference_order(tournament)


@pytest.mark.parametrize("seed", range(300 if is_long() else 15))
def test_every_row_tells_truly_why_it_stands_above_the_next(seed: int) -> None:
    table = standings(random_tournament(seed))
    assert table[-1].above is None
    for row, after in pairwise(table):
        if row.above is None:
            assert row.rank == after.rank
            continue
        assert row.rank < after.rank
        decisive = row.above.criterion.value
        assert (row.above.upper, row.above.lower) == (
            getattr(row, decisive),
            getattr(after, decisive),
        )
        assert row.above.upper > row.above.lower
        for earlier in list(Criterion)[: list(Criterion).index(row.above.criterion)]:
            assert getattr(row, earlier.value) == getattr(after, earlier.value)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_results_makes_no_difference(seed: int) -> None:
    numbers = Random(seed)
    pairings = (Pairing(1, 2), Pairing(3, 4), Pairing(5, 6))
    tournament = add(started(settings_of(System.SWISS), 7), Pair(1, pairings, 7))
    outcomes = [GameOutcome(numbers.randint(1, 2), numbers.randint(1, 3)) for _ in pairings]
    results = [EnterResult(p.game(1), o) for p, o in zip(pairings, outcomes, strict=True)]
    forward = standings(add(tournament, *results))
    numbers.shuffle(results)
    assert standings(add(tournament, *results)) == forward


def after(players: int, *games: tuple[int, int, int, int, int]) -> Tournament:
    """A tournament with these games: round, south, north, winner, points."""
    tournament = started(settings_of(System.SWISS, 9), players)
    for number in sorted({game[0] for game in games}):
        some = [game for game in games if game[0] == number]
        pairings = tuple(Pairing(south, north) for _, south, north, _, _ in some)
        tournament = add(tournament, Pair(number, pairings))
        for _, south, north, winner, score in some:
            outcome = GameOutcome(winner, score)
            tournament = add(tournament, EnterResult(TournamentGame(number, south, north), outcome))
    return tournament


def told(tournament: Tournament) -> list[tuple[int, StandingReason | None]]:
    return [(row.entrant, row.above) for row in standings(tournament)]


def test_points_separate_those_with_as_many_wins() -> None:
    assert told(after(4, (1, 1, 2, 1, 5), (1, 3, 4, 1, 7)))[0] == (
        3,
        StandingReason(Criterion.POINTS, 7, 5),
    )


def test_the_direct_encounter_separates_those_with_as_many_points() -> None:
    # 2 beat 1; both have one win of 5 points.
    table = told(after(4, (1, 2, 1, 1, 5), (1, 3, 4, 1, 9), (2, 1, 4, 1, 5), (2, 3, 2, 1, 9)))
    assert table[1] == (2, StandingReason(Criterion.DIRECT, 1, 0))
    assert table[2][0] == 1


def test_a_circle_among_equals_is_left_to_buchholz() -> None:
    games = [(1, 1, 2, 1, 5), (2, 2, 3, 1, 5), (3, 3, 1, 1, 5), (4, 1, 4, 2, 9), (4, 2, 5, 2, 1)]
    rows = {row.entrant: row for row in standings(after(5, *games))}
    assert rows[1].direct == rows[2].direct == rows[3].direct == 1
    assert rows[1].buchholz == rows[2].buchholz == 3
    assert rows[3].buchholz == 2
    assert rows[1].rank == rows[2].rank < rows[3].rank


def test_a_bye_and_a_no_show_are_wins_without_points() -> None:
    tournament = add(
        started(settings_of(System.SWISS), 5), Pair(1, (Pairing(1, 2), Pairing(3, 4)), 5)
    )
    absent = [NoShow(TournamentGame(1, 1, 2), (1,)), NoShow(TournamentGame(1, 3, 4), (3, 4))]
    rows = {row.entrant: row for row in standings(add(tournament, *absent))}
    assert (rows[5].wins, rows[5].points, rows[5].byes, rows[5].buchholz) == (1, 0, 1, 0)
    assert (rows[2].wins, rows[2].points, rows[2].buchholz) == (1, 0, 0)
    assert (rows[1].losses, rows[3].losses, rows[3].ties) == (1, 0, 0)
