"""Claim sprints: three minutes of claims, timed by the server, not by the page."""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.home.shapes import SprintAnswered
from menhirs.learn.classroom import Classroom
from menhirs.learn.messages import SprintResult, SprintRow, SprintsData, SprintState
from menhirs.learn.play.spaced_repetition import DAY
from menhirs.learn.play.sprint import (
    Sprint,
    SprintExercises,
    SprintPlace,
    sprint_of_day,
    window_of,
)
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import CLAIM, NO, Puzzle
from menhirs.notation.people import Translator
from menhirs.view.match.question import ActionQuestion


def _positions(day: int) -> tuple[Puzzle, ...]:
    return sprint_of_day(day, tuple(PUZZLES.puzzles.values()))


async def read_sprints(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Your best claim sprints, and the table of the day.

    All get the same positions on one day (by UTC), and the first sprint of the day counts.
    """
    today = visitor.now() // DAY
    scores = await visitor.sprints.scores()
    best = max((one.score for one in scores), default=None)
    best_today = max((one.score for one in scores if one.day == today), default=None)
    places = await visitor.sprints.table(today)
    data: SprintsData = {
        "text": _in_words(best, best_today, visitor.language),
        "best": best,
        "best_today": best_today,
        "table": None if places is None else table_rows(places),
    }
    return json_answer(data)


def _in_words(best: int | None, best_today: int | None, language: Translator) -> str:
    _ = language.gettext
    if best is None:
        return ""
    if best_today is None:
        return _("Your best: {n}.").format(n=best)
    if best_today == best:
        return _("Your best ever is from today: {n}.").format(n=best)
    return _("Your best today: {today}. Your best ever: {n}.").format(today=best_today, n=best)


def table_rows(places: Sequence[SprintPlace]) -> list[SprintRow]:
    """Places that share a score share the place."""
    return [
        {
            "place": 1 + sum(other.score > score for other in places),
            "name": name,
            "score": score,
            "you": is_you,
        }
        for name, score, is_you in places
    ]


async def begin_sprint(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Begins a claim sprint, or goes on with the one that is not over yet."""
    at = visitor.now()
    day = at // DAY
    sprint = await visitor.sprints.last(day)
    if sprint is None or sprint.is_over(at, len(_positions(day))):
        sprint = await visitor.sprints.create(day, at)
    return json_answer(await visitor.apart(_state, sprint, visitor))


async def answer_sprint(visitor: Visitor, request: VisitorRequest[SprintAnswered]) -> Answer:
    """Answers a position of your claim sprint: right or wrong, and which one comes next.

    The time counts from one answer to the next, as they come in.
    """
    number, claims, at = request.wanted.number, request.wanted.action == CLAIM, visitor.now()

    def answered(sprint: Sprint) -> Sprint:
        return sprint.answered(number, claims, at, _positions(sprint.day))

    before, sprint = await visitor.sprints.change(request.gaps["sprint"], answered)
    return json_answer(await visitor.apart(_result, before, sprint, visitor))


def _result(before: Sprint, sprint: Sprint, visitor: Visitor) -> SprintResult:
    verdict = None
    if len(sprint.answers) > len(before.answers):
        question = ActionQuestion(CLAIM if sprint.answers[-1].claimed else NO, None, (), "")
        number = str(len(sprint.answers))
        verdict = _room(sprint).attempt(
            SprintExercises.name, number, (), question, visitor.language
        )
    return {"verdict": verdict, "state": _state(sprint, visitor)}


def _state(sprint: Sprint, visitor: Visitor) -> SprintState:
    at, number = visitor.now(), len(sprint.answers) + 1
    over = sprint.is_over(at, len(_positions(sprint.day)))
    return {
        "id": sprint.id,
        "over": over,
        "left": max(0, sprint.ends - at),
        "score": sprint.score,
        "mistakes": sprint.mistakes,
        "number": number,
        "window": window_of(number),
        "opening": None
        if over
        else _room(sprint).opening(SprintExercises.name, str(number), visitor.language),
    }


def _room(sprint: Sprint) -> Classroom:
    return Classroom([SprintExercises(_positions(sprint.day))])


ROUTES = (
    Route("GET", "/api/you/sprints", read_sprints, Nothing, SprintsData),
    Route("POST", "/api/you/sprints", begin_sprint, Nothing, SprintState),
    Route("POST", "/api/you/sprints/{sprint}", answer_sprint, SprintAnswered, SprintResult),
)
