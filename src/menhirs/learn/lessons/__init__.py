"""The lessons, as data: positions, goals and texts."""

from __future__ import annotations

from menhirs.learn.lessons.amsterdam_way import AMSTERDAM_WAY
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from menhirs.learn.lessons.further_rules import FURTHER_RULES
from menhirs.learn.lessons.lesson import Chapter, LessonList

LESSONS = LessonList(
    "lessons",
    (
        Chapter("The first two minutes", FIRST_STEPS),
        Chapter("All of the base game", FURTHER_RULES),
        Chapter("The Amsterdam Way", AMSTERDAM_WAY),
    ),
)
