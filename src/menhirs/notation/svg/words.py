"""A drawing in plain words, for people who cannot see it."""

from __future__ import annotations

from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import Taking
from menhirs.core.state import Outcome, Phase
from menhirs.notation.svg.drawing import Drawing

_ASKED = {
    Phase.FLIP: "to turn a menhir over",
    Phase.PLACE: "to place fog",
    Phase.MOVE: "to move fog",
    Phase.REMOVE: "to take fog away",
    Phase.DECIDE: "to decide how to go on",
    Phase.PROVE: "to show the claimed win",
}


def title(position: Position) -> str:
    """Which game it is, and whose turn."""
    lap = f", lap {position.lap}" if position.rules.laps > 1 else ""
    turn = _result(position.outcome) if position.outcome else _turn(position)
    rules = position.rules.title or position.rules.name
    endless = position.rules.is_endless and not position.current_round.places
    number = "" if endless else f", round {position.round}{lap}"
    return f"Menhirs dans le Brouillard, {rules}{number}: {turn}"


def description(position: Position, drawing: Drawing) -> str:
    """What lies where, no more than the picture shows."""

    def cells(mask: Mask) -> str:
        return ", ".join(position.geometry.names_of(mask)) or "none"

    sentences = ["Seen from the north" if drawing.from_north else "Seen from the south"]
    sentences.append(f"Free menhirs: {cells(position.menhirs & ~position.fog)}")
    if drawing.dense_fog:
        sentences.append(f"Menhirs hidden under fog: {position.covered.bit_count()}")
        sentences.append(f"Fog ({position.fog.bit_count()}): {cells(position.fog)}")
    else:
        sentences.append(f"Menhirs under fog: {cells(position.covered)}")
        sentences.append(f"Fog on forest: {cells(position.fog & ~position.menhirs)}")
    if last := drawing.marked_turn(position):
        sentences.append(f"Last moved {last.direction.name}, now on: {cells(last.tiles)}")
        if last.taken is not None:
            taken = 1 << last.taken
            sentences.append(
                f"{'Put back' if position.fog & taken else 'Taken away'}: {cells(taken)}"
            )
    if drawing.highlighted:
        sentences.append(f"Highlighted: {cells(drawing.highlighted)}")
    sentences += [
        f"Arrow {arrow.direction.name} from: {cells(arrow.tiles)}" for arrow in drawing.arrows
    ]
    return ". ".join(sentences) + "."


def _turn(position: Position) -> str:
    choice = _ASKED[position.phase]
    taking = position.current_round.taking[position.player - 1]
    if position.phase is Phase.REMOVE and taking is Taking.MAY:
        choice += " or keep it"
    return f"player {position.player} {choice}"


def _result(outcome: Outcome) -> str:
    if outcome.winner == 0:
        return "a tie"
    points = "1 point" if outcome.score == 1 else f"{outcome.score} points"
    return f"player {outcome.winner} has won {points}"
