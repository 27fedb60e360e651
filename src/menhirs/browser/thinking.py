"""What the second worker does: it thinks, one question after the other.

``think`` takes a question as a text and gives the answer as one. A question takes a few seconds at
most: longer work (a review, a live analysis) is asked for bit by bit, so that whoever plays never
waits long behind it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from menhirs.browser.live_analysis import analyse_slice
from menhirs.browser.local_reviews import review_ply
from menhirs.browser.questions import read_question, write_thought
from menhirs.view.as_json import as_json


def think(text: str) -> str:
    """The answer to a question."""
    told = json.loads(text)
    return as_json(_ANSWERS[told["kind"]](told))


def _play_as_level(told: Mapping[str, Any]) -> dict[str, Any]:
    question = read_question(told)
    return write_thought(question.think(), question.position)


_ANSWERS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "level": _play_as_level,
    "analysis": analyse_slice,
    "ply": review_ply,
}
