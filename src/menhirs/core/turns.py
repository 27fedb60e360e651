"""What an action does: from one position to the next. Legality is asked elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from menhirs.core import fog as fog_moves
from menhirs.core import turn_flow
from menhirs.core.actions import (
    Action,
    Claim,
    Decide,
    Flip,
    Keep,
    Left,
    Move,
    Pass,
    Place,
    Player,
    Remove,
    Resign,
    Timeout,
    other,
)
from menhirs.core.geometry import Cell
from menhirs.core.past import Past
from menhirs.core.state import LastTurn, Outcome, Phase, Reason

if TYPE_CHECKING:
    from menhirs.core.position import Position


def after(position: Position, action: Action) -> Position:
    """The position after a legal action."""
    match action:
        case Move():
            return _move(position, action)
        case Remove(cell):
            return _remove(position, cell)
        case Keep():
            return _end_turn(position)
        case Place(cell):
            return _place(position, cell)
        case Flip(cell):
            return _flip(position, cell)
        case Pass():
            return _take_away_or_end(replace(position, last=None, past=_past(position)))  # M7
        case Decide(go_on):
            return _decide(position, go_on)
        case Claim():
            return _claim(position)
        case Resign(player):
            return _forfeit(position, player, Reason.RESIGN)
        case Timeout(player):
            proving = position.phase is Phase.PROVE and player == position.player
            return _forfeit(position, player, Reason.WRONG_CLAIM if proving else Reason.TIME)
        case Left(_, tie=True):
            return _over(position, Outcome(0, 0, Reason.LEFT))
        case Left(player):
            return _forfeit(position, player, Reason.LEFT)
        case _:
            assert_never(action)


def cover_menhirs(position: Position) -> Position:
    """B1, A1: the menhirs are covered, and the placing begins."""
    each = position.rules.tiles_to_place
    covered = replace(position, fog=position.menhirs, counts=(each, each))
    return _begin(covered, 0)


def _flip(position: Position, cell: Cell) -> Position:
    menhirs = position.menhirs & ~(1 << cell)
    turned = replace(position, menhirs=menhirs, player=other(position.player))  # A1, D5
    return turned if turned.flips_left else cover_menhirs(turned)


def _place(position: Position, cell: Cell) -> Position:
    counts = _counted(position.counts, position.player, -1)
    following = position.rules.flow.placed(position.turn, *counts)
    return _go_to(position, following, fog=position.fog | 1 << cell, counts=counts)


def _move(position: Position, action: Move) -> Position:
    tiles, direction = action.tiles, action.direction
    landed = fog_moves.step(tiles, direction, position.geometry.stride)
    fog = position.fog & ~tiles | landed
    current = position.current_round
    proving = position.phase is Phase.PROVE
    last = LastTurn(landed, direction, position.round if current.claims else None)
    moved = replace(position, fog=fog, last=last, past=_past(position))
    if not position.menhirs & fog:  # M6, A10
        return _win(moved, position.player, Reason.CLAIM if proving else Reason.FREED)
    if proving:
        return _win(moved, other(position.player), Reason.WRONG_CLAIM)  # A10
    return _take_away_or_end(moved)


def _past(position: Position) -> Past | None:
    """What the position after this one has to know of the positions before it (D15)."""
    if not position.rules.is_endless:
        return None
    return Past(position.fog, position.last, position.past)


def _take_away_or_end(position: Position) -> Position:
    """After the move: on to taking away, or to the next turn."""
    return replace(position, phase=Phase.REMOVE) if position.takeable else _end_turn(position)


def _remove(position: Position, cell: Cell) -> Position:
    last = position.last
    if last is not None:
        last = replace(last, taken=cell)
        if last.round is None:
            last = last.without_claim()
    counts = position.counts
    if position.rules.flow.counts_taken:
        counts = _counted(counts, position.player, 1)
    fog = position.fog & ~(1 << cell)
    return _end_turn(replace(position, fog=fog, counts=counts, last=last))


def _end_turn(position: Position) -> Position:
    if position.past is not None and position.times_seen == position.rules.repetitions:
        return _tie(position)  # D15
    following = position.rules.flow.after(position.turn, *position.counts)
    if following == turn_flow.OVER:
        return _tie(position)
    if following == turn_flow.DECISION:
        return replace(position, player=1, phase=Phase.DECIDE)  # A5, D6
    return _go_to(position, following)


def _decide(position: Position, go_on: bool) -> Position:
    closed = position.close_claim_window()  # A10: a decision closes the window
    flow, turn = position.rules.flow, position.turn
    if go_on:
        return _go_to(replace(closed, chooser=position.player), flow.going_on[turn])
    if position.player == 1:
        return replace(closed, player=2)
    # A5: what a player took away in this lap is what that player places in the next; A12, D8.
    return _begin(replace(closed, last=None), flow.going_back[turn])


def _begin(position: Position, turn: int) -> Position:
    """From the beginning of the round that this turn opens."""
    return _go_to(position, position.rules.flow.begin(turn, *position.counts))


def _go_to(position: Position, turn: int, **changes: Any) -> Position:
    """The turn with that number; what has changed besides goes into the same new position."""
    lap, number, player = position.rules.turn_at(turn)
    phase = Phase.PLACE if position.rules.round(number).places else Phase.MOVE
    return replace(position, lap=lap, round=number, player=player, phase=phase, **changes)


def _claim(position: Position) -> Position:
    last, claimant = position.last, position.claimant
    assert last is not None and last.round is not None and claimant is not None
    counts = position.counts
    if last.taken is not None and position.rules.flow.counts_taken:
        counts = _counted(counts, other(claimant), -1)
    claimed = replace(
        position,
        fog=last.put_back(position.fog),
        counts=counts,
        player=claimant,
        round=last.round,
        phase=Phase.PROVE,
    )
    if next(claimed.winning_moves(), None) is None:
        return _win(claimed, other(claimant), Reason.WRONG_CLAIM)
    return claimed


def _win(position: Position, winner: Player, reason: Reason) -> Position:
    return _over(position, Outcome(winner, position.score_of_win, reason))


def _tie(position: Position) -> Position:
    winner = turn_flow.winner_of_tie(position.chooser or 0)
    if winner:
        return _win(position, winner, Reason.CHOOSER)  # A11
    return _over(position, Outcome(0, 0, Reason.TIE))  # D12


def _forfeit(position: Position, loser: Player, reason: Reason) -> Position:
    return _over(position, Outcome(other(loser), position.score_of_forfeit, reason))


def _over(position: Position, outcome: Outcome) -> Position:
    last = position.last
    if last is not None:
        # A claim has put the tile back, so the group of M4 lies there whole again.
        put_back = position.phase is Phase.PROVE
        last = LastTurn(last.tiles, last.direction) if put_back else last.without_claim()
    return replace(position, phase=Phase.OVER, last=last, outcome=outcome)


def _counted(counts: tuple[int, int], player: Player, change: int) -> tuple[int, int]:
    one, two = counts
    return (one + change, two) if player == 1 else (one, two + change)
