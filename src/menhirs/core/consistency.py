"""Whether a position is possible: what a position line may say without contradicting the rules.

Positions made by playing are consistent by themselves; this is for those that come from outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from menhirs.core.actions import other
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Cell
from menhirs.core.rules import Taking
from menhirs.core.state import LastTurn, Phase, Reason
from menhirs.core.turn_flow import DECISION, removable
from menhirs.core.turns_before import check_past, complaint_about_move, complaint_about_tiles

_AT_ANY_TIME = (Reason.RESIGN, Reason.TIME, Reason.LEFT)

if TYPE_CHECKING:
    from menhirs.core.position import Position


def check_consistent(position: Position) -> None:
    """Raises :class:`Illegal` with the first contradiction found."""
    _check_round(position)
    _check_menhirs(position)
    _check_player(position)
    _check_counts(position)
    _check_fog(position)
    _check_chooser(position)
    _check_last(position)
    check_past(position)
    _check_outcome(position)


def _turning_over(position: Position) -> bool:
    """Whether the menhirs are still being turned over (perhaps until somebody resigned)."""
    at_start = position.lap == 1 and position.rules.index(position.round) == 0
    return position.fog == 0 and at_start and bool(position.rules.flips_each)


def _check_round(position: Position) -> None:
    rules = position.rules
    if not 1 <= position.lap <= rules.laps:
        raise Illegal("position-lap", position=position, laps=rules.laps, lap=position.lap)
    index = rules.index(position.round)
    end_of_round = rules.turn(position.lap, position.round, 2)
    fits = {
        Phase.FLIP: index == 0 and position.lap == 1 and rules.flips_each > 0,
        Phase.PLACE: position.current_round.places,
        Phase.MOVE: not position.current_round.places,
        Phase.REMOVE: not position.current_round.places,
        Phase.DECIDE: rules.flow.after(end_of_round, *position.counts) == DECISION,
        Phase.PROVE: position.current_round.claims,
        Phase.OVER: True,
    }
    if not fits[position.phase]:
        raise Illegal(
            "position-round-phase",
            position=position,
            phase=position.phase.value,
            round=position.round,
        )


def _check_menhirs(position: Position) -> None:
    rules = position.rules
    found = position.menhirs.bit_count()
    expected = {rules.standing}
    if position.phase is Phase.FLIP or (position.phase is Phase.OVER and _turning_over(position)):
        # Player 1 turns over first, so the number left tells whose turn it is.
        expected = set(range(rules.menhirs + 1 - position.player, rules.standing, -2))
    if found not in expected:
        wanted = " or ".join(str(number) for number in sorted(expected))
        raise Illegal("position-menhirs", position=position, expected=wanted, found=found)


def _check_player(position: Position) -> None:
    """A2, A5: in turns, player 1 first."""
    if position.phase is not Phase.PLACE:
        return
    one, two = position.counts
    held = position.current_round.held
    if position.lap == 1:
        in_turn = one == two if position.player == 1 else one == two - 1
    else:
        # Anything may have been taken in the lap before; only player 2's turn tells something:
        # player 1 has just placed one, or had none to place.
        most = position.rules.chances or 0
        in_turn = position.player == 1 or one == 0 or one < most
    if not in_turn or position.counts[position.player - 1] <= held:
        raise Illegal("position-turn", position=position, player=position.player)


def _turns_done(position: Position) -> list[tuple[int, int]]:
    """Whether player 1, and player 2, have finished their turn in this round: every possibility.

    After a resignation the line does not say whether it was the player's own turn, a decision or a
    claim to be shown.
    """
    own_turn = (position.player - 1, 0)
    opponents_turn = (other(position.player) - 1, 0)  # claimed on
    both = (1, 1)
    if position.phase is Phase.DECIDE:
        return [both]
    if position.phase is Phase.PROVE:
        return [opponents_turn]
    match position.outcome and position.outcome.reason:
        case Reason.TIE | Reason.CHOOSER:
            return [both]
        case Reason.CLAIM | Reason.WRONG_CLAIM:
            return [opponents_turn]
        case Reason.RESIGN | Reason.TIME | Reason.LEFT if position.rules.chances is not None:
            return [own_turn, opponents_turn, both]
        case _:
            return [own_turn]


def _turns_with(position: Position, taking: Taking, done_here: tuple[int, int]) -> tuple[int, int]:
    """How many turns of this lap in which one may (or must) take away are finished."""
    rules = position.rules
    here = rules.index(position.round)
    counted = [0, 0]
    for index, entry in enumerate(rules.schedule[: here + 1]):
        done = (1, 1) if index < here else done_here
        for seat in (0, 1):
            counted[seat] += done[seat] if entry.taking[seat] is taking else 0
    return counted[0], counted[1]


def _check_counts(position: Position) -> None:
    rules = position.rules
    if position.current_round.places and not _turning_over(position):
        possible = _within(position.counts, (position.current_round.held,) * 2, _in_hand(position))
    elif rules.chances is None or _turning_over(position):
        possible = position.counts == (0, 0)
    else:
        possible = any(_can_have_taken(position, done) for done in _turns_done(position))
    if position.phase is Phase.REMOVE:
        possible &= position.takeable != 0
    if position.phase is Phase.MOVE and position.player == 1:
        possible &= not _has_jumped(position)
    if not possible:
        one, two = position.counts
        raise Illegal("position-count", position=position, one=one, two=two)


def _in_hand(position: Position) -> tuple[int, int]:
    """The most that the players can have in hand in a placing round."""
    rules = position.rules
    index = rules.index(position.round)
    most = rules.schedule[index - 1].held if index else rules.tiles_to_place
    if position.lap > 1:
        most = rules.chances or 0
    return (most, most)


def _can_have_taken(position: Position, done_here: tuple[int, int]) -> bool:
    """Whether the counts can come from the turns finished in this lap."""
    chances = position.rules.chances or 0
    by_choice = _turns_with(position, Taking.MAY, done_here)
    forced = _turns_with(position, Taking.MUST, done_here)
    # M8: with one tile left some forced taking may have been impossible.
    lowest = (0, 0) if position.fog.bit_count() == 1 else forced
    highest = (
        forced[0] + min(chances, by_choice[0]),
        forced[1] + min(chances, by_choice[1]),
    )
    return _within(position.counts, lowest, highest)


def _within(counts: tuple[int, int], lowest: tuple[int, int], highest: tuple[int, int]) -> bool:
    return all(
        low <= count <= high for low, count, high in zip(lowest, counts, highest, strict=True)
    )


def _has_jumped(position: Position) -> bool:
    """A4: with no chances left the rounds up to the decision moment are not played."""
    rules = position.rules
    before = position.turn - 1  # player 2's
    is_due = before >= 0 and rules.flow.decision_is_due(before, *position.counts)
    return is_due and rules.flow.going_on[before] != position.turn


def _check_fog(position: Position) -> None:
    rules = position.rules
    if _turning_over(position) and position.phase in (Phase.FLIP, Phase.OVER):
        return
    if position.phase is Phase.FLIP:
        expected = 0
    elif position.current_round.places or rules.chances is not None:
        expected = rules.fog_tiles - sum(position.counts)
    else:
        (done,) = _turns_done(position)
        expected = max(1, rules.fog_tiles - sum(_turns_with(position, Taking.MUST, done)))  # M8
    if position.fog.bit_count() != expected:
        found = position.fog.bit_count()
        raise Illegal("position-fog", position=position, expected=expected, found=found)
    freed = position.outcome is not None and position.outcome.reason in (
        Reason.FREED,
        Reason.CLAIM,
    )
    if not position.covered and not freed:
        raise Illegal("position-won", position=position)
    if position.lap == 1 and _nothing_moved(position) and position.covered != position.menhirs:
        raise Illegal("position-bare", position=position)


def _nothing_moved(position: Position) -> bool:
    """Whether this lap's first move is surely still to come."""
    first = position.rules.first_moving_round.number
    if position.rules.is_endless:  # a line need not remember every turn
        return position.current_round.places
    return position.current_round.places or (
        position.phase is Phase.MOVE and (position.round, position.player) == (first, 1)
    )


def _check_chooser(position: Position) -> None:
    rules = position.rules
    decided = (
        rules.decision_after is not None
        and position.lap < rules.laps
        and rules.index(position.round) > rules.index(rules.decision_after)
    )
    if (position.chooser is not None) != decided:
        chooser = "nobody" if position.chooser is None else f"player {position.chooser}"
        raise Illegal("position-chooser-here", position=position, chooser=chooser)


def _check_last(position: Position) -> None:
    last = position.last
    complaint = None
    if position.phase is Phase.PROVE and next(position.winning_moves(), None) is None:
        raise Illegal("position-claim", position=position)
    if last is None:
        if position.phase is Phase.PROVE:
            complaint = "a claim is about a turn"
    elif position.phase is Phase.FLIP or _nothing_moved(position):
        complaint = "nothing has moved yet"
    else:
        complaint = _complaint_about_claim(position, last) or _complaint_about_move(position, last)
    if complaint:
        raise Illegal("position-last-turn", position=position, why=complaint)


def _complaint_about_claim(position: Position, last: LastTurn) -> str | None:
    """The error in the round and the tile taken, as far as the position line names them."""
    current = position.current_round
    match position.phase:
        case Phase.REMOVE | Phase.PROVE:
            if last.round != (position.round if current.claims else None):
                return "its round is not this one"
        case Phase.MOVE | Phase.DECIDE:
            if last.round is not None and last.round not in _rounds_of_last_turn(position):
                return f"the turn before was not in round {last.round}, or cannot be claimed on"
        case _:
            if last.round is not None:
                return "it cannot be claimed on any more"
    if last.taken is not None:
        return _complaint_about_taken(position, last, last.taken)
    if position.phase in (Phase.MOVE, Phase.DECIDE) and last.round is not None:
        return _complaint_about_nothing_taken(position, last.round)
    return None


def _complaint_about_taken(position: Position, last: LastTurn, taken: Cell) -> str | None:
    if last.round is None or position.phase is Phase.REMOVE:
        return "no tile taken away is remembered here"
    back_on_board = position.phase is Phase.PROVE
    if bool(position.fog >> taken & 1) != back_on_board:
        return "the tile taken away is on the board, or the one put back is not"
    if not removable(position.fog | 1 << taken, position.menhirs) >> taken & 1:
        return "that tile may not have been taken away"
    mover = other(position.player)
    count = position.counts[mover - 1]
    if not back_on_board and count == 0:
        return "its player has taken nothing away"
    may = position.rules.round(last.round).taking[mover - 1] is Taking.MAY
    if back_on_board and may and count == position.rules.chances:
        return "its player had no chance left to take a tile away"
    return None


def _complaint_about_nothing_taken(position: Position, round_number: int) -> str | None:
    """A claim puts back the tile taken in that turn, so the line must name it."""
    rules = position.rules
    mover = other(position.player)
    before = rules.schedule[: rules.index(round_number)]
    by_choice = sum(entry.taking[mover - 1] is Taking.MAY for entry in before)
    forced = sum(entry.taking[mover - 1] is Taking.MUST for entry in before)
    if position.counts[mover - 1] > forced + min(rules.chances or 0, by_choice):
        return "its player must have taken a tile away"
    must = rules.round(round_number).taking[mover - 1] is Taking.MUST
    if must and position.fog.bit_count() > 1:
        return "a tile must have been taken away"
    return None


def _rounds_of_last_turn(position: Position) -> set[int]:
    """The rounds that the turn before, if it can be claimed on, may have been in."""
    rules = position.rules
    if position.phase is Phase.DECIDE:
        possible = {position.round} if position.player == 1 else set()
    elif position.player == 2:
        possible = {position.round}
    else:
        index = rules.index(position.round)
        possible = {rules.schedule[index - 1].number}
        after_decision = (
            rules.decision_after is not None and index == rules.index(rules.decision_after) + 1
        )
        if after_decision and position.lap < rules.laps:
            possible = set()  # A10: player 1's decision, or player 2's word, has closed it
        elif after_decision and position.chances_left == (0, 0):
            possible |= set(_rounds_to_jump_from(position))  # A4
    return {number for number in possible if rules.round(number).claims}


def _rounds_to_jump_from(position: Position) -> Iterator[int]:
    """The rounds in which the last chances can have been used."""
    chances = 0
    for entry in position.rules.schedule:
        chances += Taking.MAY in entry.taking
        if Taking.MAY in entry.taking and chances >= (position.rules.chances or 0):
            yield entry.number


def _complaint_about_move(position: Position, last: LastTurn) -> str | None:
    """The error in the tiles and the direction."""
    fog = last.put_back(position.fog)
    complaint = complaint_about_tiles(position.geometry, fog, last)
    if complaint or (last.round is None and _something_may_be_missing(position)):
        return complaint
    return complaint_about_move(position.geometry, position.menhirs, fog, last)


def _something_may_be_missing(position: Position) -> bool:
    """Whether the last turn may have taken a tile that the line does not name."""
    if position.rules.is_endless:
        return False
    if position.phase is not Phase.MOVE:
        return position.phase is not Phase.REMOVE
    rules = position.rules
    if position.player == 2:
        return position.current_round.taking[0] is not Taking.NEVER
    return rules.schedule[rules.index(position.round) - 1].taking[1] is not Taking.NEVER


def _check_outcome(position: Position) -> None:
    outcome = position.outcome
    if (outcome is None) != (position.phase is not Phase.OVER):
        raise Illegal("position-result", position=position, why="only a game that is over has one")
    if outcome is None:
        return
    rules, reason = position.rules, outcome.reason
    current = position.current_round
    claims = any(entry.claims for entry in rules.schedule)
    at_end = position.round == rules.last_round.number and position.player == 2
    if rules.is_endless:
        at_end = position.times_seen == rules.repetitions  # D15
    loser_if_wrong = other(position.player)
    fits = {
        Reason.FREED: outcome.winner == position.player and not position.covered,
        Reason.CLAIM: outcome.winner == position.player and not position.covered and current.claims,
        Reason.WRONG_CLAIM: outcome.winner == loser_if_wrong and claims and current.claims,
        Reason.TIE: outcome.winner == 0 and at_end and position.chooser is None,
        Reason.CHOOSER: at_end
        and position.chooser is not None
        and outcome.winner == other(position.chooser),
        Reason.RESIGN: outcome.winner in (1, 2),
        Reason.TIME: outcome.winner in (1, 2),
        Reason.LEFT: outcome.winner in (0, 1, 2),
    }
    if not fits[reason] or (current.places and reason not in _AT_ANY_TIME):
        raise Illegal("position-result", position=position, why="the reason does not fit")
    if outcome.score != (_score(position, reason) if outcome.winner else 0):
        raise Illegal("position-result", position=position, why="the score does not fit")


def _score(position: Position, reason: Reason) -> int:
    match reason:
        case Reason.RESIGN | Reason.TIME | Reason.LEFT:
            return position.score_of_forfeit
        case _:
            return position.score_of_win
