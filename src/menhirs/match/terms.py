"""The terms of a match: the game, the layout, the players and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from menhirs.core.actions import Player, other
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, BASE8, BASE8_21, BASE_21, RuleSet
from menhirs.match.errors import Refused

MINUTE = 60_000
DAY = 24 * 60 * MINUTE

MOST_MINUTES = 180
MOST_INCREMENT = 60
MOST_DAYS = 14


@dataclass(frozen=True)
class LiveClock:
    """Time for the whole game, and some more for every turn."""

    time: int
    increment: int = 0

    def __post_init__(self) -> None:
        if not MINUTE // 2 <= self.time <= MOST_MINUTES * MINUTE:
            why = f"a player gets from half a minute to {MOST_MINUTES} minutes"
            raise Refused("clock", text=str(self.time / MINUTE), why=why)
        if not 0 <= self.increment <= MOST_INCREMENT * 1000:
            why = f"a turn adds from 0 to {MOST_INCREMENT} seconds"
            raise Refused("clock", text=str(self.increment / 1000), why=why)


@dataclass(frozen=True)
class SlowClock:
    """A fixed time for every turn, counted in days."""

    days: int

    def __post_init__(self) -> None:
        if not 1 <= self.days <= MOST_DAYS:
            why = f"a turn may take from 1 to {MOST_DAYS} days"
            raise Refused("clock", text=str(self.days), why=why)

    @property
    def time(self) -> int:
        return self.days * DAY


_RATED_AS = {
    AMSTERDAM: "amsterdam",
    BASE: "base",
    BASE8: "base",
    BASE_21: "base",
    BASE8_21: "base",
}
RATED_GAMES = ("amsterdam", "base")
"""The games that people have a rating in; the options of the base game are one game with it."""


def rated_as(rules: RuleSet) -> str | None:
    """The game whose ratings a match by these rules may change; None if there is none."""
    return _RATED_AS.get(rules)


ClockTerms = LiveClock | SlowClock | None


@dataclass(frozen=True)
class Terms:
    """The terms of a match, agreed before it begins."""

    rules: RuleSet
    menhirs: Mask
    seed: str = ""
    """The seed of the layout; empty where it was set up by hand."""
    clock: ClockTerms = None
    timed_claims: bool = True
    """Whether the window of A9 and the time of A10 are timed; if not, see D7."""
    computers: Mapping[Player, int] = field(default_factory=dict)
    """The level of each seat that the computer plays."""
    shared: bool = False
    """Whether both seats are at one screen."""
    position: Position | None = None
    """Where the match begins if that is in the middle of a game; else it begins with its layout."""
    guided: bool = False
    """Whether a coach explains the game to the one who plays against the computer."""
    explained_before: tuple[str, ...] = ()
    """The topics explained in earlier games of the series; they are not explained again."""
    rated: bool = False
    """Whether the result changes the ratings of both players."""
    tournament: bool = False
    """Whether a tournament waits for the result."""

    def __post_init__(self) -> None:
        if self.guided and len(self.computers) != 1:
            raise Refused("guided")
        if self.rated:
            self._check_rated()

    def _check_rated(self) -> None:
        if rated_as(self.rules) is None:
            raise Refused("rated-rules")
        if self.computers or self.shared:
            raise Refused("rated-people")
        if self.position is not None:
            raise Refused("rated-start")
        if self.clock is None:  # else whoever loses would just stay away
            raise Refused("rated-clock")

    @property
    def start(self) -> Position:
        """The position before the first action."""
        return self.position or Position.start(self.rules, self.menhirs)

    @cached_property
    def people(self) -> tuple[Player, ...]:
        """The seats that people take."""
        return tuple(seat for seat in (1, 2) if seat not in self.computers)

    @property
    def claim_clock_runs(self) -> bool:
        # Days pass between the turns of a slow game: nobody can be asked to watch for 3 seconds.
        return self.timed_claims and not isinstance(self.clock, SlowClock)

    @property
    def can_be_aborted(self) -> bool:
        """Whether the match may end without a result: one between people, each at their screen.

        A tournament waits for a result: there its own rules say what becomes of a game that
        somebody does not come to.
        """
        return len(self.people) == 2 and not self.shared and not self.tournament

    @property
    def waits_for_both(self) -> bool:
        """Whether the clocks stand still until both players have come to the board."""
        return self.can_be_aborted and isinstance(self.clock, LiveClock)

    @property
    def can_be_left(self) -> bool:
        """Whether a player who waits for an opponent who has gone may end the match."""
        return len(self.people) == 2 and not self.shared and isinstance(self.clock, LiveClock)

    def needs_no_consent(self, player: Player) -> bool:
        """Whether nobody else has to agree if this player takes back or wants a rematch."""
        return self.shared or other(player) in self.computers
