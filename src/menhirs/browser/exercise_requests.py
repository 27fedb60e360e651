"""Requests about exercises: read one, try something, ask for a hint."""

from __future__ import annotations

from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.learn.classroom import Classroom
from menhirs.learn.lessons import LESSONS
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.given import GIVEN
from menhirs.view.fields import Fields, list_of, text_up_to
from menhirs.view.language import GettextLanguage
from menhirs.view.page_messages import LONGEST_ACTION
from menhirs.view.question import Question

LARGEST_REQUEST = 16_384
_MOST_ACTIONS = 30
_MOST_TILES = 64
_action, _word = text_up_to(LONGEST_ACTION), text_up_to(8)


def read_doubt(fields: Fields) -> Question:
    """What somebody wants to do: an action as text, or a cell, or tiles and a direction."""
    return Question(
        fields.optional("action", _action),
        fields.optional("cell", _word),
        tuple(fields.optional("tiles", list_of(_word, _MOST_TILES)) or ()),
        fields.optional("direction", _word) or "",
    )


class ExerciseRequests:
    """Answers them."""

    def __init__(self, language: GettextLanguage) -> None:
        self._classroom = Classroom([LESSONS, PUZZLES, GIVEN])
        self._language = language

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/api/exercises/{set}/{exercise}", self._opening)
        routes.add("POST", "/api/exercises/{set}/{exercise}/try", self._try)
        routes.add("POST", "/api/exercises/{set}/{exercise}/hint", self._hint)

    async def _opening(self, asked: Asked) -> Answer:
        return json_answer(self._classroom.opening(*_named(asked), self._language))

    async def _try(self, asked: Asked) -> Answer:
        fields = asked.fields(LARGEST_REQUEST)
        actions, question = _actions(fields), read_doubt(fields)
        fields.finish()
        told = self._classroom.attempt(*_named(asked), actions, question, self._language)
        return json_answer(told)

    async def _hint(self, asked: Asked) -> Answer:
        fields = asked.fields(LARGEST_REQUEST)
        actions = _actions(fields)
        fields.finish()
        return json_answer(self._classroom.hint(*_named(asked), actions, self._language))


def _named(asked: Asked) -> tuple[str, str]:
    return asked.parts["set"], asked.parts["exercise"]


def _actions(fields: Fields) -> list[str]:
    return fields.optional("actions", list_of(_action, _MOST_ACTIONS)) or []
