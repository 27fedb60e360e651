"""Events in plain words, for logs, terminals and people who listen."""

from __future__ import annotations

from typing import assert_never

from menhirs.core.events import (
    Claimed,
    CoveredAgain,
    Decided,
    DecisionMoment,
    Event,
    Flipped,
    Freed,
    GameOver,
    Kept,
    LapBegun,
    MenhirsCovered,
    Moved,
    Passed,
    Placed,
    PutBack,
    RoundBegun,
    Taken,
)
from menhirs.core.geometry import Direction, Geometry, Mask
from menhirs.core.state import Outcome, Reason

DIRECTIONS = {
    Direction.N: "north",
    Direction.NE: "north-east",
    Direction.SE: "south-east",
    Direction.S: "south",
    Direction.SW: "south-west",
    Direction.NW: "north-west",
}

_ENDINGS = {
    Reason.FREED: "player {winner} freed the last menhir",
    Reason.CLAIM: "player {winner} claimed rightly and showed it",
    Reason.WRONG_CLAIM: "player {loser} claimed wrongly",
    Reason.TIE: "nobody freed the last menhir",
    Reason.CHOOSER: "a tie, and player {loser} had wanted to go on",
    Reason.RESIGN: "player {loser} resigned",
    Reason.TIME: "player {loser} ran out of time",
}


def in_words(event: Event, geometry: Geometry) -> str:
    """One sentence that tells an event."""
    match event:
        case Flipped(player, cell):
            return f"Player {player} turns the menhir on {geometry.name(cell)} over."
        case MenhirsCovered(cells):
            return f"Fog covers the menhirs on {_listed(geometry, cells)}."
        case Placed(player, cell):
            return f"Player {player} places fog on {geometry.name(cell)}."
        case Moved(player, tiles, direction, _, split):
            what = "splits off and moves" if split else "moves"
            return (
                f"Player {player} {what} {_listed(geometry, tiles)} to the {DIRECTIONS[direction]}."
            )
        case Freed(cells):
            return f"{_menhirs(cells)} on {_listed(geometry, cells)} came out of the fog."
        case CoveredAgain(cells):
            return f"{_menhirs(cells)} on {_listed(geometry, cells)} went under fog again."
        case Taken(player, cell):
            return f"Player {player} takes the fog on {geometry.name(cell)} away."
        case Kept(player):
            return f"Player {player} takes nothing away."
        case Passed(player):
            return f"Player {player} has no legal move and passes."
        case Claimed(player, number):
            return f"Player {player} claims victory on the turn in round {number}."
        case PutBack(cell):
            return f"The fog on {geometry.name(cell)} is put back."
        case DecisionMoment():
            return "The decision moment: go back to the first round, or on to the last ones?"
        case Decided(player, go_on):
            return f"Player {player} wants to go {'on' if go_on else 'back'}."
        case LapBegun(lap):
            return f"The game is prolonged: lap {lap} begins."
        case RoundBegun(number, _):
            return f"Round {number}."
        case GameOver(outcome):
            return result_in_words(outcome)
        case _:
            assert_never(event)


def result_in_words(outcome: Outcome) -> str:
    """How a game ended, and for how many points."""
    how = _ENDINGS[outcome.reason].format(winner=outcome.winner, loser=3 - outcome.winner)
    if outcome.winner == 0:
        return f"A tie: {how}."
    points = "1 point" if outcome.score == 1 else f"{outcome.score} points"
    return f"Player {outcome.winner} wins {points}: {how}."


def _menhirs(cells: Mask) -> str:
    return "The menhir" if cells.bit_count() == 1 else "The menhirs"


def _listed(geometry: Geometry, cells: Mask) -> str:
    names = geometry.names_of(cells)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
