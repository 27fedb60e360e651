"""What the second worker does: it thinks, one question after the other.

``think`` takes a question as a text and gives the answer as one. A question takes a few seconds at
most: longer work (a review, a live analysis) is asked for bit by bit, so that whoever plays never
waits long behind it. What nobody wants to know any more is given up on the way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any

from menhirs.browser.given_up import GivenUp
from menhirs.browser.live_analysis import analyse_slice, search_value
from menhirs.browser.local_reviews import review_ply
from menhirs.browser.questions import read_question, write_thought
from menhirs.view.as_json import as_json


def think(text: str, is_given_up: Callable[[], bool] | None = None) -> str:
    """The answer to a question; once ``is_given_up`` says so, any answer, and soon."""
    told = json.loads(text)
    stop = None if is_given_up is None else GivenUp(is_given_up)
    return as_json(_ANSWERS[told["kind"]](told, stop))


def _play_as_level(told: Mapping[str, Any], stop: Event | None) -> dict[str, Any]:
    question = read_question(told)
    return write_thought(question.think(stop), question.position)


_ANSWERS: dict[str, Callable[[Mapping[str, Any], Event | None], dict[str, Any]]] = {
    "level": _play_as_level,
    "analysis": analyse_slice,
    "value": search_value,
    "ply": lambda told, _: review_ply(told),  # short, and a review that was begun stays wanted
}
