"""The cheapest way to pair players, when every pair has a price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from menhirs.notation.extras import needed_extra
from menhirs.tournament.results import EntrantId

Price: TypeAlias = tuple[int, ...]
"""What a pair costs, what matters most first. A later number never outweighs an earlier one."""


def cheapest_pairs(
    players: Sequence[EntrantId], price: Callable[[EntrantId, EntrantId], Price | None]
) -> list[tuple[EntrantId, EntrantId]]:
    """As many pairs as there can be, and of all such sets one of the cheapest.

    A pair without a price is not made. It is a maximum-weight matching: the numbers of a price are
    written as digits of one whole number, in a base that no sum of them can reach.
    """
    try:
        import networkx  # takes 0.4 s, so it is imported only when pairing
    except ImportError:
        raise needed_extra("pairing players", "tournament") from None

    prices = {
        (one, two): cost
        for one, two in combinations(players, 2)
        if (cost := price(one, two)) is not None
    }
    if not prices:
        return []
    largest = [max(digits) for digits in zip(*prices.values(), strict=True)]
    bases = [len(players) * digit + 1 for digit in largest]
    whole = {pair: _as_number(cost, bases) for pair, cost in prices.items()}
    most = max(whole.values())
    graph: networkx.Graph[EntrantId] = networkx.Graph()
    graph.add_nodes_from(players)
    graph.add_weighted_edges_from((one, two, most + 1 - cost) for (one, two), cost in whole.items())
    chosen: Iterable[tuple[EntrantId, EntrantId]] = networkx.max_weight_matching(
        graph, maxcardinality=True
    )
    place = {entrant_id: index for index, entrant_id in enumerate(players)}
    ordered = [(a, b) if place[a] < place[b] else (b, a) for a, b in chosen]
    return sorted(ordered, key=lambda pair: place[pair[0]])


def _as_number(price: Price, bases: Sequence[int]) -> int:
    number = 0
    for digit, base in zip(price, bases, strict=True):
        number = number * base + digit
    return number
