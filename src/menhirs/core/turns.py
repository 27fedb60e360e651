"""What an action does: from one position to the next. Legality is asked elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from menhirs.core import fog as fog_moves
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
    Resign,
    Timeout,
    other,
)
from menhirs.core.geometry import Cell, Mask
from menhirs.core.rules import Taking
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
            return _take_away_or_end(replace(position, last=None))  # M7
        case Decide(go_on):
            return _decide(position, go_on)
        case Claim():
            return _claim(position)
        case Resign(player):
            return _forfeit(position, player, Reason.RESIGN)
        case Timeout(player):
            proving = position.phase is Phase.PROVE and player == position.player
            return _forfeit(position, player, Reason.WRONG_CLAIM if proving else Reason.TIME)
        case _:
            assert_never(action)


def removable(menhirs: Mask, fog: Mask) -> Mask:
    """The tiles that may be taken away: not the one that covers the last menhir (A8, B3)."""
    covered = menhirs & fog
    return fog & ~covered if covered.bit_count() == 1 else fog


def cover_menhirs(position: Position) -> Position:
    """B1, A1: the menhirs are covered, and the placing begins."""
    each = position.rules.tiles_to_place
    covered = replace(position, fog=position.menhirs, counts=(each, each))
    return _begin_round(covered, position.rules.schedule[0].number)


def _flip(position: Position, cell: Cell) -> Position:
    rules = position.rules
    menhirs = position.menhirs & ~(1 << cell)
    turned = replace(position, menhirs=menhirs, player=other(position.player))  # A1, D5
    if rules.menhirs - menhirs.bit_count() == 2 * rules.flips_each:
        return cover_menhirs(turned)
    return turned


def _place(position: Position, cell: Cell) -> Position:
    placed = replace(
        position,
        fog=position.fog | 1 << cell,
        counts=_counted(position.counts, position.player, -1),
    )
    opponent = other(position.player)
    held = position.current_round.held
    if placed.counts[opponent - 1] > held:
        return replace(placed, player=opponent)
    if placed.counts[position.player - 1] > held:
        return placed  # A5: one who has none left is passed over
    return _begin_next_round(placed)


def _move(position: Position, action: Move) -> Position:
    tiles, direction = action.tiles, action.direction
    landed = fog_moves.step(tiles, direction, position.geometry.stride)
    fog = position.fog & ~tiles | landed
    current = position.current_round
    proving = position.phase is Phase.PROVE
    moved = replace(position, fog=fog, last=LastTurn(landed, direction))
    if not position.menhirs & fog:  # M6, A10
        return _win(moved, position.player, Reason.CLAIM if proving else Reason.FREED)
    if proving:
        return _win(moved, other(position.player), Reason.WRONG_CLAIM)  # A10
    if current.claims:
        moved = replace(moved, last=LastTurn(landed, direction, position.round))
    return _take_away_or_end(moved)


def _take_away_or_end(position: Position) -> Position:
    """After the move: on to taking away, or to the next turn."""
    taking = position.current_round.taking[position.player - 1]
    if taking is Taking.MAY and not position.chances_left[position.player - 1]:
        taking = Taking.NEVER  # A3
    if taking is Taking.NEVER or not removable(position.menhirs, position.fog):  # M8
        return _end_turn(position)
    return replace(position, phase=Phase.REMOVE)


def _remove(position: Position, cell: Cell) -> Position:
    last = position.last
    if last is not None:
        last = replace(last, taken=cell)
        if last.round is None:
            last = last.without_claim()
    counts = position.counts
    if position.rules.chances is not None:
        counts = _counted(counts, position.player, 1)
    fog = position.fog & ~(1 << cell)
    return _end_turn(replace(position, fog=fog, counts=counts, last=last))


def _end_turn(position: Position) -> Position:
    if position.player == 1:
        return replace(position, player=2, phase=Phase.MOVE)
    return _end_round(position)


def _end_round(position: Position) -> Position:
    rules = position.rules
    if position.round == rules.last_round.number:
        return _tie(position)
    if not decision_is_due(position):
        return _begin_next_round(position)
    if position.lap < rules.laps:
        return replace(position, player=1, phase=Phase.DECIDE)  # A5, D6
    return _begin_after_decision(position)  # A6


def decision_is_due(position: Position) -> bool:
    """Whether the decision moment follows this round, once it is finished (A4, A5)."""
    rules = position.rules
    if rules.decision_after is None:
        return False
    if position.round == rules.decision_after:
        return True
    before = rules.index(position.round) < rules.index(rules.decision_after)
    return before and position.chances_left == (0, 0)  # A4


def _decide(position: Position, go_on: bool) -> Position:
    closed = position.close_claim_window()  # A10: a decision closes the window
    if go_on:
        return _begin_after_decision(replace(closed, chooser=position.player))
    if position.player == 1:
        return replace(closed, player=2)
    # A5: what a player took away in this lap is what that player places in the next; A12, D8.
    again = replace(closed, lap=position.lap + 1, last=None)
    return _begin_round(again, position.rules.schedule[0].number)


def _begin_after_decision(position: Position) -> Position:
    rules = position.rules
    assert rules.decision_after is not None
    return _begin_round(position, rules.schedule[rules.index(rules.decision_after) + 1].number)


def _begin_next_round(position: Position) -> Position:
    rules = position.rules
    return _begin_round(position, rules.schedule[rules.index(position.round) + 1].number)


def _begin_round(position: Position, number: int) -> Position:
    begun = replace(position, round=number, player=1, phase=Phase.MOVE)
    current = begun.current_round
    if not current.places:
        return begun
    one, two = begun.counts
    if max(one, two) <= current.held:
        return _begin_next_round(begun)  # A5: nobody has anything to place
    return replace(begun, phase=Phase.PLACE, player=1 if one > current.held else 2)


def _claim(position: Position) -> Position:
    last, claimant = position.last, position.claimant
    assert last is not None and last.round is not None and claimant is not None
    fog, counts = position.fog, position.counts
    if last.taken is not None:  # A9: what was taken in that turn is put back
        fog |= 1 << last.taken
        counts = _counted(counts, other(claimant), -1)
    claimed = replace(
        position, fog=fog, counts=counts, player=claimant, round=last.round, phase=Phase.PROVE
    )
    if next(claimed.winning_moves(), None) is None:
        return _win(claimed, other(claimant), Reason.WRONG_CLAIM)
    return claimed


def _win(position: Position, winner: Player, reason: Reason) -> Position:
    score = position.rules.scoring.win(
        round_number=position.round,
        laps_left=position.rules.laps - position.lap,
        tiles=position.fog.bit_count(),
    )
    return _over(position, Outcome(winner, score, reason))


def _tie(position: Position) -> Position:
    if position.chooser is not None:
        return _win(position, other(position.chooser), Reason.CHOOSER)  # A5, A11
    return _over(position, Outcome(0, 0, Reason.TIE))  # B4, A6, D12


def _forfeit(position: Position, loser: Player, reason: Reason) -> Position:
    """D14: turning over and placing count as the first moving round."""
    rules = position.rules
    moving = rules.first_moving_round if position.current_round.places else position.current_round
    score = rules.scoring.forfeit(
        round_number=moving.number,
        laps_left=rules.laps - position.lap,
        tiles=rules.fog_tiles if position.current_round.places else position.fog.bit_count(),
    )
    return _over(position, Outcome(other(loser), score, reason))


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
