"""The promises of Swiss pairing, worked out by brute force and with no code of the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from menhirs.tournament.entries import Pair
from menhirs.tournament.tournament import Tournament

Price = tuple[int, int, int, int, int]
"""Second meetings, second byes, third seats in a row, seats out of balance, difference of wins."""


@dataclass
class Life:
    """What a player has gone through."""

    wins: int = 0
    byes: int = 0
    seats: str = ""
    met: Counter[int] = field(default_factory=Counter)

    def after(self, seat: str) -> tuple[int, int]:
        """Whether that seat would be the third in a row; how far it would be out of balance."""
        seats = self.seats + seat
        beyond = max(abs(seats.count("S") - seats.count("N")) - 1, 0)
        return int(seats[-3:] in ("SSS", "NNN")), beyond**2


def lives(tournament: Tournament) -> dict[int, Life]:
    """What all players have gone through."""
    found = {who: Life() for who in tournament.entrants}
    for paired in tournament.rounds:
        if paired.bye:
            found[paired.bye].byes += 1
            found[paired.bye].wins += 1
        for south, north in paired.pairings:
            found[south].met[north] += 1
            found[north].met[south] += 1
    for game, state in sorted(tournament.states.items()):
        if state.outcome is None:
            continue
        if state.outcome.played:
            found[game.south].seats += "S"
            found[game.north].seats += "N"
        if state.outcome.winner:
            found[game.players[state.outcome.winner - 1]].wins += 1
    return found


def price_as_paired(tournament: Tournament, pair: Pair) -> Price:
    """The broken promises of a round as it was paired."""
    known = lives(tournament)
    total = [0, 0, 0, 0, 0]
    for south, north in pair.pairings:
        _add(total, _pair_price(known[south], known[north], known[south].met[north], seated=True))
    if pair.bye is not None:
        _add(total, _bye_price(known, known[pair.bye], tournament.active))
    return _as_price(total)


def least_price(tournament: Tournament) -> Price:
    """The least that must be wrong with any pairing of all active players."""
    known = lives(tournament)

    def totals(players: list[int], bye_left: bool) -> Iterator[list[int]]:
        if not players:
            yield [0, 0, 0, 0, 0]
            return
        one, *others = players
        if bye_left:
            for total in totals(others, False):
                yield _sum(total, _bye_price(known, known[one], tournament.active))
        for two in others:
            price = _pair_price(known[one], known[two], known[one].met[two], seated=False)
            for total in totals([who for who in others if who != two], bye_left):
                yield _sum(total, price)

    active = tournament.active
    return _as_price(min(totals(active, len(active) % 2 == 1)))


def _pair_price(one: Life, two: Life, met: int, *, seated: bool) -> tuple[int, ...]:
    ways = [(one, two)] if seated else [(one, two), (two, one)]
    seats = min(_seat_price(south, north) for south, north in ways)
    return (met**2, 0, *seats, (one.wins - two.wins) ** 2)


def _seat_price(south: Life, north: Life) -> tuple[int, int]:
    (third, beyond), (third_too, beyond_too) = south.after("S"), north.after("N")
    return third + third_too, beyond + beyond_too


def _bye_price(known: dict[int, Life], life: Life, active: list[int]) -> tuple[int, ...]:
    fewest = min(known[who].wins for who in active)
    return (0, life.byes**2, 0, 0, (life.wins - fewest) ** 2)


def _sum(total: list[int], price: tuple[int, ...]) -> list[int]:
    return [a + b for a, b in zip(total, price, strict=True)]


def _add(total: list[int], price: tuple[int, ...]) -> None:
    total[:] = _sum(total, price)


def _as_price(total: list[int]) -> Price:
    one, two, three, four, five = total
    return one, two, three, four, five
