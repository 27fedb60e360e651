"""Swiss pairing keeps its promises: simulated tournaments, and all pairings of a few players."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx
import pytest

from menhirs.tournament.entries import EnterResult, KeepApart, Pair
from menhirs.tournament.pairing.next_round import next_round, swiss_rounds
from menhirs.tournament.results import GameOutcome, Pairing
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament
from tests.thoroughness import is_long
from tests.tournament.promises import least_price, lives, price_as_paired
from tests.tournament.simulated import Simulation, add, random_outcome, settings_of, started

SEEDS = range(2_000 if is_long() else 30)
LARGEST = 128 if is_long() else 40


def swiss(players: int, rounds: int | None = None, *, duplicate: bool = False) -> Tournament:
    return started(settings_of(System.SWISS, rounds, duplicate=duplicate), players)


def check_everybody_is_paired(tournament: Tournament, pair: Pair) -> None:
    paired = [who for pairing in pair.pairings for who in pairing]
    resting = [] if pair.bye is None else [pair.bye]
    assert sorted([*paired, *resting]) == sorted(tournament.active)
    assert len(resting) == len(tournament.active) % 2


def check_promises(tournament: Tournament, pair: Pair) -> None:
    """Each promise is kept if any pairing at all keeps it, together with those before it."""
    check_everybody_is_paired(tournament, pair)
    meetings, byes, third, beyond, _ = price_as_paired(tournament, pair)
    known = lives(tournament)

    def may_meet(one: int, two: int) -> bool:
        return not known[one].met[two]

    def may_sit(one: int, two: int, most_beyond: int) -> bool:
        a, b = known[one], known[two]
        ways = ((a.after("S"), b.after("N")), (a.after("N"), b.after("S")))
        return any(not s[0] + n[0] and max(s[1], n[1]) <= most_beyond for s, n in ways)

    def possible(byes_allowed: int, most_beyond: int) -> bool:
        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_nodes_from(tournament.active)
        for one, two in combinations(tournament.active, 2):
            if may_meet(one, two) and may_sit(one, two, most_beyond):
                graph.add_edge(one, two)
        if len(tournament.active) % 2:
            graph.add_edges_from(
                (0, who) for who in tournament.active if known[who].byes <= byes_allowed
            )
        return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(graph)

    if meetings or byes or third or beyond:
        assert not possible(0, 0)
    if meetings or byes or third:
        assert not possible(0, 10**6)


@pytest.mark.parametrize("seed", SEEDS)
def test_promises_are_kept_while_people_come_and_go(seed: int) -> None:
    numbers = Random(seed)
    players = int(4 * (LARGEST / 4) ** numbers.random())
    # Long tournaments of few players look ahead instead: they have a test of their own.
    rounds = max(min(swiss_rounds(players) + 1, players // 4), 1)
    comings = numbers.choice([0, 0.3])
    Simulation(swiss(players, rounds), numbers, comings, check_promises).play()


def check_best(tournament: Tournament, pair: Pair) -> None:
    if pair.round == tournament.settings.rounds:  # nothing to look ahead to
        assert price_as_paired(tournament, pair) == least_price(tournament)


@pytest.mark.parametrize("seed", range(1_000 if is_long() else 60))
def test_no_pairing_of_few_players_is_better(seed: int) -> None:
    numbers = Random(seed)
    players, rounds = numbers.randint(2, 8), numbers.randint(1, 7)
    Simulation(swiss(players, rounds), numbers, 0.3, check_best).play()


@pytest.mark.parametrize("players", range(4, 12))
def test_in_the_longest_tournament_everybody_meets_everybody_once(players: int) -> None:
    rounds = players - 1 if players % 2 == 0 else players
    for seed in range(50 if is_long() else 3):
        played = Simulation(swiss(players, rounds), Random(seed)).play()
        met = [pairing.pair for paired in played.rounds for pairing in paired.pairings]
        assert len(met) == len(set(met)) == players * (players - 1) // 2
        byes = [paired.bye for paired in played.rounds if paired.bye]
        assert len(byes) == len(set(byes)) == players % 2 * players


def test_longer_tournaments_than_there_are_opponents_go_on() -> None:
    played = Simulation(swiss(3, 9), Random(1)).play()
    assert len(played.rounds) == 9
    byes = [paired.bye for paired in played.rounds]
    assert [byes.count(who) for who in (1, 2, 3)] == [3, 3, 3]


def test_equals_meet_equals() -> None:
    tournament = swiss(8, 3)
    first = next_round(tournament)
    assert first is not None
    # The upper half meets the lower half, and every second table has the seats the other way.
    assert first.pairings == (Pairing(1, 5), Pairing(6, 2), Pairing(3, 7), Pairing(8, 4))
    tournament = add(tournament, first)
    for game in tournament.open_games():
        tournament = add(
            tournament, EnterResult(game, GameOutcome(1 if game.south < game.north else 2, 5))
        )
    second = next_round(tournament)
    assert second is not None
    winners = {1, 2, 3, 4}
    assert all(len(pairing.pair & winners) != 1 for pairing in second.pairings)


def test_players_who_are_kept_apart_meet_only_where_nobody_else_is_left() -> None:
    for seed in range(5):
        played = Simulation(add(swiss(6, 5), KeepApart(1, 4)), Random(seed)).play()
        met = {pairing.pair for paired in played.rounds for pairing in paired.pairings}
        assert frozenset((1, 4)) not in met
    only_two = next_round(add(swiss(2), KeepApart(1, 2)))
    assert only_two is not None
    assert only_two.pairings == (Pairing(1, 2),)


def test_a_round_is_paired_around_what_is_settled_by_hand() -> None:
    tournament = swiss(7)
    pair = next_round(tournament, Pair(1, (Pairing(2, 1),), 5, by_hand=True))
    assert pair is not None
    assert pair.pairings[0] == Pairing(2, 1)
    assert pair.bye == 5
    check_everybody_is_paired(tournament, pair)


def test_in_duplicate_form_each_pair_plays_one_layout_from_both_sides() -> None:
    tournament = swiss(6, duplicate=True)
    pair = next_round(tournament)
    assert pair is not None
    games = add(tournament, pair).open_games()
    assert len(games) == 6
    assert len({tournament.settings.layout_seed(game) for game in games}) == 1
    assert [games[0].south, games[0].north] == [games[1].north, games[1].south]
    open_seeds = {swiss(6).settings.layout_seed(game) for game in games}
    assert len(open_seeds) == 6


def test_the_same_results_in_any_order_give_the_same_pairings() -> None:
    for seed in range(10):
        tournament = swiss(9, 4)
        first = next_round(tournament)
        assert first is not None
        tournament = add(tournament, first)
        numbers = Random(seed)
        results = [EnterResult(game, random_outcome(numbers)) for game in tournament.open_games()]
        forward = add(tournament, *results)
        numbers.shuffle(results)
        assert next_round(forward) == next_round(add(tournament, *results))
