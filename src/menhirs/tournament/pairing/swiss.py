"""Swiss pairing: equals meet equals, and nobody meets twice while it can be avoided.

What matters, the most important first:

1. Players who are to be kept apart don't meet.
2. Nobody meets twice.
3. Nobody has a second bye.
4. Nobody has the same seat three times in a row.
5. Nobody has one seat two times more often than the other.
6. Players have as many wins as their opponents; the bye goes to the fewest wins.
7. Among those with as many wins, the upper half meets the lower half.

A later point never outweighs an earlier one. The bye is a player number 0 whom everybody may meet.
"""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.tournament.pairing.few_left import is_tight, pairs_to_the_end
from menhirs.tournament.pairing.matching import Price, cheapest_pairs
from menhirs.tournament.pairing.seats import pair_seat_price, seated
from menhirs.tournament.player_history import PlayerHistory, pasts
from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.standings import standings
from menhirs.tournament.tournament import Tournament

BYE = 0


def swiss_pairings(
    tournament: Tournament, players: Sequence[EntrantId], rounds_after: int
) -> tuple[list[Pairing], EntrantId | None]:
    """The pairings of these players, and who has the bye; so many rounds follow afterwards."""
    behind = pasts(tournament)
    order = [row.entrant for row in standings(tournament) if row.entrant in set(players)]
    prices = _Prices(tournament, behind, order)
    everybody = order if len(order) % 2 == 0 else [*order, BYE]
    pairs = cheapest_pairs(everybody, prices.price)
    if rounds_after and is_tight(everybody, prices.have_met):
        pairs = pairs_to_the_end(everybody, pairs, rounds_after, prices.price, prices.have_met)
    bye = next((one for one, two in pairs if two == BYE), None)
    tables = [pair for pair in pairs if BYE not in pair]
    # At first nobody has had a seat: every second table turns round.
    return [
        seated(one, two, behind, one_first=table % 2 == 0)
        for table, (one, two) in enumerate(tables)
    ], bye


class _Prices:
    """What it costs to let two players meet."""

    def __init__(
        self, tournament: Tournament, behind: dict[EntrantId, PlayerHistory], order: list[EntrantId]
    ) -> None:
        self._behind = behind
        self._apart = tournament.apart
        self._seats_matter = not tournament.settings.duplicate
        self._fewest_wins = min((behind[entrant_id].wins for entrant_id in order), default=0)
        self._place: dict[EntrantId, int] = {}
        """Among those with as many wins, counted from 0."""
        self._group: dict[int, int] = {}
        """How many have so many wins."""
        for entrant_id in order:
            wins = behind[entrant_id].wins
            self._place[entrant_id] = self._group.get(wins, 0)
            self._group[wins] = self._place[entrant_id] + 1

    def have_met(self, one: EntrantId, two: EntrantId) -> bool:
        """Whether they have met or are not to; for the bye, whether the player had one."""
        if BYE in (one, two):
            return self._behind[one or two].byes > 0
        return self._behind[one].met[two] > 0 or frozenset((one, two)) in self._apart

    def price(self, one: EntrantId, two: EntrantId) -> Price:
        """What this pair costs, in the order of the list above."""
        if BYE in (one, two):
            return self._bye_price(one or two)
        past, other = self._behind[one], self._behind[two]
        seats = pair_seat_price(past, other) if self._seats_matter else (0, 0)
        floats = (past.wins - other.wins) ** 2
        apart = int(frozenset((one, two)) in self._apart)
        return (apart, past.met[two] ** 2, 0, *seats, floats, self._fold(one, two))

    def _bye_price(self, entrant_id: EntrantId) -> Price:
        past = self._behind[entrant_id]
        wins_too_many = (past.wins - self._fewest_wins) ** 2
        last = self._group[past.wins] - 1
        return (0, 0, past.byes**2, 0, 0, wins_too_many, last - self._place[entrant_id])

    def _fold(self, one: EntrantId, two: EntrantId) -> int:
        """How far the two are from meeting across the halves of their group."""
        half = max(self._group[self._behind[entrant_id].wins] for entrant_id in (one, two)) // 2
        return abs(abs(self._place[one] - self._place[two]) - half)
