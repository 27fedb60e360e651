"""Requests about exercises: read one, try something, ask for a hint."""

from __future__ import annotations

from menhirs.browser.local_reviews import LocalReviews
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.learn.classroom import Classroom
from menhirs.learn.lessons import LESSONS
from menhirs.learn.messages import Opening
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.given import GIVEN
from menhirs.learn.review.exercise_set import ReviewExercises
from menhirs.view.fields import Fields, list_of, text_up_to
from menhirs.view.language import GettextLanguage
from menhirs.view.page_messages import LONGEST_ACTION
from menhirs.view.question import Question
from menhirs.view.request_limits import LONGEST_WORD, MOST_TILES, MOST_TRIES

_action, _word = text_up_to(LONGEST_ACTION), text_up_to(LONGEST_WORD)


def read_doubt(fields: Fields) -> Question:
    """What somebody wants to do: an action as text, or a cell, or tiles and a direction."""
    return Question(
        fields.optional("action", _action),
        fields.optional("cell", _word),
        tuple(fields.optional("tiles", list_of(_word, MOST_TILES)) or ()),
        fields.optional("direction", _word) or "",
    )


class ExerciseRequests:
    """Answers them."""

    def __init__(self, reviews: LocalReviews, language: GettextLanguage) -> None:
        self._classroom = Classroom([LESSONS, PUZZLES, GIVEN])
        self._reviews = reviews
        self._language = language

    async def opening(self, name: str, exercise: str) -> Opening:
        """An exercise before the first try."""
        return (await self._room(name, exercise)).opening(name, exercise, self._language)

    async def _room(self, name: str, exercise: str) -> Classroom:
        """The classroom, with the moments of the review that an exercise is from."""
        if name != ReviewExercises.name:
            return self._classroom
        found = await self._reviews.finished(exercise.partition(".")[0])
        return self._classroom.with_set(ReviewExercises(lambda _: found))

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/api/exercises/{set}/{exercise}", self._opening)
        routes.add("POST", "/api/exercises/{set}/{exercise}/try", self._try)
        routes.add("POST", "/api/exercises/{set}/{exercise}/hint", self._hint)

    async def _opening(self, asked: Asked) -> Answer:
        return json_answer(await self.opening(*_named(asked)))

    async def _try(self, asked: Asked) -> Answer:
        fields = asked.fields()
        actions, question = _actions(fields), read_doubt(fields)
        fields.finish()
        room = await self._room(*_named(asked))
        return json_answer(room.attempt(*_named(asked), actions, question, self._language))

    async def _hint(self, asked: Asked) -> Answer:
        fields = asked.fields()
        actions = _actions(fields)
        fields.finish()
        room = await self._room(*_named(asked))
        return json_answer(room.hint(*_named(asked), actions, self._language))


def _named(asked: Asked) -> tuple[str, str]:
    return asked.parts["set"], asked.parts["exercise"]


def _actions(fields: Fields) -> list[str]:
    return fields.optional("actions", list_of(_action, MOST_TRIES)) or []
