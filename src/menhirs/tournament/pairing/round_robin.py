"""Round robin: everybody meets everybody, once or, with the seats swapped, twice.

The rounds are those of the Berger tables. Once somebody has withdrawn, entered late or been paired
by hand, the tables don't fit any more: then each round lets as many pairs play as still have to.
"""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.tournament.pairing.matching import Price, cheapest_pairs
from menhirs.tournament.pairing.seats import seated
from menhirs.tournament.player_history import pasts
from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament

BYE = 0


def berger_rounds(players: Sequence[EntrantId]) -> list[list[Pairing]]:
    """The rounds in which everybody meets everybody once; an odd number meets ``BYE`` in turn.

    One player stays, the others sit on a circle around. Turning the circle by half of it every
    round makes the seats of each player alternate.
    """
    *circle, fixed = players if len(players) % 2 == 0 else [*players, BYE]
    size = len(circle)
    rounds = []
    for number in range(size):
        turned = number * (size + 1) // 2 % size
        facing = circle[turned]
        pairings = [Pairing(fixed, facing) if number % 2 else Pairing(facing, fixed)]
        pairings += [
            Pairing(circle[(turned + step) % size], circle[turned - step])
            for step in range(1, size // 2 + 1)
        ]
        rounds.append(pairings)
    return rounds


def double_berger_rounds(players: Sequence[EntrantId]) -> list[list[Pairing]]:
    """The rounds twice, the second time with the seats swapped.

    The last two rounds of the first half change places, as FIDE recommends: else somebody would
    sit on the same side three times where the halves meet.
    """
    once = berger_rounds(players)
    first = [*once[:-2], *reversed(once[-2:])]
    return [*first, *([Pairing(p.north, p.south) for p in pairings] for pairings in once)]


def planned_rounds(tournament: Tournament) -> list[list[Pairing]]:
    """The tables for all who ever entered."""
    players = list(tournament.entrants)
    if tournament.settings.system is System.DOUBLE_ROUND_ROBIN:
        return double_berger_rounds(players)
    return berger_rounds(players)


def round_robin_pairings(
    tournament: Tournament, players: Sequence[EntrantId]
) -> tuple[list[Pairing], EntrantId | None]:
    """The next pairings of these players, and who has the bye; none once all have met."""
    plan = planned_rounds(tournament)
    played = len(tournament.rounds)
    if list(players) == list(tournament.entrants) and _went_to_plan(tournament, plan):
        return _split_bye(plan[played]) if played < len(plan) else ([], None)
    return _pairs_left(tournament, players)


def _went_to_plan(tournament: Tournament, plan: list[list[Pairing]]) -> bool:
    """Whether all rounds so far followed the tables."""
    for paired, planned in zip(tournament.rounds, plan, strict=False):
        pairings, bye = _split_bye(planned)
        if set(paired.pairings) != set(pairings) or paired.bye != bye:
            return False
    return len(tournament.rounds) <= len(plan)


def _split_bye(planned: list[Pairing]) -> tuple[list[Pairing], EntrantId | None]:
    byes = [
        entrant_id
        for pairing in planned
        if BYE in pairing
        for entrant_id in pairing
        if entrant_id != BYE
    ]
    return [pairing for pairing in planned if BYE not in pairing], byes[0] if byes else None


def _pairs_left(
    tournament: Tournament, players: Sequence[EntrantId]
) -> tuple[list[Pairing], EntrantId | None]:
    """As many pairs as still have to meet; one of the rest has a bye, if their number is odd."""
    behind = pasts(tournament)
    meetings = 2 if tournament.settings.system is System.DOUBLE_ROUND_ROBIN else 1
    met = {(one, two): behind[one].met[two] for one in players for two in players if one != two}
    to_play = {
        one: sum(max(meetings - met[one, two], 0) for two in players if two != one)
        for one in players
    }
    most = max(to_play.values(), default=0)

    def price(one: EntrantId, two: EntrantId) -> Price | None:
        if met[one, two] >= meetings:
            return None
        # A player with the most games left must not have the bye.
        return met[one, two], sum((most - to_play[entrant_id]) ** 2 for entrant_id in (one, two))

    pairs = cheapest_pairs(players, price)
    if not pairs:
        return [], None
    busy = {entrant_id for pair in pairs for entrant_id in pair}
    resting = sorted(
        set(players) - busy, key=lambda entrant_id: (behind[entrant_id].byes, entrant_id)
    )
    bye = resting[0] if resting and len(players) % 2 else None
    first_meeting = _first_meetings(tournament)
    pairings = []
    for one, two in pairs:
        earlier = first_meeting.get(frozenset((one, two)))
        again = None if earlier is None else Pairing(earlier.north, earlier.south)
        pairings.append(again or seated(one, two, behind))
    return pairings, bye


def _first_meetings(tournament: Tournament) -> dict[frozenset[EntrantId], Pairing]:
    found: dict[frozenset[EntrantId], Pairing] = {}
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            found.setdefault(pairing.pair, pairing)
    return found
