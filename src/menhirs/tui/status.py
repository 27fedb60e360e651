"""The status beside the board: round, turn, chances, menhirs, result."""

from __future__ import annotations

from menhirs.core.legality import WANTED, may_keep
from menhirs.core.position import Position
from menhirs.notation.words import result_in_words

SIDES = {1: "south", 2: "north"}


def status(position: Position, *, claim_was_right: bool = False) -> str:
    """The status of the game in a few lines.

    ``claim_was_right``: the claim that lost the game was right, but not shown (A10).
    """
    lines = [round_track(position), _menhirs(position)]
    if position.rules.chances is not None:
        one, two = position.chances_left
        lines[-1] += f" Chances to take fog away: player 1 {one}, player 2 {two}."
    if position.outcome is not None:
        repetitions = position.repetitions_of_tie
        lines.append(
            result_in_words(
                position.outcome, repetitions=repetitions, claim_was_right=claim_was_right
            )
        )
    else:
        lines.append(asked_of(position))
    return "\n".join(lines)


def asked_of(position: Position) -> str:
    """The kind of action that the player to act has to do."""
    wanted = WANTED[position.phase].format(player=f"{position.player} ({SIDES[position.player]})")
    hint = {
        "remove": " or keeps all" if may_keep(position) else "",
        "decide": " (a tie after the last round is lost by the one who goes on)",
    }.get(position.phase.value, "")
    return f"{wanted[0].upper()}{wanted[1:]}{hint}."


def round_track(position: Position) -> str:
    """The rounds in their order, the current one in brackets, * for the decision moment."""
    rules = position.rules
    if rules.is_endless and not position.current_round.places:
        turns = 0 if position.past is None else position.past.length
        return f"No rounds, no end: {turns} turns so far. {_repetition(position)}".rstrip()
    track = []
    for entry in rules.schedule:
        here = entry.number == position.round
        track.append(f"[{entry.number}]" if here else str(entry.number))
        if entry.number == rules.decision_after:
            track.append("*")
    lap = f"   lap {position.lap} of {rules.laps}" if rules.laps > 1 else ""
    return f"Round {' '.join(track)}{lap}"


def _repetition(position: Position) -> str:
    """D15: whether this position has come up before."""
    times = position.times_seen
    if times == 1 or position.is_over:
        return ""
    return f"This position has come up {times} times; {position.rules.repetitions} times is a tie."


def _menhirs(position: Position) -> str:
    covered = position.covered.bit_count()
    bare = position.menhirs.bit_count() - covered
    return f"Menhirs: {covered} under fog, {bare} free."
