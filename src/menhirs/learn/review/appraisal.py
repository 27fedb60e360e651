"""The value of a position in a game: from the rules, from an analyst, and from later positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from menhirs.core.actions import Action, Claim, Move, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Analyst, Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.equal_actions import are_all_known, with_all_lines
from menhirs.engine.replies import with_replies
from menhirs.engine.search.lines import points
from menhirs.engine.search.root import highest
from menhirs.engine.stakes import stakes_of
from menhirs.learn.puzzles.proof import loses_at_once
from menhirs.learn.review.review import sign

_ALL = 1 << 12
_FOR_ALL = 3
"""One part in so many of the nodes is for comparing all actions of a position that is proven."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """The appraisal of a position, for the player to act."""

    value: int
    """In points, if both play their best."""
    proven: bool
    best: tuple[Action, ...] = ()
    """The best known actions, the best one first."""
    line: tuple[Action, ...] = ()
    """How the game could go on with the first of them."""
    values: Mapping[Action, int] = field(default_factory=dict)
    """The proven values of all actions of the player to act, or nothing if one is not known."""

    def __neg__(self) -> Appraisal:
        """The appraisal for the opponent of the player to act."""
        return replace(self, value=-self.value)


def appraise_end(position: Position) -> Appraisal:
    """The value of a finished game."""
    outcome = position.outcome
    assert outcome is not None
    won = outcome.winner == position.player
    return Appraisal(0 if not outcome.winner else outcome.score if won else -outcome.score, True)


def appraise(position: Position, analyst: Analyst, nodes: int) -> Appraisal:
    """The value of a position: by the rules if one can win at once, else by the analyst."""
    if position.is_over:
        return appraise_end(position)
    by_rules = _won_at_once(position)
    if by_rules is not None:
        return by_rules
    limits = Limits(nodes=nodes)
    analysis = analyst.analyse(position, limits)
    if analysis.source == "table":
        analysis = with_replies(analyst, position, analysis, limits)
    analysis = with_all_lines(analyst, position, analysis, few_nodes=nodes // _FOR_ALL)
    return Appraisal(
        analysis.value,
        analysis.proven,
        _best(analysis),
        analysis.lines[0].actions if analysis.lines else (),
        _values(position, analysis),
    )


def improved(position: Position, known: Appraisal, played: Action, reached: Appraisal) -> Appraisal:
    """The appraisal, improved by the value after the played action.

    ``reached`` is that value, for the same player. It is a lower bound for the position; if it is
    the most that can be reached, it is proven.
    """
    if known.proven:
        is_best = reached.proven and reached.value == known.value and played not in known.best
        return replace(known, best=(*known.best, played)) if is_best else known
    if reached.value < known.value:
        return known
    if reached.value > known.value:
        line = (played, *reached.line)
        known = replace(known, value=reached.value, best=(played,), line=line)
    elif played not in known.best:
        known = replace(known, best=(*known.best, played))
    return replace(known, proven=reached.proven and reached.value >= _most_points(position))


def is_refuted(known: Appraisal, played: Action, reached: Appraisal) -> bool:
    """Whether an estimate rests on the played action, which led to less."""
    return not known.proven and known.best[:1] == (played,) and reached.value < known.value


def reconsidered(
    position: Position, played: Action, reached: Appraisal, analyst: Analyst, nodes: int
) -> Appraisal:
    """The best of the other actions, or the one that was played if none seems better."""
    analysis = analyst.analyse(position, Limits(nodes=nodes), lines=_ALL)
    others = [line for line in analysis.lines if line.actions[0] != played]
    best = max(others, key=lambda line: line.value, default=None)
    if best is None or best.value <= reached.value:
        return Appraisal(reached.value, False, (played,), (played, *reached.line))
    return Appraisal(best.value, False, best.actions[:1], best.actions)


def keeping(position: Position, wanted: int, analyst: Analyst, nodes: int) -> Iterator[Action]:
    """The actions of the player to act that keep a win (1) or a tie (0), as far as known.

    None of them lets the opponent win at once, and none is worse to the analyst.
    """
    analysis = analyst.analyse(position, Limits(nodes=max(1, nodes // _FOR_ALL)), lines=_ALL)
    for line in analysis.lines:
        action = line.actions[0]
        if sign(line.value) < wanted or isinstance(action, Claim):
            continue
        if not loses_at_once(position, action, other(position.player)):
            yield action


def _won_at_once(position: Position) -> Appraisal | None:
    """The appraisal of a position in which an immediate win is the most that can be reached."""
    wins: dict[Action, tuple[int, tuple[Action, ...]]] = {}
    if position.claimant == position.player and should_claim(position):
        claimed = position.play_unchecked(Claim())
        shown = Move(*next(claimed.winning_moves()))
        wins[Claim()] = claimed.score_of_win, (Claim(), shown)
    if position.phase in (Phase.MOVE, Phase.PROVE):
        for move in position.winning_moves():
            action = Move(*move)
            wins[action] = position.score_of_win, (action,)
    most = max((score for score, _ in wins.values()), default=0)
    if not wins or most < _most_points(position):
        return None
    best = tuple(action for action, (score, _) in wins.items() if score == most)
    return Appraisal(most, True, best, wins[best[0]][1])


def _most_points(position: Position) -> int:
    """The most points that the player to act can still get."""
    return points(highest(stakes_of(position.rules), position))


def _best(analysis: Analysis) -> tuple[Action, ...]:
    """The actions that keep the value, with its certainty."""
    return tuple(
        line.actions[0]
        for line in analysis.lines
        if line.value == analysis.value and line.proven >= analysis.proven
    )


def _values(position: Position, analysis: Analysis) -> Mapping[Action, int]:
    if not are_all_known(position, analysis):
        return {}
    return {line.actions[0]: line.value for line in analysis.lines}
