"""Knock-outs with return games, for every number of players."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from menhirs.tournament.entries import EnterResult, Pair, WithdrawPlayer
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.knocked_out import pair_winner, still_in
from menhirs.tournament.pairing.next_round import expected_rounds, next_round
from menhirs.tournament.results import GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.standings import Criterion, standings
from menhirs.tournament.tournament import Tournament
from tests.thoroughness import is_long
from tests.tournament.simulated import Simulation, add, settings_of, started

TIE = GameOutcome(0)


def knock_out(players: int) -> Tournament:
    return started(settings_of(System.KNOCK_OUT), players)


def final(*outcomes: GameOutcome) -> Tournament:
    """Two players after so many games of their only round."""
    tournament = knock_out(2)
    pair = next_round(tournament)
    assert pair is not None
    tournament = add(tournament, pair)
    for outcome in outcomes:
        tournament = add(tournament, EnterResult(tournament.open_games()[0], outcome))
    return tournament


def check_bye(tournament: Tournament, pair: Pair) -> None:
    """Nobody has a second bye while somebody who is left had none."""
    if pair.bye is not None:
        byes = Counter(paired.bye for paired in tournament.rounds)
        assert byes[pair.bye] == min(byes[who] for who in still_in(tournament))


@pytest.mark.parametrize("players", range(2, 34))
def test_one_player_is_left_of_any_number(players: int) -> None:
    for seed in range(100 if is_long() else 2):
        played = Simulation(knock_out(players), Random(seed), look=check_bye).play()
        assert len(played.rounds) == expected_rounds(played) == (players - 1).bit_length()
        assert sum(len(paired.pairings) for paired in played.rounds) == players - 1
        left = still_in(played)
        assert len(left) == 1
        table = standings(played)
        assert table[0].entrant == left[0]
        last = played.rounds[-1]
        assert {table[0].entrant, table[1].entrant} == set(last.pairings[0])


@pytest.mark.parametrize("seed", range(300 if is_long() else 10))
def test_it_ends_although_people_come_and_go(seed: int) -> None:
    numbers = Random(seed)
    played = Simulation(knock_out(numbers.randint(2, 20)), numbers, comings=0.3).play()
    assert len(still_in(played)) <= 1


def test_nobody_comes_in_once_the_first_round_is_paired() -> None:
    paired = final()
    late = paired.enter("Late")
    with pytest.raises(BadTournament) as refused:
        paired.entry(late, 9)
    assert refused.value.code == "tournament-closed"


def test_a_pair_plays_two_games_with_the_seats_swapped() -> None:
    assert final().open_games() == [TournamentGame(1, 1, 2, 1), TournamentGame(1, 2, 1, 2)]


@pytest.mark.parametrize(
    ("outcomes", "winner"),
    [
        ([GameOutcome(1, 3), TIE], 1),
        ([TIE, GameOutcome(1, 1)], 2),
        ([GameOutcome(1, 3), GameOutcome(1, 4)], 2),  # a win each, and more points
        ([GameOutcome(2, 3), GameOutcome(2, 4)], 1),
        ([TIE, TIE, GameOutcome(2, 3), TIE], 2),  # the deciding games
        ([GameOutcome(1, 5), GameOutcome(1, 5), GameOutcome(1, 2), GameOutcome(1, 3)], 2),
        ([TIE, TIE, TIE, TIE], 1),  # equal to the end: who entered first
    ],
)
def test_wins_decide_then_points_then_deciding_games(
    outcomes: list[GameOutcome], winner: int
) -> None:
    before = final(*outcomes[:-1])
    assert pair_winner(before, 1, Pairing(1, 2)) is None
    after = final(*outcomes)
    assert after.open_games() == []
    assert pair_winner(after, 1, Pairing(1, 2)) == winner
    assert next_round(after) is None


def test_whoever_got_further_stands_higher_whatever_the_wins() -> None:
    tournament = final(GameOutcome(1, 5), GameOutcome(1, 5), TIE, TIE)
    table = standings(tournament)
    assert [row.entrant for row in table] == [1, 2]
    assert table[0].above is not None
    assert table[0].above.criterion is Criterion.SURVIVED


def test_the_last_one_left_wins_where_the_others_withdraw() -> None:
    tournament = knock_out(4)
    pair = next_round(tournament)
    assert pair is not None
    tournament = add(tournament, pair)
    for game in tournament.open_games():
        won = 1 if game.south < game.north else 2
        tournament = add(tournament, EnterResult(game, GameOutcome(won, 5)))
    tournament = add(tournament, WithdrawPlayer(1))
    assert next_round(tournament) is None
    assert standings(tournament)[0].entrant == 2
