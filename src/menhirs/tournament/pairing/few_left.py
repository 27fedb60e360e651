"""Pairing with an eye on the rounds to come, when few opponents are left.

Pairing round by round can lead to a dead end: of six players who have met three opponents each, two
groups of three may be left in which nobody can be paired without a second meeting. As long as
everybody has half of the others still to meet there is always a next round (Dirac), so only
tournaments that are long for their number of players need to look ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from menhirs.tournament.pairing.matching import Price
from menhirs.tournament.results import EntrantId

Pairs: TypeAlias = list[tuple[EntrantId, EntrantId]]
_HaveMet: TypeAlias = Callable[[EntrantId, EntrantId], bool]
_Unmet: TypeAlias = dict[EntrantId, frozenset[EntrantId]]
_MOST_STEPS = 20_000
_MOST_CHOICES = 40
"""The number of complete pairings that are compared; the first are the cheaper ones."""


def is_tight(players: Sequence[EntrantId], have_met: _HaveMet) -> bool:
    """Whether after this round somebody could have fewer than half of the others left to meet."""
    left = min((len(some) for some in _unmet(players, have_met).values()), default=0)
    return left - 1 < len(players) / 2


def pairs_to_the_end(
    players: Sequence[EntrantId],
    wanted: Pairs,
    rounds_after: int,
    price: Callable[[EntrantId, EntrantId], Price],
    have_met: _HaveMet,
) -> Pairs:
    """The wanted pairs, or others after which all further rounds have no second meeting.

    If there are none such, or it takes too long to find any, the wanted ones.
    """
    unmet = _unmet(players, have_met)
    if any(two not in unmet[one] for one, two in wanted):
        return wanted  # somebody meets twice already now
    budget = _Budget()
    try:
        if _goes_on(_without(unmet, wanted), rounds_after, budget):
            return wanted
        ways = (
            pairs
            for pairs in _all_pairs(list(players), unmet, budget, price)
            if _goes_on(_without(unmet, pairs), rounds_after, budget)
        )
        found = list(islice(ways, _MOST_CHOICES))
    except _OutOfBudgetError:
        return wanted
    return min(found, key=lambda pairs: _total(pairs, price), default=wanted)


class _OutOfBudgetError(Exception):
    """Looking ahead takes too long."""


class _Budget:
    """How much is still looked at."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def spend(self) -> None:
        """Counts one step."""
        self._left -= 1
        if self._left < 0:
            raise _OutOfBudgetError


def _unmet(players: Sequence[EntrantId], have_met: _HaveMet) -> _Unmet:
    return {
        one: frozenset(two for two in players if two != one and not have_met(one, two))
        for one in players
    }


def _without(unmet: _Unmet, pairs: Pairs) -> _Unmet:
    partner = {
        entrant_id: other for one, two in pairs for entrant_id, other in ((one, two), (two, one))
    }
    return {entrant_id: others - {partner[entrant_id]} for entrant_id, others in unmet.items()}


def _goes_on(unmet: _Unmet, rounds: int, budget: _Budget) -> bool:
    """Whether so many rounds can follow without a second meeting, as far as there are any."""
    if rounds <= 0 or not all(unmet.values()):
        return True  # somebody has met everybody: from here on it can't be avoided
    if min(len(others) for others in unmet.values()) >= rounds - 1 + len(unmet) / 2:
        return True
    return any(
        _goes_on(_without(unmet, pairs), rounds - 1, budget)
        for pairs in _all_pairs(list(unmet), unmet, budget)
    )


def _all_pairs(
    players: list[EntrantId],
    unmet: _Unmet,
    budget: _Budget,
    price: Callable[[EntrantId, EntrantId], Price] | None = None,
) -> Iterator[Pairs]:
    """All ways to pair all players who have not met; with prices, each one's cheapest first."""
    budget.spend()
    if not players:
        yield []
        return
    one, *others = players
    partners = [two for two in others if two in unmet[one]]
    if price is not None:
        partners.sort(key=lambda two: price(one, two))
    for two in partners:
        rest = [entrant_id for entrant_id in others if entrant_id != two]
        for pairs in _all_pairs(rest, unmet, budget, price):
            yield [(one, two), *pairs]


def _total(pairs: Pairs, price: Callable[[EntrantId, EntrantId], Price]) -> Price:
    return tuple(sum(digits) for digits in zip(*(price(*pair) for pair in pairs), strict=True))
