"""What an action does: from one position to the next. Legality is asked elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from menhirs.core import fog as fog_moves
from menhirs.core import position as positions  # which imports this module
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
from menhirs.core.geometry import Cell, Mask
from menhirs.core.past import Past
from menhirs.core.rules import RuleSet
from menhirs.core.state import LastTurn, Outcome, Phase, Reason, last_turn

if TYPE_CHECKING:
    from menhirs.core.position import Position


class _Draft:
    """A position that is being made (``core/drafts.py``)."""

    __slots__ = (
        *("rules", "menhirs", "fog", "player", "round", "lap", "phase", "counts", "last"),
        *("chooser", "outcome", "past"),
    )

    rules: RuleSet
    menhirs: Mask
    fog: Mask
    player: Player
    round: int
    lap: int
    phase: Phase
    counts: tuple[int, int]
    last: LastTurn | None
    chooser: Player | None
    outcome: Outcome | None
    past: Past | None

    @classmethod
    def of(cls, position: Position) -> _Draft:
        """A draft of the same position."""
        draft = cls()
        draft.rules = position.rules
        draft.menhirs = position.menhirs
        draft.fog = position.fog
        draft.player = position.player
        draft.round = position.round
        draft.lap = position.lap
        draft.phase = position.phase
        draft.counts = position.counts
        draft.last = position.last
        draft.chooser = position.chooser
        draft.outcome = position.outcome
        draft.past = position.past
        return draft


def _made(draft: Any) -> Position:
    """The draft as a position; it is a draft no more."""
    draft.__class__ = positions.Position
    made: Position = draft
    return made


def changed(position: Position, **changes: Any) -> Position:
    """A copy of the position with other values in some fields."""
    draft = _Draft.of(position)
    for field, value in changes.items():
        setattr(draft, field, value)
    return _made(draft)


def after(position: Position, action: Action) -> Position:
    """The position after a legal action."""
    match action:
        case Move():
            return _move(position, action)
        case Remove():
            return _remove(position, action.cell)
        case Keep():
            return _end_turn(_Draft.of(position))
        case Place():
            return _place(position, action.cell)
        case Flip(cell):
            return _flip(position, cell)
        case Pass():
            return _pass(position)
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
    covered = changed(position, fog=position.menhirs, counts=(each, each))
    return _begin(covered, 0)


def _flip(position: Position, cell: Cell) -> Position:
    draft = _Draft.of(position)
    draft.menhirs &= ~(1 << cell)
    draft.player = other(position.player)  # A1, D5
    turned = _made(draft)
    return turned if turned.flips_left else cover_menhirs(turned)


def _place(position: Position, cell: Cell) -> Position:
    draft = _Draft.of(position)
    draft.fog |= 1 << cell
    draft.counts = _counted(position.counts, position.player, -1)
    return _go_to(draft, position.rules.flow.placed(position.turn, *draft.counts))


def _move(position: Position, action: Move) -> Position:
    rules, tiles, direction = position.rules, action.tiles, action.direction
    landed = fog_moves.step(tiles, direction, rules.geometry.stride)
    claims = rules.round(position.round).claims
    draft = _Draft.of(position)
    draft.fog = fog = position.fog & ~tiles | landed
    draft.last = last_turn(landed, direction, position.round if claims else None)
    draft.past = _past(position)
    proving = position.phase is Phase.PROVE
    if not position.menhirs & fog:  # M6, A10
        return _win(_made(draft), position.player, Reason.CLAIM if proving else Reason.FREED)
    if proving:
        return _win(_made(draft), other(position.player), Reason.WRONG_CLAIM)  # A10
    return _take_away_or_end(draft)


def _pass(position: Position) -> Position:
    """M7."""
    draft = _Draft.of(position)
    draft.last, draft.past = None, _past(position)
    return _take_away_or_end(draft)


def _past(position: Position) -> Past | None:
    """What the position after this one has to know of the positions before it (D15)."""
    if position.rules.repetitions is None:
        return None
    return Past(position.fog, position.last, position.past)


def _turn_of(draft: _Draft) -> int:
    return draft.rules.turn(draft.lap, draft.round, draft.player)


def _take_away_or_end(draft: _Draft) -> Position:
    """After the move: on to taking away, or to the next turn."""
    flow = draft.rules.flow
    if flow.takeable(_turn_of(draft), *draft.counts, draft.fog, draft.menhirs):
        draft.phase = Phase.REMOVE
        return _made(draft)
    return _end_turn(draft)


def _remove(position: Position, cell: Cell) -> Position:
    draft, last = _Draft.of(position), position.last
    if last is not None:
        last = last_turn(last.tiles, last.direction, last.round, cell)
        draft.last = last.without_claim() if last.round is None else last
    if position.rules.flow.counts_taken:
        draft.counts = _counted(position.counts, position.player, 1)
    draft.fog &= ~(1 << cell)
    return _end_turn(draft)


def _end_turn(draft: _Draft) -> Position:
    rules = draft.rules
    if draft.past is not None:
        seen = Past.times(draft.past, draft.fog, draft.last, rules.geometry.stride)
        if seen + 1 == rules.repetitions:
            return _tie(_made(draft))  # D15
    following = rules.flow.after(_turn_of(draft), *draft.counts)
    if following == turn_flow.OVER:
        return _tie(_made(draft))
    if following == turn_flow.DECISION:
        draft.player, draft.phase = 1, Phase.DECIDE  # A5, D6
        return _made(draft)
    return _go_to(draft, following)


def _decide(position: Position, go_on: bool) -> Position:
    closed = position.close_claim_window()  # A10: a decision closes the window
    flow, turn = position.rules.flow, position.turn
    if go_on:
        draft = _Draft.of(closed)
        draft.chooser = position.player
        return _go_to(draft, flow.going_on[turn])
    if position.player == 1:
        return changed(closed, player=2)
    # A5: what a player took away in this lap is what that player places in the next; A12, D8.
    return _begin(changed(closed, last=None), flow.going_back[turn])


def _begin(position: Position, turn: int) -> Position:
    """From the beginning of the round that this turn opens."""
    return _go_to(_Draft.of(position), position.rules.flow.begin(turn, *position.counts))


def _go_to(draft: _Draft, turn: int) -> Position:
    """The turn with that number."""
    draft.lap, draft.round, draft.player, places = draft.rules.turn_at(turn)
    draft.phase = Phase.PLACE if places else Phase.MOVE
    return _made(draft)


def _claim(position: Position) -> Position:
    last, claimant = position.last, position.claimant
    assert last is not None and last.round is not None and claimant is not None
    counts = position.counts
    if last.taken is not None and position.rules.flow.counts_taken:
        counts = _counted(counts, other(claimant), -1)
    claimed = changed(
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
        last = last_turn(last.tiles, last.direction) if put_back else last.without_claim()
    return changed(position, phase=Phase.OVER, last=last, outcome=outcome)


def _counted(counts: tuple[int, int], player: Player, change: int) -> tuple[int, int]:
    one, two = counts
    return (one + change, two) if player == 1 else (one, two + change)
