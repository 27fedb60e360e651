"""Live analysis: the engine searches a position for as long as a page shows it.

It searches in slices, each about twice as long as the one before, and keeps its results. So a game
that needs the engine meanwhile waits for one slice at most.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Any, Literal

from menhirs.browser.engine_queue import EngineQueue, Urgency
from menhirs.browser.questions import write_position
from menhirs.core.position import Position
from menhirs.notation.people import Translator
from menhirs.view.analysis.engine_lines import Found, FoundLine, found_data
from menhirs.view.as_json import as_json

_FIRST_SLICE = 250
_LONGEST_SLICE = 1.0
"""Seconds."""

Status = Literal["thinking", "paused", "done"]


async def follow(
    position: Position, lines: int, seconds: float, engine_queue: EngineQueue, language: Translator
) -> AsyncGenerator[str, None]:
    """The growing analysis of a position: a stream of JSON lines (``EngineData``)."""
    yield _engine_text(None, "thinking", language)
    begin, known, nodes, budget = time.monotonic(), None, 0, _FIRST_SLICE
    while True:
        left = seconds - (time.monotonic() - begin)
        question = {
            "kind": "analysis",
            "position": write_position(position),
            "lines": lines,
            "nodes": budget,
            "seconds": max(0.05, min(left, _LONGEST_SLICE)),
        }
        answer = read_found(await engine_queue.ask(question, Urgency.ANALYSIS))
        nodes, spent = nodes + answer.nodes, time.monotonic() - begin
        # A cancelled slice may be less deep than the one before.
        if known is None or answer.proven or answer.depth >= known.depth:
            known = answer
        known = replace(known, nodes=nodes, seconds=round(spent, 2))
        if known.is_over or spent >= seconds:
            yield _engine_text(known, "done" if known.is_over else "paused", language)
            return
        yield _engine_text(known, "thinking", language)
        budget *= 2


def _engine_text(known: Found | None, status: Status, language: Translator) -> str:
    return as_json(found_data(known, status, language)) + "\n"


def read_found(data: dict[str, Any]) -> Found:
    """An analysis from the engine worker, read from its text."""
    lines = tuple(_read_line(line) for line in data.pop("lines"))
    book = tuple(_read_line(line) for line in data.pop("book"))
    return Found(**data, lines=lines, book=book)


def _read_line(data: Mapping[str, Any]) -> FoundLine:
    return FoundLine(data["value"], data["proven"], tuple(data["actions"]), data["estimate"])
