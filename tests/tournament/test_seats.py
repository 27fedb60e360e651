"""The seats of a pair: what a seat costs a player, and who sits where."""

from __future__ import annotations

from menhirs.tournament.pairing.seats import pair_seat_price, seat_price, seated
from menhirs.tournament.player_history import NORTH, SOUTH, PlayerHistory
from menhirs.tournament.results import Pairing


def test_the_same_seat_a_third_time_in_a_row_has_a_price() -> None:
    even = PlayerHistory(seats=[NORTH, NORTH, SOUTH, SOUTH])
    assert (seat_price(even, SOUTH), seat_price(even, NORTH)) == ((1, 0), (0, 0))
    assert seat_price(PlayerHistory(seats=[SOUTH, SOUTH]), SOUTH) == (1, 4)


def test_nobody_sits_on_one_seat_three_times_in_a_row_if_the_other_may() -> None:
    behind = {1: PlayerHistory(seats=[NORTH, NORTH, SOUTH, SOUTH]), 2: PlayerHistory()}
    assert seated(1, 2, behind) == Pairing(2, 1)
    assert pair_seat_price(behind[1], behind[2]) == (0, 0)
