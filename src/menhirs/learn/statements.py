"""The strategy guide's statements about positions, in a form that can be checked.

A statement is either a matter of one or two moves, which the rules themselves decide, or a value in
points, which the search proves to the end of the game. An estimate never counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from menhirs.core.actions import Action, Claim, Move
from menhirs.core.fog import can_free
from menhirs.core.position import Position
from menhirs.engine.analysis import Analyst, Limits
from menhirs.learn.warnings import danger, is_trap
from menhirs.notation.actions import read_action, write_action

_MOST_NODES = Limits(nodes=500_000)
"""More nodes than any statement needs; one that is not proven by then is wrong."""


@dataclass(frozen=True)
class Statements:
    """The statements about a position. Missing fields state nothing."""

    wins: list[str] | None = None
    """The moves that win at once: these and no other."""
    unsafe: list[str] | None = None
    """The actions after which the opponent can win at once: these and no other."""
    all_unsafe: bool | None = None
    """Whether that holds for every action."""
    threat: bool | None = None
    """Whether one move could free all menhirs as the fog lies, regardless of the turn."""
    traps: list[str] | None = None
    """The actions after which the opponent can't win at once, but whatever the opponent does lets
    the player win: these and no other."""
    stops: list[str] | None = None
    """Some of the actions after which the opponent would have no winning move, were it not for a
    claim (A9)."""
    covered: int | None = None
    """How many menhirs are under fog."""
    choices: int | None = None
    """How many actions there are."""
    value: int | None = None
    """The points of the player to act if both play their best."""
    values: dict[str, int] = field(default_factory=dict)
    """The value of the position after each action, for the player who acts now."""
    only: list[str] | None = None
    """The best actions: all others are worth less."""
    claimed: int | None = None
    """The points of a right claim now."""
    played: int | None = None
    """The points of a winning move now, without a claim."""


def complaints(position: Position, stated: Statements, analyst: Analyst) -> Iterator[str]:
    """The wrong statements, one sentence each."""
    actions = position.board_actions()
    if stated.wins is not None:
        wins = [Move(*move) for move in position.winning_moves()]
        yield from _compared("wins at once", stated.wins, _written(position, wins))
    if stated.unsafe is not None or stated.all_unsafe is not None:
        unsafe = [action for action in actions if danger(position, action) is not None]
        if stated.unsafe is not None:
            yield from _compared("is unsafe", stated.unsafe, _written(position, unsafe))
        if stated.all_unsafe is not None and stated.all_unsafe != (len(unsafe) == len(actions)):
            yield f"{len(unsafe)} of {len(actions)} actions are unsafe"
    if stated.threat is not None:
        geometry = position.geometry
        there = can_free(position.fog, position.menhirs, geometry.cells, geometry.stride)
        if there != stated.threat:
            yield "there is a threat" if there else "there is no threat"
    if stated.traps is not None:
        traps = [action for action in actions if is_trap(position, action)]
        yield from _compared("is a trap", stated.traps, _written(position, traps))
    for text in stated.stops or []:
        after = position.play(read_action(text, position)).close_claim_window()
        if next(after.winning_moves(), None) is not None:
            yield f"{text} does not stop the winning move"
    if stated.covered is not None and stated.covered != position.covered.bit_count():
        yield f"{position.covered.bit_count()} menhirs are covered"
    if stated.choices is not None and stated.choices != len(actions):
        yield f"there are {len(actions)} actions, not {stated.choices}"
    yield from _wrong_values(position, stated, analyst)
    yield from _wrong_points(position, stated)


def _compared(label: str, data: list[str], found: list[str]) -> Iterator[str]:
    if sorted(data) != sorted(found):
        yield f"{label}: {', '.join(found) or 'nothing'}"


def _written(position: Position, actions: list[Action] | list[Move]) -> list[str]:
    return [write_action(action, position) for action in actions]


def _wrong_values(position: Position, stated: Statements, analyst: Analyst) -> Iterator[str]:
    if stated.value is not None:
        found = _value(position, analyst)
        if found != stated.value:
            yield f"the value is {found}"
    for text, data in stated.values.items():
        found = _value_of(position, read_action(text, position), analyst)
        if found != data:
            yield f"{text} is worth {found}"
    if stated.only is not None:
        actions = position.board_actions()
        values = {
            write_action(action, position): _value_of(position, action, analyst)
            for action in actions
        }
        known = [value for value in values.values() if value is not None]
        if len(known) < len(values):
            yield "not every action is proven"
        else:
            best = [text for text, value in values.items() if value == max(known)]
            yield from _compared("is best", stated.only, best)


def _value_of(position: Position, action: Action, analyst: Analyst) -> int | None:
    """The points of an action for the player who plays it."""
    after = position.play(action)
    found = _value(after, analyst)
    return found if found is None or after.player == position.player else -found


def _value(position: Position, analyst: Analyst) -> int | None:
    """The points of the player to act; None where they could not be proven."""
    if position.outcome is not None:
        outcome = position.outcome
        wins = outcome.winner == position.player
        return 0 if outcome.winner == 0 else outcome.score if wins else -outcome.score
    analysis = analyst.analyse(position, _MOST_NODES)
    return analysis.value if analysis.proven else None


def _wrong_points(position: Position, stated: Statements) -> Iterator[str]:
    if stated.claimed is not None:
        claimed = position.play(Claim())
        shown = claimed.play(Move(*next(claimed.winning_moves()))).outcome
        if shown is None or shown.score != stated.claimed:
            yield f"a claim ends with {shown}"
    if stated.played is not None:
        won = position.play(Move(*next(position.winning_moves()))).outcome
        if won is None or won.score != stated.played:
            yield f"the move ends with {won}"
