"""Exercises as data for a page: plies, scenes and sentences in the learner's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from menhirs.core.actions import Claim, Player, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.learn.exercise import LET_GO, Answer, Attempt, LetGo
from menhirs.learn.facts import facts
from menhirs.learn.judge import ExerciseProgress, Judgement, Verdict
from menhirs.learn.last_turn import last_turn
from menhirs.learn.messages import ExerciseState
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_round
from menhirs.notation.people import People, Translator
from menhirs.notation.words import events_in_words
from menhirs.view import board_data
from menhirs.view.error_words import ContextTranslator, explain
from menhirs.view.match.claiming import claiming, to_show
from menhirs.view.match.decision import decide
from menhirs.view.match.ply_cache import scene_besides_track
from menhirs.view.match.round_track import track_at
from menhirs.view.messages import Claiming, LastMove, PlayerNumber, PlyItem, ProveState, View


class PlyTeller:
    """Actions outside of matches as data for pages: tries, replies, better lines."""

    def __init__(self, start: Position, people: People, language: Translator) -> None:
        """``start`` is the start of the game: menhirs turned over since are marked."""
        self._start = start
        self._people = people
        self._language = language

    def position(self, position: Position, marked: LastMove | None = None) -> PlyItem:
        """A position without a sentence."""
        return self._item(0, None, position, board_data.view(position, self._start, marked))

    def plies(
        self, attempts: Iterable[Attempt], first: int, marked: LastMove | None = None
    ) -> list[PlyItem]:
        """The attempts, ply by ply; ``marked`` is the last move before them."""
        data: list[PlyItem] = []
        for attempt in attempts:
            if not isinstance(attempt.action, LetGo):
                marked = board_data.marked_after(attempt.before, attempt.action, marked)
            view = board_data.view(attempt.after, self._start, marked)
            data.append(self._item(first + len(data), attempt, attempt.after, view))
        return data

    def happened(self, attempt: Attempt) -> str:
        """The events of an attempt, in words."""
        if isinstance(attempt.action, LetGo):
            return self._language.gettext("You do not claim.")
        words = events_in_words(
            attempt.events, attempt.after.geometry, self._language, self._people
        )
        return " ".join(words)

    def _item(
        self, number: int, attempt: Attempt | None, position: Position, view: View
    ) -> PlyItem:
        item: PlyItem = {
            "ply": number,
            "action": None,
            "player": 0,
            "round": write_round(position),
            "events": [],
            "view": view,
            "after": {"round": write_round(position), "phase": position.phase.value},
            "words": "",
            "at": 0,
        }
        if attempt is None:
            return item
        before, geometry = attempt.before, position.geometry
        item["action"] = write_answer(attempt.action, before)
        item["player"] = _actor(attempt)
        item["round"] = write_round(position if isinstance(attempt.action, Claim) else before)
        item["events"] = [board_data.event(event, geometry) for event in attempt.events]
        item["words"] = self.happened(attempt)
        return item


class ExerciseTeller:
    """One exercise as data for one learner."""

    def __init__(self, progress: ExerciseProgress, language: ContextTranslator) -> None:
        exercise = progress.exercise
        self._stand = progress
        self._language = language
        self._learner = exercise.learner
        self._start = exercise.start
        self._origin = exercise.origin or exercise.start
        their = {other(self._learner): language.gettext("your opponent")}
        self._people = People(others=their, reader=self._learner)
        self._teller = PlyTeller(self._origin, self._people, language)

    def introduction(self) -> list[PlyItem]:
        """A position to begin with, and the opponent's last turn from there, if it is known."""
        attempts = last_turn(self._start)
        first = attempts[0].before if attempts else self._start
        return [self._teller.position(first), *self.plies(attempts, first=1)]

    def plies(self, attempts: Iterable[Attempt], first: int = 0) -> list[PlyItem]:
        """The attempts, ply by ply."""
        number = first or len(self._stand.history) + 1
        marked = self._mark_after(self._stand.history)
        return self._teller.plies(attempts, number, marked)

    def state(self) -> ExerciseState:
        """The current state of the exercise."""
        progress, language = self._stand, self._language
        position, step = progress.position, progress.step
        view = board_data.view(position, self._origin, self._mark_after(progress.history))
        track = track_at(position.rules, position.lap, position.round)
        scene = scene_besides_track(position, len(progress.history), view)
        is_own_turn = progress.is_on_turn
        window = position.rules.claim_time if step is not None and step.timed else None
        return {
            "done": progress.done,
            "steps": len(progress.exercise.steps),
            "task": "" if step is None else self.text(step.task),
            "scene": {**scene, "track": track.steps},
            "you": cast("PlayerNumber", self._learner),
            "phase": position.phase.value,
            "legal": board_data.legal(position) if is_own_turn else [],
            "claim": {"left": window} if step is not None and progress.may_claim else None,
            "prove": self._prove() if is_own_turn else None,
            "decide": decide(position, self._people, language) if is_own_turn else None,
        }

    def text(self, message: str) -> str:
        """A message of the exercise, translated and filled in."""
        if not message:
            return ""
        return self._language.gettext(message).format(**facts(self._stand.position))

    def verdict(self, judgement: Judgement) -> str:
        """The sentence about a try."""
        step = self._stand.step
        assert step is not None
        if judgement.error is not None:
            return explain(judgement.error, self._language)
        attempt = judgement.played[0]
        if judgement.verdict is not Verdict.WRONG:
            return self.text(step.done) or self._teller.happened(attempt)
        remark = next((one for one in step.remarks if one.when.is_reached(attempt)), None)
        if remark is not None:
            return self.text(remark.text)
        return step.goal.missed(attempt, self._language) or self._teller.happened(attempt)

    def claiming(self) -> Claiming | None:
        """How to claim, in words."""
        return claiming(Terms(self._start.rules, self._start.menhirs), self._language)

    def _prove(self) -> ProveState | None:
        if self._stand.position.phase is not Phase.PROVE:
            return None
        title, words = to_show(self._learner, False, self._people, self._language)
        player = cast("PlayerNumber", self._learner)
        return {"player": player, "left": None, "title": title, "words": words}

    def _mark_after(self, history: Iterable[Attempt]) -> LastMove | None:
        marked = None
        for attempt in (*last_turn(self._start), *history):
            if not isinstance(attempt.action, LetGo):
                marked = board_data.marked_after(attempt.before, attempt.action, marked)
        return marked


def write_answer(action: Answer, position: Position) -> str:
    """The written form of a learner's answer."""
    return LET_GO if isinstance(action, LetGo) else write_action(action, position)


def _actor(attempt: Attempt) -> Player:
    if isinstance(attempt.action, LetGo):
        return attempt.before.claimant or attempt.before.player
    return attempt.before.actor(attempt.action) or attempt.before.player
