"""The games as data: one :class:`RuleSet` value per way to play.

Nothing else in the program asks which game is being played: it asks the rule set what happens in a
round. A house rule is another value of :class:`RuleSet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import STANDARD, Geometry
from menhirs.core.scoring import RoundScoring, Scoring, TileScoring
from menhirs.core.turn_flow import MAY, MUST, NEVER, TurnFlow

_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789+-")
_LONGEST_NAME = 40
_MOST_CHANCES = 99
_MOST_LAPS = 26  # a position line has a letter for each
_MOST_REPETITIONS = 9


class Taking(Enum):
    """Whether a turn ends with taking a fog tile away."""

    NEVER = "never"
    MAY = "may"  # A3: while the player has chances left
    MUST = "must"  # B3, A7


_FLOW_OF = {Taking.NEVER: NEVER, Taking.MAY: MAY, Taking.MUST: MUST}


def _bad_value(field: str, value: object, wanted: str) -> Malformed:
    return Malformed("house-value", key=field, value=repr(value), wanted=wanted)


def _check_whole(rules: object, *fields: str, or_none: bool = False) -> None:
    """An error unless there are whole numbers in these fields."""
    for field in fields:
        value = getattr(rules, field)
        if type(value) is not int and not (or_none and value is None):
            raise _bad_value(
                field, value, "a whole number or None" if or_none else "a whole number"
            )


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

    def __post_init__(self) -> None:
        _check_whole(self, "number", "held")
        try:
            one, two = map(Taking, self.taking)
        except (TypeError, ValueError):
            raise _bad_value("taking", self.taking, "Taking.NEVER, MAY or MUST, twice") from None
        object.__setattr__(self, "taking", (one, two))


class Points(NamedTuple):
    """The smallest and the largest number of points."""

    fewest: int
    most: int


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
    """How many times the rounds can be played."""
    repetitions: int | None = None
    """The last round goes on without end, and a position that comes up for this time is a tie
    (B0, D15); None where the game ends with its last round."""
    claim_time: int = 3_000
    """Milliseconds after the end of a turn in which it can be claimed on (A9)."""
    showing_time: int = 30_000
    """Milliseconds for showing a claimed win (A10, D7)."""
    title: str = ""
    """The name that people read; translated if the rule set is one of ours."""
    sheet: str = "B"
    """The letter of the sentences that errors cite: B for the base game, A for Amsterdam."""

    def __post_init__(self) -> None:
        self._check_kinds()
        for fields, why, found in self._complaints():
            if found:
                raise Illegal("rules-contradict", why=why, fields=tuple(fields.split()))

    def _check_kinds(self) -> None:
        """Checks the type of each field: a wrong one would only show in the middle of a game."""
        for field, kind in (("name", str), ("geometry", Geometry), ("title", str), ("sheet", str)):
            if not isinstance(value := getattr(self, field), kind):
                raise _bad_value(field, value, f"a {kind.__name__}")
        for method in ("win", "forfeit"):
            if not callable(getattr(self.scoring, method, None)):
                raise _bad_value(
                    "scoring", self.scoring, "a TileScoring, RoundScoring or WinScoring"
                )
        _check_whole(self, "menhirs", "fog_tiles", "flips_each", "laps")
        _check_whole(self, "claim_time", "showing_time")
        _check_whole(self, "chances", "decision_after", "repetitions", or_none=True)
        if not isinstance(self.schedule, Iterable):
            raise _bad_value("schedule", self.schedule, "a tuple of Round")
        object.__setattr__(self, "schedule", tuple(self.schedule))
        for entry in self.schedule:
            if not isinstance(entry, Round):
                raise _bad_value("schedule", entry, "a tuple of Round")

    def _complaints(self) -> Iterator[tuple[str, str, bool]]:
        """Every check: the fields concerned, the complaint, and whether it applies."""
        numbers = [entry.number for entry in self.schedule]
        places = [entry.places for entry in self.schedule]
        standing = self.standing
        hand = self.tiles_to_place
        named = set(self.name) <= _NAME_LETTERS and 0 < len(self.name) <= _LONGEST_NAME
        yield "name", "a name is one word of small letters, digits, + and -", not named
        yield "schedule", "there are no rounds", not numbers
        yield "schedule", "a round comes twice", len(set(numbers)) < len(numbers)
        yield "schedule", "a round's number is not 0 to 99", not set(numbers) <= set(range(100))
        yield "schedule", "no round moves fog", all(places)
        yield "schedule", "fog is moved before it is placed", places != sorted(places, reverse=True)
        yield (
            "menhirs geometry",
            "there are more menhirs than room",
            not 0 <= self.menhirs <= self._room,
        )
        yield "flips_each", "menhirs can't be turned back", self.flips_each < 0
        yield "flips_each menhirs", "no menhir is left", standing < 1
        yield "fog_tiles menhirs", "there is less fog than menhirs", self.fog_tiles < standing
        yield "fog_tiles geometry", "there is more fog than room", self.fog_tiles >= self._room
        odd = (self.fog_tiles - standing) % 2 != 0
        yield "fog_tiles menhirs flips_each", "the tiles left to place don't divide in two", odd
        left = hand != sum(_placed_each(self.schedule, hand))
        yield "schedule fog_tiles", "the placing rounds leave fog in hand", left
        decided_late = self.decision_after is not None and self.decision_after not in numbers[:-1]
        yield "decision_after schedule", "the decision comes after no round", decided_late
        countless = not 1 <= self.laps <= _MOST_LAPS
        yield "laps", f"the number of laps is not 1 to {_MOST_LAPS}", countless
        undecided = self.laps > 1 and self.decision_after is None
        yield "laps decision_after", "several laps need a decision", undecided
        hasty = min(self.claim_time, self.showing_time) < 1
        yield "claim_time showing_time", "a claim needs time to be made and shown", hasty
        choice = any(Taking.MAY in entry.taking for entry in self.schedule)
        unlimited = choice and self.chances is None
        yield "chances schedule", "taking by choice needs a number of chances", unlimited
        strange = self.chances is not None and not 0 <= self.chances <= _MOST_CHANCES
        yield "chances", f"the number of chances is not 0 to {_MOST_CHANCES}", strange
        if self.repetitions is not None:
            yield from self._complaints_about_no_end(self.repetitions)

    def _complaints_about_no_end(self, repetitions: int) -> Iterator[tuple[str, str, bool]]:
        """The checks of an endless game (B0)."""
        few = not 2 <= repetitions <= _MOST_REPETITIONS
        yield "repetitions", f"a tie by repetition is at the 2nd to {_MOST_REPETITIONS}th time", few
        moving = [entry for entry in self.schedule if not entry.places]
        several = len(moving) > 1
        yield "repetitions schedule", "a game without end has one moving round", several
        taking = any(set(entry.taking) != {Taking.NEVER} for entry in moving)
        yield "repetitions schedule", "in a game without end no fog is taken away", taking
        claims = any(entry.claims for entry in moving)
        yield "repetitions schedule", "a game without end knows no claims", claims

    @property
    def _room(self) -> int:
        return self.geometry.cells.bit_count()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<RuleSet {self.name}>"

    @property
    def is_endless(self) -> bool:
        """Whether fog is moved without end, until somebody wins or positions repeat (B0, D15)."""
        return self.repetitions is not None

    @cached_property
    def has_claims(self) -> bool:
        """Whether any turn can be claimed on."""
        return any(entry.claims for entry in self.schedule)

    @cached_property
    def flow(self) -> TurnFlow:
        """How one turn follows on another under these rules."""
        return TurnFlow(
            [
                (e.places, e.held, _FLOW_OF[e.taking[0]], _FLOW_OF[e.taking[1]], e.claims)
                for e in self.schedule
            ],
            self.laps,
            None if self.decision_after is None else self.index(self.decision_after),
            self.chances,
            self.is_endless,
        )

    def turn(self, lap: int, number: int, player: int) -> int:
        """The number that the turn flow has for a player's turn in a round of a lap."""
        return ((lap - 1) * len(self.schedule) + self._indices[number]) * 2 + player - 1

    def turn_at(self, turn: int) -> tuple[int, int, int, bool]:
        """Lap, round and player of the turn with that number, and whether fog is placed in it."""
        return self._turns[turn]

    @cached_property
    def _turns(self) -> tuple[tuple[int, int, int, bool], ...]:
        return tuple(
            (lap, entry.number, player, entry.places)
            for lap in range(1, self.laps + 1)
            for entry in self.schedule
            for player in (1, 2)
        )

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

    def score(self, number: int, lap: int, tiles: int) -> int:
        """What a win on the board scores in a round of a lap, with so many tiles on it."""
        return self.scoring.win(round_number=number, laps_left=self.laps - lap, tiles=tiles)

    def points(self, number: int, lap: int) -> Points | None:
        """What a win in a round scores; None where nobody can win, for fog is placed."""
        if self.round(number).places:
            return None
        fewest = most = self.fog_tiles
        chances = [self.chances or 0] * 2
        found: list[int] = []
        for entry in self.schedule:
            for seat, taking in enumerate(entry.taking):
                if entry.number == number:
                    found += [self.score(number, lap, tiles) for tiles in (fewest, most)]
                if taking is Taking.MUST:
                    fewest, most = fewest - 1, most - 1
                elif taking is Taking.MAY and chances[seat]:
                    fewest, chances[seat] = fewest - 1, chances[seat] - 1
        return Points(min(found), max(found))

    @cached_property
    def most_points(self) -> int:
        """The most that a game can be worth, won on the board or by the opponent's giving up."""
        laps = range(1, self.laps + 1)
        moving = [entry.number for entry in self.schedule if not entry.places]
        wins = [points.most for n in moving for lap in laps if (points := self.points(n, lap))]
        forfeits = [
            self.scoring.forfeit(
                round_number=number, laps_left=self.laps - lap, tiles=self.fog_tiles
            )
            for number in moving
            for lap in laps
        ]
        return max(1, *wins, *forfeits)

    @cached_property
    def first_moving_round(self) -> Round:
        return next(entry for entry in self.schedule if not entry.places)

    @property
    def last_round(self) -> Round:
        return self.schedule[-1]

    @property
    def flips(self) -> int:
        """How many menhirs are turned over in all (A1)."""
        return 2 * self.flips_each

    @cached_property
    def standing(self) -> int:
        """How many menhirs are left after turning over."""
        return self.menhirs - self.flips

    @property
    def tiles_to_place(self) -> int:
        """How many tiles each player places once the menhirs are covered."""
        return (self.fog_tiles - self.standing) // 2


def _placed_each(schedule: tuple[Round, ...], hand: int) -> Iterator[int]:
    """How many tiles a player with so many in hand places in each placing round."""
    for entry in schedule:
        if entry.places:
            yield hand - entry.held
            hand = entry.held


_PLACING = (Round(1, places=True, held=1), Round(2, places=True))  # B1


def _base(
    name: str, title: str, first_clearing: tuple[int, int], bonus: int | None = None
) -> RuleSet:
    """The base game (B1 to B5), clearing from the first (round, player) named on."""

    def taking(number: int, player: int) -> Taking:
        return Taking.MUST if (number, player) >= first_clearing else Taking.NEVER

    moving = tuple(  # B2, B3
        Round(number, taking=(taking(number, 1), taking(number, 2))) for number in range(3, 13)
    )
    return RuleSet(name, (*_PLACING, *moving), TileScoring(bonus_round=3, bonus=bonus), title=title)


BASE = _base("base", "The base game", first_clearing=(7, 2))
BASE8 = _base(
    "base8", "The base game, clearing from round 8", first_clearing=(8, 1)
)  # the author's option of B3
BASE_21 = _base(
    "base+21", "The base game, 21 points for a win in round 3", first_clearing=(7, 2), bonus=21
)  # the option of B5
BASE8_21 = _base("base8+21", "The base game with both options", first_clearing=(8, 1), bonus=21)

ENDLESS = RuleSet(  # B0
    "endless",
    schedule=(*_PLACING, Round(3)),
    scoring=TileScoring(bonus_round=3, bonus=None),
    title="The endless game",
    repetitions=3,  # D15
)

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
    title="The Amsterdam Way",
    flips_each=1,  # A1
    chances=3,  # A3, D13
    decision_after=3,  # A5
    laps=2,
    sheet="A",
)

RULE_SETS: Mapping[str, RuleSet] = {
    rules.name: rules for rules in (ENDLESS, BASE, BASE8, BASE_21, BASE8_21, AMSTERDAM)
}


def rule_set(name: str | RuleSet, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """The rules of that name; house rules are looked up in a mapping of one's own.

    Rules instead of a name are returned as they are.
    """
    if isinstance(name, RuleSet):
        return name
    try:
        return known[name]
    except (KeyError, TypeError):  # an unhashable value is not a name
        raise Malformed("rules", text=name, known=", ".join(known)) from None
