"""Makes a review, from the last action to the first.

Backwards, because later values bound earlier ones, and because the search then already knows the
later positions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from menhirs.core.actions import Action, Claim, Forfeit, Move, Player
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analyst
from menhirs.engine.claims import should_claim
from menhirs.engine.search import Search
from menhirs.learn.review.appraisal import (
    Appraisal,
    appraise,
    improved,
    is_refuted,
    keeping,
    reconsidered,
)
from menhirs.learn.review.review import Mark, Review, ReviewedPly, sign
from menhirs.learn.review.rule_marks import is_only_safe_action, rule_marks
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record import Record

DEFAULT_NODES = 100_000
"""Positions searched for each action: a long game takes some seconds."""
_TABLE_MB = 64
_GROUP = 12
"""The number of plies that share a transposition table. An interrupted review continues with a
whole group, so that its result is the same.
"""


class Reviewer:
    """Reviews one game, ply by ply."""

    def __init__(
        self,
        record: Record,
        *,
        nodes: int = DEFAULT_NODES,
        tables: Analyst | None = None,
        late_claims: Collection[int] = (),
    ) -> None:
        """``tables`` answers instead of the search, as :class:`~menhirs.engine.engine.Engine` does.

        ``late_claims`` are the plies before which their player tried to claim too late. A record
        does not have them; a referee does. Only right claims are marked: a refused wrong one did no
        harm.
        """
        self._record = record
        self._nodes = nodes
        self._search = Search(table_mb=_TABLE_MB, keeps_table=True, prefers_the_hardest=False)
        self._analyst = tables or self._search
        self._late_claims = late_claims

    @property
    def plies(self) -> int:
        """The number of plies."""
        return len(self._record.actions)

    def backwards(self, done: Iterable[ReviewedPly] = ()) -> Iterator[ReviewedPly]:
        """The plies from the last to the first, each as soon as it is ready.

        ``done`` are plies of an earlier run, in any order: most are not computed again. All plies
        are yielded, always in the same order.
        """
        kept = {ply.ply: ply for ply in done}
        later: ReviewedPly | None = None
        for first in range(self.plies, 0, -_GROUP):
            group = range(first, max(0, first - _GROUP), -1)
            is_done = all(number in kept for number in group)
            plies = (kept[n] for n in group) if is_done else self._group(group, later)
            for ply in plies:
                later = ply
                yield ply

    def finish(self, plies: Iterable[ReviewedPly]) -> Review:
        """The review, from all its plies."""
        ordered = tuple(sorted(plies, key=lambda ply: ply.ply))
        final = self._record.final
        review = Review(final.rules.name, self._nodes, ordered, final.outcome)
        is_from_tables = review.is_exact and self._analyst is not self._search
        return replace(review, nodes=None) if is_from_tables else review

    def _group(self, numbers: range, later: ReviewedPly | None) -> Iterator[ReviewedPly]:
        """The plies of one group; ``later`` is the ply after them."""
        self._search.forget()
        for number in numbers:
            later = self._ply(number, later)
            yield later

    def _ply(self, number: int, later: ReviewedPly | None) -> ReviewedPly:
        positions, action = self._record.positions, self._record.actions[number - 1]
        before, after = positions[number - 1], positions[number]
        player = before.actor(action)
        assert player is not None
        result = _seen_by(player, after, self._known_of(after, later))
        known = self._appraised(before)
        if player == before.player and not isinstance(action, Claim | Forfeit):
            if is_refuted(known, action, result):
                known = reconsidered(before, action, result, self._analyst, self._nodes)
            known = improved(before, known, action, result)
        data = _for_player(player, before, known)
        ply = ReviewedPly(
            ply=number,
            action=write_action(action, before),
            player=player,
            value=data.value,
            proven=data.proven,
            after=result.value,
            after_proven=result.proven,
            best=tuple(write_action(one, before) for one in data.best),
            line=tuple(_written(before, data.line)),
        )
        marks = set(rule_marks(before, action, after))
        if number in self._late_claims and before.claimant == player and should_claim(before):
            marks.add(Mark.LATE_CLAIM)
        if sign(ply.after) < sign(ply.value) and ply.action not in ply.best:
            marks.add(Mark.MISTAKE)
            ply = replace(ply, keeps=tuple(self._keeping_actions(before, action, ply)))
        if ply.after >= 0 and _is_only_action(before, action, known):
            marks.add(Mark.ONLY_MOVE)
        return replace(ply, marks=tuple(mark for mark in Mark if mark in marks))

    def _keeping_actions(
        self, position: Position, mistake: Action, ply: ReviewedPly
    ) -> Iterator[str]:
        """The actions that keep the value that a mistake gave away, as far as known."""
        yield from ply.best
        if ply.player != position.player:
            return
        for action in keeping(position, sign(ply.value), self._analyst, self._nodes):
            text = write_action(action, position)
            if action != mistake and text not in ply.best:
                yield text

    def _known_of(self, position: Position, ply: ReviewedPly | None) -> Appraisal:
        """The appraisal of a position, from the ply that was played in it if there is one."""
        if ply is None:
            return self._appraised(position)
        value = ply.value if ply.player == position.player else -ply.value
        return Appraisal(value, ply.proven, line=tuple(_read(position, ply.line)))

    def _appraised(self, position: Position) -> Appraisal:
        return appraise(position, self._analyst, self._nodes)


def review_game(record: Record, nodes: int = DEFAULT_NODES) -> Review:
    """The review of a game by search."""
    reviewer = Reviewer(record, nodes=nodes)
    return reviewer.finish(reviewer.backwards())


def _seen_by(player: Player, position: Position, known: Appraisal) -> Appraisal:
    """An appraisal of a position for that player instead of the one to act."""
    return known if player == position.player else -known


def _for_player(player: Player, position: Position, known: Appraisal) -> Appraisal:
    """An appraisal for a player who acts, on turn or not."""
    if player == position.player:
        return known
    if position.claimant == player and should_claim(position):
        shown = position.play_unchecked(Claim())
        line = (Claim(), Move(*next(shown.winning_moves())))
        return Appraisal(-known.value, known.proven, (Claim(),), line)
    return Appraisal(-known.value, known.proven)


def _is_only_action(position: Position, action: Action, known: Appraisal) -> bool:
    """Whether every other action would have been a mistake."""
    if position.phase is Phase.PROVE or should_claim(position):
        return False
    if not known.values:
        return is_only_safe_action(position, action)
    others = [value for one, value in known.values.items() if one != action]
    return (
        action in known.values and bool(others) and sign(known.values[action]) > sign(max(others))
    )


def _written(position: Position, actions: Iterable[Action]) -> Iterator[str]:
    for action in actions:
        yield write_action(action, position)
        position = position.play_unchecked(action)


def _read(position: Position, texts: Iterable[str]) -> Iterator[Action]:
    for text in texts:
        action = read_action(text, position)
        yield action
        position = position.play(action)
