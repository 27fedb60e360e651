"""Requests of the analysis board: lines of play from any position. Nothing is kept."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping

from menhirs.browser.exercise_requests import read_doubt
from menhirs.browser.live_analysis import follow
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.browser.thinking_queue import ThinkingQueue
from menhirs.core.rules import RuleSet
from menhirs.match.match import Match
from menhirs.notation.line import read_line
from menhirs.notation.tree_text import write_tree
from menhirs.view.analysis_line import LONGEST_LINE, LineTeller, line_from
from menhirs.view.analysis_tree import opening_text, read_moves, read_text
from menhirs.view.fields import (
    Fields,
    between,
    list_of,
    number_between,
    one_of,
    text_up_to,
)
from menhirs.view.language import GettextLanguage
from menhirs.view.page_messages import LONGEST_ACTION
from menhirs.view.request_limits import (
    HEADER_NAME,
    LARGEST_TEXT,
    LONGEST_HEADER,
    LONGEST_LAST_TURN,
    LONGEST_NAME_OF_RULES,
    LONGEST_POSITION,
    LONGEST_WORD,
    MOST_COUNT,
    MOST_HEADERS,
    MOST_LINES,
    MOST_SECONDS,
    MOST_TILES,
)
from menhirs.view.set_up import SetUp, set_up_of, set_up_told

_LEAST_SECONDS = 0.001
_HEADER = re.compile(HEADER_NAME)

_position, _text = text_up_to(LONGEST_POSITION), text_up_to(LARGEST_TEXT)
_cells = list_of(text_up_to(LONGEST_WORD), MOST_TILES)


class AnalysisRequests:
    """Answers them."""

    def __init__(
        self, thoughts: ThinkingQueue, offered: Mapping[str, RuleSet], language: GettextLanguage
    ) -> None:
        self._thoughts = thoughts
        self._offered = offered
        self._language = language

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("POST", "/api/analysis/line", self._line)
        routes.add("POST", "/api/analysis/explain", self._explain)
        routes.add("POST", "/api/analysis/open", self._open)
        routes.add("POST", "/api/analysis/setup", self._set_up)
        routes.add("POST", "/api/analysis/record", self._record)
        routes.add_stream("POST", "/api/analysis/engine", self._engine)

    def _played(self, fields: Fields) -> Match:
        """A line of actions from a position."""
        position = fields.required("position", _position)
        read_actions = list_of(text_up_to(LONGEST_ACTION), LONGEST_LINE)
        actions = fields.optional("actions", read_actions) or []
        return line_from(read_line(position, self._offered), actions)

    async def _line(self, asked: Asked) -> Answer:
        fields = asked.fields()
        since = fields.optional("since", between(0, LONGEST_LINE)) or 0
        match = self._played(fields)
        fields.finish()
        return Answer(200, LineTeller(match, self._language).told_text(since))

    async def _explain(self, asked: Asked) -> Answer:
        fields = asked.fields()
        question, match = read_doubt(fields), self._played(fields)
        fields.finish()
        return json_answer(LineTeller(match, self._language).explain(question))

    async def _open(self, asked: Asked) -> Answer:
        fields = asked.fields()
        text = fields.optional("text", _text) or ""
        position = fields.optional("position", _position) or ""
        moves = fields.optional("moves", _text) or ""
        fields.finish()
        if position:
            game = read_moves(read_line(position, self._offered), moves)
        else:
            game = read_text(text, self._offered)
        return Answer(200, opening_text(game, game, self._language))

    async def _set_up(self, asked: Asked) -> Answer:
        fields = asked.fields()
        position = fields.optional("position", _position)
        wanted = _read_set_up(fields)
        fields.finish()
        if position:
            wanted = set_up_of(read_line(position, self._offered))
        return json_answer(set_up_told(wanted, self._offered, self._language))

    async def _record(self, asked: Asked) -> Answer:
        fields = asked.fields()
        start = read_line(fields.required("position", _position), self._offered)
        moves = fields.optional("moves", _text) or ""
        headers = fields.optional("headers", _read_headers) or {}
        fields.finish()
        return json_answer({"text": write_tree(read_moves(start, moves, headers))})

    async def _engine(self, asked: Asked) -> AsyncGenerator[str, None]:
        fields = asked.fields()
        lines = fields.optional("lines", between(1, MOST_LINES)) or 1
        read_seconds = number_between(_LEAST_SECONDS, MOST_SECONDS)
        seconds = fields.optional("seconds", read_seconds) or 30
        match = self._played(fields)
        fields.finish()
        return follow(match.position, lines, seconds, self._thoughts, self._language)


def _read_set_up(fields: Fields) -> SetUp:
    one, two = fields.optional("counts", list_of(between(0, MOST_COUNT), 2, least=2)) or [0, 0]
    phases = ("flip", "place", "move", "remove", "decide", "prove")
    return SetUp(
        rules=fields.optional("rules", text_up_to(LONGEST_NAME_OF_RULES)) or "base",
        menhirs=tuple(dict.fromkeys(fields.optional("menhirs", _cells) or ())),
        fog=tuple(dict.fromkeys(fields.optional("fog", _cells) or ())),
        player=fields.optional("player", one_of(("1", "2"))) or "1",
        round=fields.optional("round", text_up_to(LONGEST_WORD)) or "",
        phase=fields.optional("phase", one_of(phases)) or "move",
        counts=(one, two),
        last=fields.optional("last", text_up_to(LONGEST_LAST_TURN)) or "-",
        chooser=fields.optional("chooser", one_of(("-", "1", "2"))) or "-",
    )


def _read_headers(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > MOST_HEADERS:
        raise ValueError(f"not an object of at most {MOST_HEADERS} headers")
    if not all(_HEADER.fullmatch(name) for name in value):
        raise ValueError("a header has another kind of name")
    read = text_up_to(LONGEST_HEADER)
    return {name: read(text) for name, text in value.items()}
