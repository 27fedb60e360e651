"""Pairing by hand: two players meet, and everybody else still has one place in the round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.rules import AMSTERDAM
from menhirs.tournament.entries import Start
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.pairing.by_hand import meet
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.settings import System, TournamentSettings
from menhirs.tournament.tournament import Tournament


def first_round(players: int, late: int = 0) -> Tournament:
    """A Swiss tournament in its first round; some came too late for it."""
    tournament = Tournament(TournamentSettings("Cup", System.SWISS, AMSTERDAM))
    for number in range(players):
        tournament = tournament.append(tournament.entry(tournament.enter(f"Player {number}"), 1))
    tournament = tournament.append(tournament.entry(Start(), 2))
    paired = next_round(tournament)
    assert paired is not None
    tournament = tournament.append(tournament.entry(paired, 3))
    for number in range(late):
        tournament = tournament.append(tournament.entry(tournament.enter(f"Late {number}"), 4))
    return tournament


@given(st.integers(2, 12), st.integers(0, 1), st.data())
def test_two_meet_and_all_others_keep_a_place(players: int, late: int, data: st.DataObject) -> None:
    tournament = first_round(players, late)
    everybody = list(tournament.entrants)
    south, north = data.draw(st.permutations(everybody))[:2]
    pair = meet(tournament, south, north)
    after = tournament.append(tournament.entry(pair, 5))
    (paired,) = after.rounds
    assert (south, north) in paired.pairings and paired.by_hand
    seated = [who for pairing in paired.pairings for who in pairing]
    seated += [] if paired.bye is None else [paired.bye]
    before = tournament.rounds[0]
    had = before.players | ({before.bye} if before.bye is not None else set())
    assert sorted(seated) == sorted(had | {south, north})


def test_nobody_meets_before_the_first_round_or_oneself() -> None:
    empty = Tournament(TournamentSettings("Cup", System.SWISS, AMSTERDAM))
    with pytest.raises(BadTournament, match="round"):
        meet(empty, 1, 2)
    tournament = first_round(4)
    with pytest.raises(BadTournament) as refused:
        tournament.entry(meet(tournament, 1, 1), 5)
    assert refused.value.code == "tournament-oneself"
