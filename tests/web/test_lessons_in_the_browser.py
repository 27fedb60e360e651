"""The lessons in a real browser: done by mouse, by finger and by keyboard."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Action, Claim, Keep
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.learn.exercise import LetGo
from menhirs.learn.judge import ExerciseProgress, judge, solution
from menhirs.learn.lessons import LESSONS
from menhirs.learn.lessons.lesson import Lesson
from tests.thoroughness import is_long
from tests.web.hands import Hand, Keyboard, Mouse, Touch
from tests.web.homes import AT_BOTH, Home
from tests.web.people import Meet, Person
from tests.web.test_pages import violations


class Finger(Touch):
    """A finger in a lesson: mistakes cost nothing there, so only a shown claim is confirmed."""

    def _is_asked(self, action: Action, position: Position) -> bool:
        return position.phase is Phase.PROVE


HANDS: dict[str, type[Hand]] = {"mouse": Mouse, "touch": Finger, "keyboard": Keyboard}
SAMPLE = {("covering", "mouse"), ("turning", "touch"), ("traps", "keyboard")}
CASES = [
    (lesson, hand)
    for lesson in LESSONS.lessons
    for hand in HANDS
    if is_long() or (lesson.id, hand) in SAMPLE
]


def begin(person: Person, lesson: Lesson) -> None:
    person.open(f"/learn/{lesson.id}")
    person.page.evaluate("localStorage.setItem('menhirs.learn', '{\"unhurried\": true}')")
    person.page.reload()


def do_step(person: Person, hand: Hand, progress: ExerciseProgress) -> ExerciseProgress:
    """Gives the right answer, and waits until the page says so."""
    person.waits_for("#main.exercise.yours")
    answer = solution(progress)
    if isinstance(answer, LetGo):
        hand.press("#let-go")
    elif isinstance(answer, Keep):
        hand.press("#keep")
    elif isinstance(answer, Claim):
        hand.claim(progress.exercise.learner)
    else:
        hand.play(answer, progress.position)
    person.waits_for("#said[data-look=right]")
    return judge(progress, answer).progress


@AT_BOTH
@pytest.mark.parametrize(("lesson", "way"), CASES, ids=lambda case: getattr(case, "id", case))
def test_a_lesson_is_done(lesson: Lesson, way: str, home: Home, meet: Meet) -> None:
    person = meet(phone=way == "touch", settings={"animation": "off"})
    begin(person, lesson)
    hand = HANDS[way](person.page)
    for number, exercise in enumerate(lesson.exercises):
        progress = ExerciseProgress(exercise, exercise.start)
        while progress.step is not None:
            progress = do_step(person, hand, progress)
        if number < len(lesson.exercises) - 1:
            person.waits_for("#next")
            hand.press("#next")
            person.waits_for("#main:not(.done)")
    person.waits_for("#lesson-end")
    assert violations(person.page) == []
    person.open("/learn")
    person.waits_for(f"[data-lesson={lesson.id}].done")
    assert violations(person.page) == []


def test_a_double_tap_on_next_spends_no_hint_of_the_next_step(meet: Meet) -> None:
    person = meet(phone=True, settings={"animation": "off"})
    lesson = LESSONS.lessons[0]
    begin(person, lesson)
    finger = Finger(person.page)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    first, second = (
        ExerciseProgress(exercise, exercise.start) for exercise in lesson.exercises[:2]
    )
    do_step(person, finger, first)
    person.waits_for("#next")
    finger.press_twice("#next", then="#hint")
    do_step(person, finger, second)
    assert asked == ["try", "try"]
