"""No sentence about a game or a lesson is half in English, however it is put together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from menhirs.core.rules import RULE_SETS
from menhirs.learn.classroom import Classroom
from menhirs.learn.coach import Coach
from menhirs.learn.exercise_data import ExerciseTeller
from menhirs.learn.judge import ExerciseProgress, Verdict, judge, solution
from menhirs.learn.lessons import LESSONS
from menhirs.match.series import Earlier
from menhirs.notation.actions import write_action
from menhirs.notation.rule_words import rules_in_words
from menhirs.view.match.question import ActionQuestion
from menhirs.view.match.state_view import StateView
from menhirs.view.terms_in_words import terms_in_words
from menhirs.web.languages import FINISHED, LANGUAGES, Language
from tests.foreign_words import english_in
from tests.match.played_match import PlayedMatch, terms
from tests.random_play import choose

in_every_translation = pytest.mark.parametrize("code", [code for code in FINISHED if code != "en"])
NOT_WORDS = {
    *("action", "actions", "board", "cell", "cells", "claims", "direction", "kind", "match"),
    *("phase", "position", "reason", "rules", "state", "type", "view", "events", "legal"),
    *("name", "set", "id", "key", "rule", "takes", "label", "verdict"),
}
"""Fields that hold notation, names of codes, or what a player typed."""


def texts_in(told: Any) -> Iterator[str]:
    """All texts for people in the data of a page."""
    match told:
        case str():
            yield told
        case dict():
            for name, value in told.items():
                if name not in NOT_WORDS or (name == "state" and isinstance(value, dict)):
                    yield from texts_in(value)
        case list():
            for value in told:
                yield from texts_in(value)


def english(told: Any, code: str) -> dict[str, set[str]]:
    return {text: found for text in texts_in(told) if (found := english_in(text, code))}


@in_every_translation
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_is_told_in_one_language(rules: str, code: str) -> None:
    language, numbers = LANGUAGES[code], Random(rules)
    table = PlayedMatch(terms(rules, computers={2: 4}))
    table.keep(table.match.name_entry(1, "Ann", table.at))
    view = StateView("match", table.match, 1, Earlier(), Coach())
    found: dict[str, set[str]] = {}
    while not table.match.is_over:
        state = view.state([1], language, table.at, {1: True, 2: True})
        found |= english(state, code)
        position = table.match.position
        action = choose(position, numbers)
        if write_action(action, position) == "claim":
            table.claim(position.claimant or position.player)
        else:
            table.play(write_action(action, position))
    found |= english(view.state([1], language, table.at, {1: True, 2: True}), code)
    found |= english(json.loads(asyncio.run(view.plies_text([1], language))), code)
    found |= english(rules_in_words(table.match.terms.rules, language), code)
    found |= english(terms_in_words(table.match.terms, language), code)
    page = view.hello_text("[]", [1], language, table.at, {1: True, 2: True})
    found |= english(json.loads(page), code)
    assert found == {}


def _told_in(name: str, language: Language) -> Iterator[Any]:
    room = Classroom([LESSONS])
    exercise = LESSONS.exercise(name)
    yield room.opening("lessons", name, language)
    progress = ExerciseProgress(exercise, exercise.start)
    done: list[str] = []
    while progress.step is not None:
        yield room.hint("lessons", name, done, language)
        teller = ExerciseTeller(progress, language)
        for answer in progress.answers:
            yield teller.verdict(judge(progress, answer))
        judgement = judge(progress, solution(progress))
        assert judgement.verdict is not Verdict.WRONG
        hint = room.hint("lessons", name, done, language)
        yield room.attempt("lessons", name, done, ActionQuestion(hint["action"]), language)
        done.append(hint["action"])
        progress = judgement.progress


@in_every_translation
def test_the_lessons_are_told_in_one_language(code: str) -> None:
    language = LANGUAGES[code]
    found: dict[str, set[str]] = {}
    for lesson in LESSONS.lessons:
        for exercise in lesson.exercises:
            for told in _told_in(exercise.id, language):
                found |= english(told, code)
    assert found == {}
