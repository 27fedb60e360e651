"""The engine worker: answers the engine's questions one after the other.

``think`` takes a question as a text and gives the answer as one. A question takes a few seconds at
most: longer work (a review, a live analysis) comes in slices, so that a game never waits long
behind it. A cancelled question ends early.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from threading import Event
from typing import Any

from menhirs.browser.match.cancel_event import CancelEvent
from menhirs.browser.questions import read_position, read_question, write_thought
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.learn.review import ReviewedPly, ply_from_json, ply_to_json
from menhirs.learn.review.next_ply import NextPly
from menhirs.notation.actions import read_action
from menhirs.view.analysis.engine_lines import find_value, found
from menhirs.view.as_json import as_json

_TABLE_MB = 16
_VALUE_NODES = 20_000
"""The nodes of a search for a value: about a second."""


def think(text: str, is_given_up: Callable[[], bool] | None = None) -> str:
    """Answers a question; once ``is_given_up`` returns true, ends soon with any answer."""
    data = json.loads(text)
    stop = None if is_given_up is None else CancelEvent(is_given_up)
    return as_json(_ANSWERS[data["kind"]](data, stop))


def _play_as_level(data: Mapping[str, Any], stop: Event | None) -> dict[str, Any]:
    question = read_question(data)
    return write_thought(question.think(stop), question.position)


def _analyse_slice(data: Mapping[str, Any], stop: Event | None) -> dict[str, Any]:
    """A slice of an analysis (see ``live_analysis.py``)."""
    position = read_position(data["position"])
    limits = Limits(nodes=data["nodes"], seconds=data["seconds"])
    analysis = _search().analyse(position, limits, lines=data["lines"], stop=stop)
    return asdict(found(position, analysis))


@cache
def _search() -> Search:
    """One search for all analyses: its table of positions serves the next one too."""
    return Search(table_mb=_TABLE_MB, keeps_table=True)


def _search_value(data: Mapping[str, Any], stop: Event | None) -> dict[str, Any]:
    """The value of a position; it does not depend on earlier searches."""
    position = read_position(data["position"])
    return asdict(find_value(Search(table_mb=_TABLE_MB), position, _VALUE_NODES, stop))


def _review_ply(data: Mapping[str, Any], stop: Event | None) -> dict[str, Any]:
    """The next ply of a review. It is short, and never cancelled."""
    start = position = read_position(data["position"])
    actions = []
    for text in data["actions"]:
        actions.append(read_action(text, position))
        position = position.play_unchecked(actions[-1])
    done: tuple[ReviewedPly, ...] = tuple(ply_from_json(part) for part in data["done"])
    late = frozenset(data["late_claims"])
    return ply_to_json(NextPly(start, tuple(actions), done, data["nodes"], late).think())


_ANSWERS: dict[str, Callable[[Mapping[str, Any], Event | None], dict[str, Any]]] = {
    "level": _play_as_level,
    "analysis": _analyse_slice,
    "value": _search_value,
    "ply": _review_ply,
}
