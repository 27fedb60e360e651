"""A lesson: a few exercises on one idea."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Exercise


@dataclass(frozen=True)
class Lesson:
    """One idea, in a few exercises."""

    id: str
    title: str
    about: str
    """The subject of the lesson, in half a sentence."""
    exercises: tuple[Exercise, ...]


@dataclass(frozen=True)
class LessonList:
    """All lessons, in the order in which they are best taken."""

    name: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons of all chapters."""
        return tuple(lesson for chapter in self.chapters for lesson in chapter.lessons)

    def lesson(self, identity: str) -> Lesson:
        """The lesson of that id."""
        found = next((one for one in self.lessons if one.id == identity), None)
        if found is None:
            raise BadExercise("no-exercise")
        return found

    def exercise(self, identity: str) -> Exercise:
        """The exercise of that id."""
        found = self._exercises.get(identity)
        if found is None:
            raise BadExercise("no-exercise")
        return found

    @cached_property
    def _exercises(self) -> dict[str, Exercise]:
        return {one.id: one for lesson in self.lessons for one in lesson.exercises}

    @property
    def texts(self) -> Iterator[str]:
        """All messages, for the translators."""
        for chapter in self.chapters:
            yield chapter.title
            for lesson in chapter.lessons:
                yield from (lesson.title, lesson.about)
                for exercise in lesson.exercises:
                    yield from filter(None, exercise.texts)


@dataclass(frozen=True)
class Chapter:
    """Lessons that belong together."""

    title: str
    lessons: tuple[Lesson, ...]
