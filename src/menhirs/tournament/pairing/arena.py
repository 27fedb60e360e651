"""Pairing an arena, where players come and go: waiting players are paired, equals if possible."""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.tournament.pairing.matching import Price, cheapest_pairs
from menhirs.tournament.pairing.seats import seated
from menhirs.tournament.player_history import pasts
from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.tournament import Tournament


def waiting(tournament: Tournament) -> list[EntrantId]:
    """All who could play now: they have no open game and have not withdrawn."""
    busy = {entrant_id for game in tournament.open_games() for entrant_id in game.players}
    return [entrant_id for entrant_id in tournament.active if entrant_id not in busy]


def may_meet(tournament: Tournament, players: Sequence[EntrantId]) -> bool:
    """Whether two of these players may meet now."""
    if len(players) < 2:
        return False
    # Everybody has just met one other at most: of four players two have not met.
    return len(players) > 3 or bool(arena_pairings(tournament, players))


def arena_pairings(tournament: Tournament, players: Sequence[EntrantId]) -> list[Pairing]:
    """The pairings of the waiting players; two who have just met wait for somebody else.

    Only where there are no more than two in all do they meet again at once. Those with the fewest
    games go first, then opponents who have met least, then those with as many wins.
    """
    behind = pasts(tournament)
    rematch = len(tournament.active) == 2

    def price(one: EntrantId, two: EntrantId) -> Price | None:
        past, other = behind[one], behind[two]
        just_met = past.last_opponent == two or other.last_opponent == one
        if just_met and not rematch:
            return None
        games = past.met.total() + other.met.total()
        apart = int(frozenset((one, two)) in tournament.apart)
        return apart, games, past.met[two] ** 2, (past.wins - other.wins) ** 2

    pairs = cheapest_pairs(players, price)
    return [
        seated(one, two, behind, one_first=table % 2 == 0) for table, (one, two) in enumerate(pairs)
    ]
