"""The next round of a tournament of any system."""

from __future__ import annotations

from menhirs.tournament.entries import Pair
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.knocked_out import still_in
from menhirs.tournament.pairing.arena import arena_pairings, may_meet, waiting
from menhirs.tournament.pairing.knock_out import knock_out_pairings
from menhirs.tournament.pairing.round_robin import planned_rounds, round_robin_pairings
from menhirs.tournament.pairing.swiss import swiss_pairings
from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament


def next_round(tournament: Tournament, around: Pair | None = None) -> Pair | None:
    """The next round as an event to enter; None once everything is played.

    ``around`` is a part of that round which is settled already, by hand or because it was played:
    the other players are paired around it. In an arena None means that nobody can be paired now.
    The same tournament always gives the same pairings.
    """
    number = len(tournament.rounds) + 1
    settled = around or Pair(number, ())
    system = tournament.settings.system
    if system is not System.ARENA and tournament.open_games():
        raise BadTournament("tournament-open", round=number - 1)
    last = last_round(tournament)
    if last is not None and number > last and around is None:
        return None
    busy = {entrant_id for pairing in settled.pairings for entrant_id in pairing} | {settled.bye}
    free = [entrant_id for entrant_id in players_to_pair(tournament) if entrant_id not in busy]
    pairings: list[Pairing] = []
    bye: EntrantId | None = None
    if len(free) > 1 or (free and around is not None):
        pairings, bye = _pairings(tournament, free, 0 if last is None else max(last - number, 0))
    if settled.bye is not None:
        bye = settled.bye
    if not pairings and around is None:
        return None
    return Pair(number, (*settled.pairings, *pairings), bye, settled.by_hand)


def something_to_pair(tournament: Tournament) -> bool:
    """Whether an arena has a pair that could play now; quicker than working the pair out."""
    last = last_round(tournament)
    if last is not None and len(tournament.rounds) >= last:
        return False
    return may_meet(tournament, waiting(tournament))


def last_round(tournament: Tournament) -> int | None:
    """The number of rounds; None if that depends on the results."""
    rounds, players = tournament.settings.rounds, len(tournament.entrants)
    match tournament.settings.system:
        case System.SWISS:
            return rounds if rounds is not None else swiss_rounds(players)
        case System.ROUND_ROBIN | System.DOUBLE_ROUND_ROBIN:
            return rounds
        case System.KNOCK_OUT:
            return None
        case System.ARENA:
            return rounds


def expected_rounds(tournament: Tournament) -> int | None:
    """The number of rounds if no players enter or withdraw; None in an arena."""
    players = len(tournament.entrants)
    match tournament.settings.system:
        case System.ROUND_ROBIN | System.DOUBLE_ROUND_ROBIN:
            plan = len(planned_rounds(tournament)) if players > 1 else 0
            return plan if (limit := tournament.settings.rounds) is None else min(limit, plan)
        case System.KNOCK_OUT:
            return swiss_rounds(players)
        case _:
            return last_round(tournament)


def swiss_rounds(players: int) -> int:
    """The rounds after which one player of so many can be the only one without a loss."""
    return max((players - 1).bit_length(), 1)


def players_to_pair(tournament: Tournament) -> list[EntrantId]:
    """All who can be paired in the next round."""
    match tournament.settings.system:
        case System.KNOCK_OUT:
            return still_in(tournament)
        case System.ARENA:
            return waiting(tournament)
        case _:
            return tournament.active


def _pairings(
    tournament: Tournament, players: list[EntrantId], rounds_after: int
) -> tuple[list[Pairing], EntrantId | None]:
    match tournament.settings.system:
        case System.SWISS:
            return swiss_pairings(tournament, players, rounds_after)
        case System.ROUND_ROBIN | System.DOUBLE_ROUND_ROBIN:
            return round_robin_pairings(tournament, players)
        case System.KNOCK_OUT:
            return knock_out_pairings(tournament, players)
        case System.ARENA:
            return arena_pairings(tournament, players), None
