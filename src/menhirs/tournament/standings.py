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
from menhirs.tournament.past import PlayerHistory, pasts
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
    mine: int
    theirs: int


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

    def values(who: EntrantId) -> dict[Criterion, int]:
        past = behind[who]
        return {
            Criterion.SURVIVED: survived[who],
            Criterion.WINS: past.wins,
            Criterion.POINTS: past.points,
            Criterion.DIRECT: direct[who],
            Criterion.BUCHHOLZ: sum(behind[opponent].wins for opponent in past.opponents),
        }

    compared = {who: values(who) for who in behind}
    order = sorted(behind, key=lambda who: ([-value for value in compared[who].values()], who))
    rows: list[Standing] = []
    for place, who in enumerate(order, start=1):
        after = order[place] if place < len(order) else None
        equal = rows and compared[rows[-1].entrant] == compared[who]
        mine = compared[who]
        rows.append(
            Standing(
                rank=rows[-1].rank if equal else place,
                entrant=who,
                name=tournament.name(who),
                wins=mine[Criterion.WINS],
                points=mine[Criterion.POINTS],
                direct=mine[Criterion.DIRECT],
                buchholz=mine[Criterion.BUCHHOLZ],
                ties=behind[who].ties,
                losses=behind[who].losses,
                byes=behind[who].byes,
                survived=survived[who],
                withdrawn=tournament.entrant(who).withdrawn,
                above=None if after is None else _reason(mine, compared[after]),
            )
        )
    return rows


def _direct_wins(
    behind: dict[EntrantId, PlayerHistory], survived: dict[EntrantId, int]
) -> dict[EntrantId, int]:
    """For each player the wins against players with equal wins and points."""

    def so_far(who: EntrantId) -> tuple[int, int, int]:
        return survived[who], behind[who].wins, behind[who].points

    found: dict[EntrantId, int] = {}
    for _, members in groupby(sorted(behind, key=so_far), key=so_far):
        group = set(members)
        for who in group:
            found[who] = sum(opponent in group for opponent in behind[who].beaten)
    return found


def _reason(mine: dict[Criterion, int], theirs: dict[Criterion, int]) -> StandingReason | None:
    for criterion in Criterion:
        if mine[criterion] != theirs[criterion]:
            return StandingReason(criterion, mine[criterion], theirs[criterion])
    return None
