"""The games as data: one :class:`RuleSet` value per way to play.

Nothing else in the program asks which game is being played: it asks the rule set what happens in a
round. A house rule is another value of :class:`RuleSet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import STANDARD, Geometry
from menhirs.core.scoring import RoundScoring, Scoring, TileScoring


class Taking(Enum):
    """Whether a turn ends with taking a fog tile away."""

    NEVER = "never"
    MAY = "may"  # A3: while the player has chances left
    MUST = "must"  # B3, A7


@dataclass(frozen=True)
class Round:
    """What happens in one round."""

    number: int
    places: bool = False
    """The players place fog in turns; otherwise they move it, one turn each."""
    held: int = 0
    """While placing: how many tiles each player keeps in hand for later rounds."""
    taking: tuple[Taking, Taking] = (Taking.NEVER, Taking.NEVER)
    """While moving: whether player 1 and player 2 take a tile away."""
    claims: bool = False
    """Whether a turn of this round can be claimed on (A9)."""


@dataclass(frozen=True)
class RuleSet:
    """A way to play the game."""

    name: str
    schedule: tuple[Round, ...]
    """The rounds in the order in which they are played."""
    scoring: Scoring
    geometry: Geometry = STANDARD
    menhirs: int = 7
    """How many menhirs a layout has."""
    fog_tiles: int = 11
    flips_each: int = 0
    """How many menhirs each player turns over before the game (A1)."""
    chances: int | None = None
    """In how many rounds a player may take a tile away (A3); None where nobody has a choice."""
    decision_after: int | None = None
    """The number of the round after which the players decide how to go on (A5)."""
    laps: int = 1
    """How often one can go along the rounds."""
    sheet: str = "B"
    """The letter of the sentences that errors cite: B for the base game, A for Amsterdam."""

    def __post_init__(self) -> None:
        numbers = [entry.number for entry in self.schedule]
        standing = self.menhirs - 2 * self.flips_each
        complaints = {
            "a round comes twice": len(set(numbers)) < len(numbers),
            "no round moves fog": all(entry.places for entry in self.schedule),
            "fog is moved before it is placed": [e.places for e in self.schedule]
            != sorted((e.places for e in self.schedule), reverse=True),
            "no menhir is left": standing < 1,
            "there is less fog than menhirs": self.fog_tiles < standing,
            "there is more fog than room": self.fog_tiles >= self.geometry.cells.bit_count(),
            "the tiles left to place don't divide in two": (self.fog_tiles - standing) % 2 != 0,
            "the placing rounds leave fog in hand": self.tiles_to_place
            != sum(_placed_each(self.schedule, self.tiles_to_place)),
            "the decision comes after no round": self.decision_after is not None
            and self.decision_after not in numbers[:-1],
            "several laps need a decision": self.laps > 1 and self.decision_after is None,
            "taking by choice needs a number of chances": self.chances is None
            and any(Taking.MAY in entry.taking for entry in self.schedule),
        }
        for why, found in complaints.items():
            if found:
                raise Illegal("rules-contradict", why=why)

    def __hash__(self) -> int:
        return hash(self.name)

    @cached_property
    def _indices(self) -> dict[int, int]:
        return {entry.number: index for index, entry in enumerate(self.schedule)}

    def index(self, number: int) -> int:
        """The place of a round in the order of play."""
        return self._indices[number]

    def round(self, number: int) -> Round:
        """What happens in the round of that number."""
        return self.schedule[self._indices[number]]

    def has_round(self, number: int) -> bool:
        return number in self._indices

    @property
    def first_moving_round(self) -> Round:
        return next(entry for entry in self.schedule if not entry.places)

    @property
    def last_round(self) -> Round:
        return self.schedule[-1]

    @property
    def tiles_to_place(self) -> int:
        """How many tiles each player places once the menhirs are covered."""
        return (self.fog_tiles - (self.menhirs - 2 * self.flips_each)) // 2


def _placed_each(schedule: tuple[Round, ...], hand: int) -> Iterator[int]:
    """How many tiles a player with so many in hand places in each placing round."""
    for entry in schedule:
        if entry.places:
            yield hand - entry.held
            hand = entry.held


def _base(name: str, first_clearing: tuple[int, int], bonus: int | None = None) -> RuleSet:
    """The base game (B1 to B5), clearing from the first (round, player) named on."""

    def taking(number: int, player: int) -> Taking:
        return Taking.MUST if (number, player) >= first_clearing else Taking.NEVER

    placing = (Round(1, places=True, held=1), Round(2, places=True))  # B1
    moving = tuple(  # B2, B3
        Round(number, taking=(taking(number, 1), taking(number, 2))) for number in range(3, 13)
    )
    return RuleSet(name, (*placing, *moving), TileScoring(bonus_round=3, bonus=bonus))


BASE = _base("base", first_clearing=(7, 2))
BASE8 = _base("base8", first_clearing=(8, 1))  # the author's option of B3
BASE_21 = _base("base+21", first_clearing=(7, 2), bonus=21)  # the option of B5
BASE8_21 = _base("base8+21", first_clearing=(8, 1), bonus=21)

AMSTERDAM = RuleSet(
    "amsterdam",
    schedule=(
        Round(12, places=True),  # A2
        *(
            Round(number, taking=(Taking.MAY, Taking.MAY), claims=True)  # A3
            for number in range(11, 2, -1)
        ),
        Round(2, taking=(Taking.MUST, Taking.MUST), claims=True),  # A7
        Round(1, taking=(Taking.MUST, Taking.MUST)),  # A7; A9: no claims
    ),
    scoring=RoundScoring(a_lap_earlier=11),  # A11
    flips_each=1,  # A1
    chances=3,  # A3, D13
    decision_after=3,  # A5
    laps=2,
    sheet="A",
)

RULE_SETS: Mapping[str, RuleSet] = {
    rules.name: rules for rules in (BASE, BASE8, BASE_21, BASE8_21, AMSTERDAM)
}


def rule_set(name: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """The rules of that name; house rules are looked up in a mapping of one's own."""
    try:
        return known[name]
    except KeyError:
        raise Malformed("rules", text=name, known=", ".join(known)) from None
