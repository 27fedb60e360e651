"""The continuation that shows on the board why an answer was wrong or right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from menhirs.core.actions import Action, Claim, Decide, Move, Player, Remove, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.search import Search
from menhirs.learn.exercise import Attempt, Instead, LetGo, Refutation, unpunished
from menhirs.learn.puzzles.proof import loses_at_once
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.learn.refutations import winning_reply

_NODES = 30_000
_LONGEST = 9  # actions of a line: the last rounds have eight
_SEARCH = Search()


def refutation_of(kind: PuzzleKind) -> Refutation:
    """The refutation of wrong answers of a kind."""
    return {
        PuzzleKind.FREE: _claim_or_win,
        PuzzleKind.CLAIM: _missed_claim,
        PuzzleKind.TILE: winning_reply,
        PuzzleKind.TRAP: _escape,
        PuzzleKind.HOLD: _best_line,
        PuzzleKind.DECIDE: _missed_decision,
    }[kind]


def confirmation_of(kind: PuzzleKind) -> Callable[[Attempt], Sequence[Action]]:
    """The continuation after right answers of a kind."""
    return {
        PuzzleKind.FREE: unpunished,  # the game is won
        PuzzleKind.CLAIM: _shown_claim,
        PuzzleKind.TILE: unpunished,  # no move of the opponent wins, which can't be shown
        PuzzleKind.TRAP: _sprung,
        PuzzleKind.HOLD: _best_line,
        PuzzleKind.DECIDE: _line_of_going_on,
    }[kind]


def _claim_or_win(attempt: Attempt) -> Sequence[Action]:
    """How the opponent now wins, if possible: by a claim (A9), or by a move (M6)."""
    after = attempt.after
    if after.claimant == other(attempt.before.player) and should_claim(after):
        return [Claim(), *_win(after.play_unchecked(Claim()))]
    return winning_reply(attempt)


def _missed_claim(attempt: Attempt) -> Sequence[Action] | Instead:
    """The claim that was not made, with the move that shows it; a wrong one has lost already."""
    if not isinstance(attempt.action, LetGo):
        return ()
    claimed = attempt.before.play_unchecked(Claim())
    return Instead([Claim(), *_win(claimed)])


def _shown_claim(attempt: Attempt) -> Sequence[Action]:
    return _win(attempt.after) if attempt.after.phase is Phase.PROVE else ()


def _escape(attempt: Attempt) -> Sequence[Action]:
    """A reply that wins, or else one that does not lose."""
    after, trapper = attempt.after, attempt.before.player
    if after.phase is not Phase.MOVE or after.player == trapper:
        return ()
    if win := _win(after):
        return win
    for reply in after.board_actions():
        if not loses_at_once(after, reply, trapper):
            return [reply, *_saving_tile(after.play_unchecked(reply), trapper)]
    return ()


def _saving_tile(position: Position, trapper: Player) -> Sequence[Action]:
    """The tile to take away, if one must be taken, so that the trap fails."""
    if position.phase is not Phase.REMOVE or position.player == trapper:
        return ()
    saving = (
        action
        for action in position.board_actions()
        if not loses_at_once(position, action, trapper)
    )
    return [next(saving)]


def _sprung(attempt: Attempt) -> Sequence[Action]:
    """One of the replies, and the win that follows on it."""
    position = attempt.after
    trapper = other(position.player)
    actions: list[Action] = []
    while not position.is_over and len(actions) < _LONGEST:
        if position.claimant == trapper and should_claim(position):
            action: Action = Claim()
        elif position.player == trapper:
            win = _win(position)
            if not win:
                break
            (action,) = win
        else:
            action = _likely(position)
        actions.append(action)
        position = position.play_unchecked(action)
    return actions


def _likely(position: Position) -> Action:
    """A likely reply in a trap: leaves as few menhirs under fog as possible."""
    actions = [a for a in position.board_actions() if not isinstance(a, Remove)]
    return min(
        actions or position.board_actions(),
        key=lambda action: position.play_unchecked(action).covered.bit_count(),
    )


def _best_line(attempt: Attempt) -> Sequence[Action]:
    """The line of best play."""
    position = attempt.after
    if position.is_over:
        return ()
    lines = _SEARCH.analyse(position, Limits(nodes=_NODES)).lines
    return lines[0].actions[:_LONGEST]


def _missed_decision(attempt: Attempt) -> Sequence[Action] | Instead:
    """The last rounds, lost, or as they would have been won."""
    if attempt.action == Decide(go_on=True):
        return _best_line(attempt)
    on = Decide(go_on=True)
    best = _SEARCH.analyse(attempt.before.play_unchecked(on), Limits(nodes=_NODES)).lines[0]
    return Instead([on, *best.actions[: _LONGEST - 1]])


def _line_of_going_on(attempt: Attempt) -> Sequence[Action]:
    """The line of the last rounds; empty for going back."""
    return _best_line(attempt) if attempt.action == Decide(go_on=True) else ()


def _win(position: Position) -> Sequence[Action]:
    return [Move(*move) for move in position.winning_moves()][:1]
