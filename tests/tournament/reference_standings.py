"""The standings once more, written from the rules of the tournament alone: slow and plain."""

from __future__ import annotations

from functools import cmp_to_key

from menhirs.tournament.tournament import Tournament


def reference_order(tournament: Tournament) -> list[tuple[str, int, int, int]]:
    """Names with wins, points and Buchholz, in the order of the table (not for knock-outs)."""
    games = [(g, s.outcome) for g, s in tournament.states.items() if s.outcome is not None]
    everybody = list(tournament.entrants)

    def wins(who: int) -> int:
        byes = sum(paired.bye == who for paired in tournament.rounds)
        return byes + sum(o.won_by(g) == who for g, o in games)

    def points(who: int) -> int:
        return sum(o.score for g, o in games if o.won_by(g) == who)

    def direct(who: int) -> int:
        equals = [x for x in everybody if wins(x) == wins(who) and points(x) == points(who)]
        return sum(
            o.played and o.won_by(g) == who and g.south in equals and g.north in equals
            for g, o in games
        )

    def buchholz(who: int) -> int:
        met = [
            g.north if g.south == who else g.south for g, o in games if who in g[1:3] and o.played
        ]
        return sum(wins(opponent) for opponent in met)

    def compare(one: int, two: int) -> int:
        for value in (wins, points, direct, buchholz):
            if value(one) != value(two):
                return value(two) - value(one)
        return one - two

    order = sorted(everybody, key=cmp_to_key(compare))
    return [(tournament.name(who), wins(who), points(who), buchholz(who)) for who in order]
