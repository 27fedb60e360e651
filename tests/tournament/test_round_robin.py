"""Round robins: everybody meets everybody, seats alternate, and people come and go."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from menhirs.tournament.pairing.next_round import expected_rounds
from menhirs.tournament.results import EntrantId
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament
from tests.thoroughness import is_long
from tests.tournament.promises import lives
from tests.tournament.simulated import Simulation, settings_of, started

SYSTEMS = [System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN]


def times_met(tournament: Tournament) -> Counter[tuple[EntrantId, EntrantId]]:
    pairings = [pairing for paired in tournament.rounds for pairing in paired.pairings]
    return Counter((pairing.south, pairing.north) for pairing in pairings)


@pytest.mark.parametrize("players", range(2, 34 if is_long() else 14))
@pytest.mark.parametrize("system", SYSTEMS)
def test_everybody_meets_everybody_and_seats_alternate(system: System, players: int) -> None:
    tournament = started(settings_of(system), players)
    played = Simulation(tournament, Random(players)).play()
    rounds = players - 1 + players % 2
    assert len(played.rounds) == expected_rounds(played) == rounds * (1 + (system == SYSTEMS[1]))
    met = times_met(played)
    assert set(met.values()) == {1}
    pairs = Counter(frozenset(pair) for pair in met)
    assert len(pairs) == players * (players - 1) // 2
    assert set(pairs.values()) == {1 + (system == SYSTEMS[1])}  # twice, but never with equal seats
    for life in lives(played).values():
        assert abs(life.seats.count("S") - life.seats.count("N")) <= 1
        assert "SSS" not in life.seats
        assert "NNN" not in life.seats
        assert life.byes == players % 2 * (1 + (system == SYSTEMS[1]))


@pytest.mark.parametrize("seed", range(500 if is_long() else 12))
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_who_stay_meet_although_others_come_and_go(system: System, seed: int) -> None:
    numbers = Random(seed)
    tournament = started(settings_of(system), numbers.randint(3, 9))
    played = Simulation(tournament, numbers, comings=0.25).play()
    wanted = 1 + (system == SYSTEMS[1])
    met = times_met(played)
    for one, two in combinations(played.active, 2):
        assert met[one, two] + met[two, one] == wanted
        assert abs(met[one, two] - met[two, one]) <= 1


def test_a_limit_of_rounds_ends_it_early() -> None:
    played = Simulation(started(settings_of(System.ROUND_ROBIN, 3), 8), Random(1)).play()
    assert len(played.rounds) == expected_rounds(played) == 3
