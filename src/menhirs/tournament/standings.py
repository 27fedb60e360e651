"""The standings of a tournament, and why each player is above the next.

Wins decide, then points, then the direct encounter (the wins in games among all who are equal so
far), then Buchholz (the wins of all opponents). In a knock-out the round reached comes first.
Players who are equal in all of this share a rank and are listed in the order of entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from menhirs.tournament.knocked_out import rounds_survived
from menhirs.tournament.player_history import PlayerHistory, pasts
from menhirs.tournament.results import EntrantId
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament


class Criterion(StrEnum):
    """The criteria of comparison, in this order."""

    SURVIVED = "survived"
    """Rounds survived in a knock-out."""
    WINS = "wins"
    POINTS = "points"
    DIRECT = "direct"
    """The direct encounter: wins among all who are equal so far."""
    BUCHHOLZ = "buchholz"


@dataclass(frozen=True, slots=True)
class StandingReason:
    """Why a player stands above the next."""

    criterion: Criterion
    upper: int
    lower: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings."""

    rank: int
    """The shared place of players who are equal in everything."""
    entrant: EntrantId
    name: str
    wins: int
    """Byes and games that the opponent did not come to included."""
    points: int
    direct: int
    """Wins against the players with as many wins and points."""
    buchholz: int
    ties: int
    losses: int
    byes: int
    survived: int
    """Rounds survived in a knock-out; 0 in other systems."""
    withdrawn: bool
    above: StandingReason | None
    """Why it stands above the next row; None in the last row, and where the next one is equal."""


def standings(tournament: Tournament) -> list[Standing]:
    """All players, the first one on top. The order of results makes no difference."""
    behind = pasts(tournament)
    knock_out = tournament.settings.system is System.KNOCK_OUT
    survived = rounds_survived(tournament) if knock_out else dict.fromkeys(behind, 0)
    direct = _direct_wins(behind, survived)

    def values(entrant_id: EntrantId) -> dict[Criterion, int]:
        past = behind[entrant_id]
        return {
            Criterion.SURVIVED: survived[entrant_id],
            Criterion.WINS: past.wins,
            Criterion.POINTS: past.points,
            Criterion.DIRECT: direct[entrant_id],
            Criterion.BUCHHOLZ: sum(behind[opponent].wins for opponent in past.opponents),
        }

    compared = {entrant_id: values(entrant_id) for entrant_id in behind}
    order = sorted(
        behind,
        key=lambda entrant_id: ([-value for value in compared[entrant_id].values()], entrant_id),
    )
    rows: list[Standing] = []
    for place, entrant_id in enumerate(order, start=1):
        after = order[place] if place < len(order) else None
        equal = rows and compared[rows[-1].entrant] == compared[entrant_id]
        own_values = compared[entrant_id]
        rows.append(
            Standing(
                rank=rows[-1].rank if equal else place,
                entrant=entrant_id,
                name=tournament.name(entrant_id),
                wins=own_values[Criterion.WINS],
                points=own_values[Criterion.POINTS],
                direct=own_values[Criterion.DIRECT],
                buchholz=own_values[Criterion.BUCHHOLZ],
                ties=behind[entrant_id].ties,
                losses=behind[entrant_id].losses,
                byes=behind[entrant_id].byes,
                survived=survived[entrant_id],
                withdrawn=tournament.entrant(entrant_id).withdrawn,
                above=None if after is None else _reason(own_values, compared[after]),
            )
        )
    return rows


def _direct_wins(
    behind: dict[EntrantId, PlayerHistory], survived: dict[EntrantId, int]
) -> dict[EntrantId, int]:
    """For each player the wins against players with equal wins and points."""

    def so_far(entrant_id: EntrantId) -> tuple[int, int, int]:
        return survived[entrant_id], behind[entrant_id].wins, behind[entrant_id].points

    found: dict[EntrantId, int] = {}
    for _, members in groupby(sorted(behind, key=so_far), key=so_far):
        group = set(members)
        for entrant_id in group:
            found[entrant_id] = sum(opponent in group for opponent in behind[entrant_id].beaten)
    return found


def _reason(upper: dict[Criterion, int], lower: dict[Criterion, int]) -> StandingReason | None:
    for criterion in Criterion:
        if upper[criterion] != lower[criterion]:
            return StandingReason(criterion, upper[criterion], lower[criterion])
    return None
