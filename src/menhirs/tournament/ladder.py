"""A ladder: the effect of each rated game on the ratings, in the order of the games.

All ratings of a game follow from the list of its results. After one is voided the list is read
again from the start. These rules keep people from making a rating by themselves:

- Two people play only so many games a day that count in whole; then each counts less, then none.
- A game by a link that one sent the other counts for a part, and so does one between browsers
  that look alike on one network. Such games are not counted as games against another opponent.
- A player is a newcomer until they have played several others on several days. A game against a
newcomer changes nothing for an established player. Games among newcomers change their ratings, but
these stay uncertain. So new browsers, however many, raise nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from menhirs.tournament.idle_rating import after_rest
from menhirs.tournament.rating import LOSS, TIE, WIN, RatedGame, Rating, rated

DAY = 24 * 60 * 60 * 1000
OPPONENTS_NEEDED = 5
"""The number of different opponents that a place in the ranking takes."""
DAYS_NEEDED = 3
"""The number of different days that a place in the ranking takes."""
WHOLE_GAMES_A_DAY = 3
"""The games of two people within 24 hours that count in whole; each further one counts half as
much.
"""
MOST_GAMES_A_DAY = 6
"""The games of two people within 24 hours that count at all."""
_PART_BY_LINK = 0.5
_PART_IF_NEAR = 0.25
_DOUBT_AMONG_NEWCOMERS = 200.0
"""Games of newcomers with each other make no rating surer than this."""
_RESULTS = {1: WIN, 0: TIE, 2: LOSS}
"""Of player 1, by the winner."""


class WeightReason(StrEnum):
    """The reasons why a game counts less than in full."""

    PAIR = "pair"
    """The two had played too much with each other."""
    NEAR = "near"
    """Their browsers look alike, on one network."""
    LINK = "link"
    """They met by a link that one sent the other."""


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A result in the list."""

    match: str
    at: int
    """When it ended."""
    one: str
    two: str
    winner: int
    by_link: bool = False
    near: bool = False

    @property
    def is_open(self) -> bool:
        """Whether anybody could have been the opponent."""
        return not self.by_link and not self.near

    @property
    def pair(self) -> frozenset[str]:
        """Who played, whatever their seats."""
        return frozenset((self.one, self.two))


class Before(NamedTuple):
    """The earlier games of two people with each other."""

    games_of_day: int = 0
    """How many games of theirs are in the list that ended less than a day before this one."""
    have_met: bool = False
    """Whether an open game of theirs has counted."""


@dataclass(frozen=True, slots=True)
class RatingState:
    """A person's rating, and what it is based on."""

    person: str
    rating: Rating = field(default_factory=Rating)
    games: int = 0
    """The number of games that have counted."""
    updated: int = 0
    """When the last of these games ended."""
    opponents: int = 0
    """The number of different opponents in open games."""
    days: int = 0
    """The number of different days."""
    established: int | None = None
    """Since when this player is no newcomer."""

    def at(self, at: int) -> Rating:
        """The rating at a moment: it becomes less certain while its player rests."""
        return after_rest(self.rating, at - self.updated)

    def has_place(self, at: int) -> bool:
        """Whether it has a place in a ranking."""
        return self.established is not None and not self.at(at).is_provisional


class Settled(NamedTuple):
    """The weight of a game, and the ratings after it."""

    weight: float
    why: WeightReason | None
    one: RatingState | None
    """Of seat 1; None if nothing changes for that player."""
    two: RatingState | None


def settle(game: LadderGame, one: RatingState, two: RatingState, before: Before) -> Settled:
    """Applies a game to two ratings."""
    weight, why = _weight(game, before.games_of_day)
    if not weight:
        return Settled(weight, why, None, None)
    result = _RESULTS[game.winner]
    return Settled(
        weight,
        why,
        _after(game, one, two, RatedGame(two.at(game.at), result, weight), before),
        _after(game, two, one, RatedGame(one.at(game.at), 1 - result, weight), before),
    )


def _weight(game: LadderGame, games_of_day: int) -> tuple[float, WeightReason | None]:
    """The weight of a game, and the first reason why it is less than 1."""
    over = games_of_day + 1 - WHOLE_GAMES_A_DAY
    weight, why = 1.0, None
    if game.by_link:
        weight, why = weight * _PART_BY_LINK, WeightReason.LINK
    if game.near:
        weight, why = weight * _PART_IF_NEAR, WeightReason.NEAR
    if over > 0:
        weight, why = weight * 0.5**over, WeightReason.PAIR
    return (0.0 if games_of_day >= MOST_GAMES_A_DAY else weight), why


def _after(
    game: LadderGame, own: RatingState, opponent: RatingState, played: RatedGame, before: Before
) -> RatingState | None:
    if own.established is not None and opponent.established is None:
        return None
    was = own.at(game.at)
    rating = rated(was, [played])
    if opponent.established is None:
        doubt = min(was.deviation, _DOUBT_AMONG_NEWCOMERS)
        rating = replace(rating, deviation=max(rating.deviation, doubt))
    opponents = own.opponents + (game.is_open and not before.have_met)
    days = own.days + (not own.games or game.at // DAY > own.updated // DAY)
    established = own.established
    if established is None and opponents >= OPPONENTS_NEEDED and days >= DAYS_NEEDED:
        established = game.at
    updated = max(game.at, own.updated)
    return RatingState(own.person, rating, own.games + 1, updated, opponents, days, established)


class Entered(NamedTuple):
    """A game in the ladder: the ratings of seats 1 and 2 before it, and its effect."""

    game: LadderGame
    before: tuple[RatingState, RatingState]
    settled: Settled


class Ladder:
    """All ratings after a list of games, in memory."""

    def __init__(self, games: Iterable[LadderGame] = ()) -> None:
        self.standings: dict[str, RatingState] = {}
        self._ends: defaultdict[frozenset[str], list[int]] = defaultdict(list)
        self._met: set[frozenset[str]] = set()
        for game in games:
            self.enter(game)

    def enter(self, game: LadderGame) -> Entered:
        """The next game of the list."""
        one, two = (
            self.standings.get(person) or RatingState(person) for person in (game.one, game.two)
        )
        ends = self._ends[game.pair]
        recent = sum(end > game.at - DAY for end in ends)
        settled = settle(game, one, two, Before(recent, game.pair in self._met))
        ends.append(game.at)
        if game.is_open and settled.weight:
            self._met.add(game.pair)
        for standing in filter(None, settled[2:]):
            self.standings[standing.person] = standing
        return Entered(game, (one, two), settled)

    def ranking(self, at: int) -> list[RatingState]:
        """The players with a place, the strongest first."""
        placed = [one for one in self.standings.values() if one.has_place(at)]
        return sorted(placed, key=lambda one: (-one.rating.rating, one.person))
