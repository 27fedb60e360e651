"""The arena: waiting players are paired, and nobody meets the same opponent twice in a row."""

from __future__ import annotations

from random import Random

import pytest

from menhirs.tournament.entries import EnterResult, Pair, WithdrawPlayer
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.results import GameOutcome, Pairing
from menhirs.tournament.settings import System
from menhirs.tournament.standings import standings
from menhirs.tournament.tournament import Tournament
from tests.thoroughness import is_long
from tests.tournament.simulated import add, random_outcome, settings_of, started


def arena(players: int) -> Tournament:
    return started(settings_of(System.ARENA), players)


@pytest.mark.parametrize("seed", range(200 if is_long() else 6))
def test_everybody_plays_on_and_nobody_meets_twice_in_a_row(seed: int) -> None:
    numbers = Random(seed)
    tournament = arena(numbers.randint(3, 9))
    last: dict[int, int] = {}
    for _ in range(60):
        if (pair := next_round(tournament)) is not None:
            for one, two in pair.pairings:
                assert last.get(one) != two
                last |= {one: two, two: one}
            tournament = add(tournament, pair)
        assert tournament.open_games()  # they never all wait
        game = numbers.choice(tournament.open_games())
        tournament = add(tournament, EnterResult(game, random_outcome(numbers)))
        if numbers.random() < 0.1:
            tournament = add(tournament, tournament.enter(f"late {tournament.entries}"))
        if numbers.random() < 0.05 and len(tournament.active) > 3:
            tournament = add(tournament, WithdrawPlayer(numbers.choice(tournament.active)))
    table = standings(tournament)
    assert [row.wins for row in table] == sorted((row.wins for row in table), reverse=True)


def test_two_who_have_just_met_wait_for_the_third() -> None:
    tournament = add(arena(4), Pair(1, (Pairing(1, 2), Pairing(3, 4))))
    one, two = tournament.open_games()
    tournament = add(tournament, EnterResult(one, GameOutcome(1, 5)))
    assert next_round(tournament) is None
    tournament = add(tournament, EnterResult(two, GameOutcome(1, 5)))
    pair = next_round(tournament)
    assert pair is not None
    assert {pairing.pair for pairing in pair.pairings} == {frozenset((1, 3)), frozenset((2, 4))}


def test_two_alone_play_again_with_the_seats_swapped() -> None:
    tournament = add(arena(2), Pair(1, (Pairing(1, 2),)))
    tournament = add(tournament, EnterResult(tournament.open_games()[0], GameOutcome(1, 5)))
    pair = next_round(tournament)
    assert pair is not None
    assert pair.pairings == (Pairing(2, 1),)


def test_nobody_plays_two_games_at_once() -> None:
    tournament = add(arena(3), Pair(1, (Pairing(1, 2),)))
    with pytest.raises(BadTournament) as error:
        add(tournament, Pair(2, (Pairing(2, 3),)))
    assert error.value.code == "tournament-paired-twice"
