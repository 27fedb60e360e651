"""The effects of an action, as a list of typed events.

The log, the animation, the screen reader and the review are made from events. Events are derived
from the positions before and after an action, so that they can't disagree with the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from menhirs.core.actions import (
    Action,
    Claim,
    Decide,
    Flip,
    Keep,
    Move,
    Pass,
    Place,
    Player,
    Remove,
)
from menhirs.core.fog import flood
from menhirs.core.geometry import Cell, Direction, Mask
from menhirs.core.position import Position
from menhirs.core.short_reprs import by_numbers
from menhirs.core.state import Outcome, Phase


@dataclass(frozen=True, slots=True)
class Flipped:
    """A menhir was turned over and is forest now."""

    player: Player
    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class MenhirsCovered:
    """Fog was laid on all menhirs, and the placing begins."""

    cells: Mask

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Placed:
    """A fog tile was laid."""

    player: Player
    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Moved:
    """Fog moved one step."""

    player: Player
    tiles: Mask
    """Where the tiles lay."""
    direction: Direction
    landed: Mask
    """Where they lie now."""
    split: bool
    """Whether they were only a part of their cluster."""

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Freed:
    """Menhirs came out of the fog."""

    cells: Mask

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class CoveredAgain:
    """Bare menhirs went under fog."""

    cells: Mask

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Taken:
    """A fog tile was taken off the board."""

    player: Player
    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Kept:
    """A player took nothing away, though it was allowed."""

    player: Player


@dataclass(frozen=True, slots=True)
class Passed:
    """A player had no legal move."""

    player: Player


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player claimed victory on the opponent's turn in a round."""

    player: Player
    round: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """The tile taken in a turn that was claimed on lies on the board again."""

    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class DecisionMoment:
    """The players are asked how to go on."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A player answered at the decision moment."""

    player: Player
    go_on: bool


@dataclass(frozen=True, slots=True)
class LapBegun:
    """The game was prolonged."""

    lap: int


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A new round."""

    round: int
    lap: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """A position came up again (D15)."""

    times: int
    """How often it has come up, now included."""
    tie: int
    """How often it must come up for a tie."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended."""

    outcome: Outcome
    repetitions: int | None = None
    """Of a tie: how often the same position came up, if that was what ended the game (D15)."""


Event: TypeAlias = (
    Flipped
    | MenhirsCovered
    | Placed
    | Moved
    | Freed
    | CoveredAgain
    | Taken
    | Kept
    | Passed
    | Claimed
    | PutBack
    | DecisionMoment
    | Decided
    | LapBegun
    | RoundBegun
    | Repeated
    | GameOver
)


def what_happened(before: Position, action: Action, after: Position) -> list[Event]:
    """The events of an action that led from one position to the next, in their order."""
    events = _deed(before, action, after)
    if not isinstance(action, Flip):
        if freed := before.covered & ~after.fog & after.menhirs:
            events.append(Freed(freed))
        bare = before.menhirs & ~before.fog
        if again := bare & after.fog:
            events.append(CoveredAgain(again))
    if after.outcome is not None:
        return [*events, GameOver(after.outcome, after.repetitions_of_tie)]
    if after.phase is Phase.DECIDE and before.phase is not Phase.DECIDE:
        events.append(DecisionMoment())
    if after.lap != before.lap:
        events.append(LapBegun(after.lap))
    if (after.round, after.lap) != (before.round, before.lap) and after.phase is not Phase.PROVE:
        events.append(RoundBegun(after.round, after.lap))
    if after.rules.repetitions is not None and (times := after.times_seen) > 1:
        events.append(Repeated(times, after.rules.repetitions))
    return events


def _deed(before: Position, action: Action, after: Position) -> list[Event]:
    """What the player did, and what follows from it at once."""
    player = before.player
    match action:
        case Flip(cell):
            covered: list[Event] = [MenhirsCovered(after.fog)] if after.fog else []
            return [Flipped(player, cell), *covered]
        case Place(cell):
            return [Placed(player, cell)]
        case Move(tiles, direction):
            landed = after.fog & ~(before.fog & ~tiles)
            split = flood(tiles, before.fog, before.geometry.stride) != tiles
            return [Moved(player, tiles, direction, landed, split)]
        case Remove(cell):
            return [Taken(player, cell)]
        case Keep():
            return [Kept(player)]
        case Pass():
            return [Passed(player)]
        case Decide(go_on):
            return [Decided(player, go_on)]
        case Claim():
            assert before.last is not None
            assert before.last.round is not None
            claimed = Claimed(after.player, before.last.round)
            taken = before.last.taken
            return [claimed] if taken is None else [claimed, PutBack(taken)]
        case _:
            return []  # resigning and running out of time show in the outcome
