"""Events in plain words, for logs, terminals and people who listen.

A message is a whole sentence with named gaps, so that a translation can order them as it likes.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import Protocol, assert_never

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


class Tongue(Protocol):
    """What turns our English messages into another language. Any gettext catalogue does."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, one: str, several: str, n: int, /) -> str: ...


ENGLISH: Tongue = NullTranslations()

DIRECTIONS = {
    Direction.N: "north",
    Direction.NE: "north-east",
    Direction.SE: "south-east",
    Direction.S: "south",
    Direction.SW: "south-west",
    Direction.NW: "north-west",
}

ENDINGS = {
    Reason.FREED: "player {winner} freed the last menhir",
    Reason.CLAIM: "player {winner} claimed rightly and showed it",
    Reason.WRONG_CLAIM: "player {loser} claimed wrongly",
    Reason.TIE: "nobody freed the last menhir",
    Reason.CHOOSER: "a tie, and player {loser} had wanted to go on",
    Reason.RESIGN: "player {loser} resigned",
    Reason.TIME: "player {loser} ran out of time",
}


def in_words(event: Event, geometry: Geometry, tongue: Tongue = ENGLISH) -> str:
    """One sentence that tells an event."""
    gettext, ngettext, name = tongue.gettext, tongue.ngettext, geometry.name
    match event:
        case Flipped(player, cell):
            sentence = gettext("Player {player} turns the menhir on {cell} over.")
            return sentence.format(player=player, cell=name(cell))
        case MenhirsCovered(cells):
            sentence = ngettext(
                "Fog covers the menhir on {cells}.",
                "Fog covers the menhirs on {cells}.",
                cells.bit_count(),
            )
            return sentence.format(cells=listed(geometry, cells, tongue))
        case Placed(player, cell):
            sentence = gettext("Player {player} places fog on {cell}.")
            return sentence.format(player=player, cell=name(cell))
        case Moved(player, tiles, direction, _, split):
            sentence = (
                gettext("Player {player} splits off and moves {tiles} to the {direction}.")
                if split
                else gettext("Player {player} moves {tiles} to the {direction}.")
            )
            return sentence.format(
                player=player,
                tiles=listed(geometry, tiles, tongue),
                direction=gettext(DIRECTIONS[direction]),
            )
        case Freed(cells):
            sentence = ngettext(
                "The menhir on {cells} came out of the fog.",
                "The menhirs on {cells} came out of the fog.",
                cells.bit_count(),
            )
            return sentence.format(cells=listed(geometry, cells, tongue))
        case CoveredAgain(cells):
            sentence = ngettext(
                "The menhir on {cells} went under fog again.",
                "The menhirs on {cells} went under fog again.",
                cells.bit_count(),
            )
            return sentence.format(cells=listed(geometry, cells, tongue))
        case Taken(player, cell):
            sentence = gettext("Player {player} takes the fog on {cell} away.")
            return sentence.format(player=player, cell=name(cell))
        case Kept(player):
            return gettext("Player {player} takes nothing away.").format(player=player)
        case Passed(player):
            return gettext("Player {player} has no legal move and passes.").format(player=player)
        case Claimed(player, number):
            sentence = gettext("Player {player} claims victory on the turn in round {round}.")
            return sentence.format(player=player, round=number)
        case PutBack(cell):
            return gettext("The fog on {cell} is put back.").format(cell=name(cell))
        case DecisionMoment():
            return gettext(
                "The decision moment: go back to the first round, or on to the last ones?"
            )
        case Decided(player, go_on):
            sentence = (
                gettext("Player {player} wants to go on.")
                if go_on
                else gettext("Player {player} wants to go back.")
            )
            return sentence.format(player=player)
        case LapBegun(lap):
            return gettext("The game is prolonged: lap {lap} begins.").format(lap=lap)
        case RoundBegun(number, _):
            return gettext("Round {round}.").format(round=number)
        case GameOver(outcome):
            return result_in_words(outcome, tongue)
        case _:
            assert_never(event)


def result_in_words(outcome: Outcome, tongue: Tongue = ENGLISH) -> str:
    """How a game ended, and for how many points."""
    ending = tongue.gettext(ENDINGS[outcome.reason])
    how = ending.format(winner=outcome.winner, loser=3 - outcome.winner)
    if outcome.winner == 0:
        return tongue.gettext("A tie: {how}.").format(how=how)
    sentence = tongue.ngettext(
        "Player {winner} wins {points} point: {how}.",
        "Player {winner} wins {points} points: {how}.",
        outcome.score,
    )
    return sentence.format(winner=outcome.winner, points=outcome.score, how=how)


def listed(geometry: Geometry, cells: Mask, tongue: Tongue) -> str:
    """The names of one or more cells: a1, a2 and b1."""
    *several, last = geometry.names_of(cells)
    if not several:
        return last
    return tongue.gettext("{several} and {last}").format(several=", ".join(several), last=last)
