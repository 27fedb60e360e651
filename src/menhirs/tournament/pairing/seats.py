"""The seats of a pair: they even out, and nobody has the same one three times in a row."""

from __future__ import annotations

from menhirs.tournament.player_history import NORTH, SOUTH, PlayerHistory
from menhirs.tournament.results import EntrantId, Pairing


def seat_price(past: PlayerHistory, seat: int) -> tuple[int, int]:
    """The cost of a seat for a player: the same three times in a row, too often in all."""
    third = past.seats[-2:] == [seat, seat]
    beyond = max(abs(past.balance + seat) - 1, 0)
    return int(third), beyond**2


def pair_seat_price(one: PlayerHistory, two: PlayerHistory) -> tuple[int, int]:
    """The cost of the better seats of a pair."""
    return min(_price(one, two), _price(two, one))


def seated(
    one: EntrantId,
    two: EntrantId,
    behind: dict[EntrantId, PlayerHistory],
    *,
    one_first: bool = True,
) -> Pairing:
    """A pair with the better seats; ``one_first`` decides where nothing else does.

    Where both ways are as good, the player who sat south less often sits south. After that the two
    get the opposite of what they had when their seats last differed.
    """
    past, other = behind[one], behind[two]
    straight, swapped = _price(past, other), _price(other, past)
    if straight == swapped:
        leaning = other.balance - past.balance or _last_difference(past, other)
        straight_is_better = leaning > 0 if leaning else one_first
    else:
        straight_is_better = straight < swapped
    return Pairing(one, two) if straight_is_better else Pairing(two, one)


def _price(south: PlayerHistory, north: PlayerHistory) -> tuple[int, int]:
    third, beyond = zip(seat_price(south, SOUTH), seat_price(north, NORTH), strict=True)
    return sum(third), sum(beyond)


def _last_difference(one: PlayerHistory, two: PlayerHistory) -> int:
    """Above 0 if the first sat north and the second south when their seats last differed."""
    for first, second in zip(reversed(one.seats), reversed(two.seats), strict=False):
        if first != second:
            return second - first
    return 0
