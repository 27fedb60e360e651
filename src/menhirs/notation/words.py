"""Events in plain words, for logs, terminals and people who listen.

A message is a whole sentence with named gaps, so that a translation can order them as it likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from gettext import NullTranslations
from typing import assert_never

from menhirs.core import events as happened
from menhirs.core.actions import Player, other
from menhirs.core.geometry import Direction, Geometry, Mask
from menhirs.core.state import Outcome, Reason
from menhirs.notation.people import NUMBERED, People, Translator

ENGLISH: Translator = NullTranslations()

DIRECTIONS = {
    Direction.N: "north",
    Direction.NE: "north-east",
    Direction.SE: "south-east",
    Direction.S: "south",
    Direction.SW: "south-west",
    Direction.NW: "north-west",
}


def events_in_words(
    events: Iterable[happened.Event],
    geometry: Geometry,
    translator: Translator = ENGLISH,
    people: People = NUMBERED,
) -> list[str]:
    """What one action led to, a sentence for each event."""
    sentences, claimed = [], False
    for event in events:
        claimed = claimed or isinstance(event, happened.Claimed)
        if isinstance(event, happened.GameOver):
            # A claim that no move can show ends the game itself (A9, A10).
            sentences.append(
                result_in_words(
                    event.outcome,
                    translator,
                    people,
                    claim_was_right=not claimed,
                    repetitions=event.repetitions,
                )
            )
        else:
            sentences.append(in_words(event, geometry, translator, people))
    return sentences


def in_words(
    event: happened.Event,
    geometry: Geometry,
    translator: Translator = ENGLISH,
    people: People = NUMBERED,
) -> str:
    """One sentence about an event."""
    gettext, ngettext, name = translator.gettext, translator.ngettext, geometry.name
    match event:
        case happened.Flipped(player, cell):
            second_person = gettext("You turn the menhir on {cell} over.")
            third_person = gettext("{player} turns the menhir on {cell} over.")
            return people.sentence(player, second_person, third_person, translator, cell=name(cell))
        case happened.MenhirsCovered(cells):
            sentence = ngettext(
                "Fog covers the menhir on {cells}.",
                "Fog covers the menhirs on {cells}.",
                cells.bit_count(),
            )
            return sentence.format(cells=listed(geometry, cells, translator))
        case happened.Placed(player, cell):
            second_person = gettext("You place fog on {cell}.")
            third_person = gettext("{player} places fog on {cell}.")
            return people.sentence(player, second_person, third_person, translator, cell=name(cell))
        case happened.Moved(player, tiles, direction, _, split):
            if split:
                second_person = gettext("You split off and move {tiles} to the {direction}.")
                third_person = gettext("{player} splits off and moves {tiles} to the {direction}.")
            else:
                second_person = gettext("You move {tiles} to the {direction}.")
                third_person = gettext("{player} moves {tiles} to the {direction}.")
            there = gettext(DIRECTIONS[direction])
            moved = listed(geometry, tiles, translator)
            return people.sentence(
                player, second_person, third_person, translator, tiles=moved, direction=there
            )
        case happened.Freed(cells):
            sentence = ngettext(
                "The menhir on {cells} came out of the fog.",
                "The menhirs on {cells} came out of the fog.",
                cells.bit_count(),
            )
            return sentence.format(cells=listed(geometry, cells, translator))
        case happened.CoveredAgain(cells):
            sentence = ngettext(
                "The menhir on {cells} went under fog again.",
                "The menhirs on {cells} went under fog again.",
                cells.bit_count(),
            )
            return sentence.format(cells=listed(geometry, cells, translator))
        case happened.Taken(player, cell):
            second_person = gettext("You take the fog on {cell} away.")
            third_person = gettext("{player} takes the fog on {cell} away.")
            return people.sentence(player, second_person, third_person, translator, cell=name(cell))
        case happened.Kept(player):
            second_person = gettext("You take nothing away.")
            third_person = gettext("{player} takes nothing away.")
            return people.sentence(player, second_person, third_person, translator)
        case happened.Passed(player):
            second_person = gettext("You have no legal move and pass.")
            third_person = gettext("{player} has no legal move and passes.")
            return people.sentence(player, second_person, third_person, translator)
        case happened.Claimed(player, number):
            second_person = gettext("You claim victory on the turn in round {round}.")
            third_person = gettext("{player} claims victory on the turn in round {round}.")
            return people.sentence(player, second_person, third_person, translator, round=number)
        case happened.PutBack(cell):
            return gettext("The fog on {cell} is put back.").format(cell=name(cell))
        case happened.DecisionMoment():
            return gettext(
                "The decision moment: go back to the first round, or on to the last ones?"
            )
        case happened.Decided(player, go_on):
            second_person = (
                gettext("You want to go on.") if go_on else gettext("You want to go back.")
            )
            third_person = (
                gettext("{player} wants to go on.")
                if go_on
                else gettext("{player} wants to go back.")
            )
            return people.sentence(player, second_person, third_person, translator)
        case happened.LapBegun(lap):
            return gettext("The game is prolonged: lap {lap} begins.").format(lap=lap)
        case happened.RoundBegun(number, _):
            return gettext("Round {round}.").format(round=number)
        case happened.Repeated(times, tie):
            return gettext(
                "The same position has come up {times} times: after {tie} times it is a tie."
            ).format(times=times, tie=tie)
        case happened.GameOver(outcome, repetitions):
            return result_in_words(outcome, translator, people, repetitions=repetitions)
        case _:
            assert_never(event)


def result_in_words(
    outcome: Outcome,
    translator: Translator = ENGLISH,
    people: People = NUMBERED,
    *,
    claim_was_right: bool = False,
    repetitions: int | None = None,
) -> str:
    """How a game ended, and for how many points.

    ``claim_was_right``: the lost claim was right, but was not shown (A10). ``repetitions``: how
    often the position came up, if that made the game a tie (D15).
    """
    how = _ending(outcome, translator, people, claim_was_right=claim_was_right)
    if repetitions is not None:
        how = translator.gettext("the same position came up {n} times").format(n=repetitions)
    if outcome.winner == 0:
        return translator.gettext("A tie: {how}.").format(how=how)
    points, winner = outcome.score, outcome.winner
    if people.reader == winner:
        sentence = translator.ngettext(
            "You won, {points} point: {how}.", "You won, {points} points: {how}.", points
        )
        return sentence.format(points=points, how=how)
    if people.reader is not None:
        lost = translator.gettext("You lost: {how}.").format(how=how)
        return f"{lost} {points_in_words(winner, points, translator, people)}"
    sentence = translator.ngettext(
        "{player} wins {points} point: {how}.", "{player} wins {points} points: {how}.", points
    )
    return people.named(winner, sentence, translator, points=points, how=how)


def points_in_words(player: Player, points: int, translator: Translator, people: People) -> str:
    """Who gets the points of a game, and how many."""
    second_person = translator.ngettext(
        "You get {points} point.", "You get {points} points.", points
    )
    third_person = translator.ngettext(
        "{player} gets {points} point.", "{player} gets {points} points.", points
    )
    return people.sentence(player, second_person, third_person, translator, points=points)


def _ending(
    outcome: Outcome, translator: Translator, people: People, *, claim_was_right: bool
) -> str:
    """What ended a game: the end of a sentence, without its full stop."""
    gettext = translator.gettext
    winner, loser = outcome.winner, other(outcome.winner)
    match outcome.reason:
        case Reason.FREED:
            player, second_person = winner, gettext("you freed the last menhir")
            third_person = gettext("{player} freed the last menhir")
        case Reason.CLAIM:
            player, second_person = winner, gettext("you claimed rightly and showed it")
            third_person = gettext("{player} claimed rightly and showed it")
        case Reason.WRONG_CLAIM if claim_was_right:
            player, second_person = loser, gettext("you did not show the winning move")
            third_person = gettext("{player} did not show the winning move")
        case Reason.WRONG_CLAIM:
            player, second_person = loser, gettext("you claimed wrongly")
            third_person = gettext("{player} claimed wrongly")
        case Reason.TIE:
            return gettext("nobody freed the last menhir")
        case Reason.CHOOSER:
            player, second_person = loser, gettext("a tie, and you had wanted to go on")
            third_person = gettext("a tie, and {player} had wanted to go on")
        case Reason.RESIGN:
            player, second_person = loser, gettext("you gave up")
            third_person = gettext("{player} gave up")
        case Reason.TIME:
            player, second_person = loser, gettext("you ran out of time")
            third_person = gettext("{player} ran out of time")
        case Reason.LEFT if not winner:
            return gettext("one player had left, and the other called it a tie")
        case Reason.LEFT:
            player, second_person = loser, gettext("you had left")
            third_person = gettext("{player} had left")
        case _:
            assert_never(outcome.reason)
    if player == people.reader:
        return second_person
    return third_person.format(player=people.call(player, translator))


def listed(geometry: Geometry, cells: Mask, translator: Translator) -> str:
    """The names of one or more cells: a1, a2 and b1."""
    *several, last = geometry.names_of(cells)
    if not several:
        return last
    return translator.gettext("{several} and {last}").format(several=", ".join(several), last=last)
