"""Requests about matches: begin one, read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from menhirs.browser.errors import NeedsServer
from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.browser.stored_match import StoredMatch
from menhirs.core.rules import RuleSet
from menhirs.engine.levels import LEVELS
from menhirs.learn.coach import Coach
from menhirs.match.addresses import new_match_id
from menhirs.match.match import Match
from menhirs.match.names import LONGEST_NAME, checked_name
from menhirs.match.terms import MOST_DAYS, MOST_INCREMENT, MOST_MINUTES
from menhirs.referee.agreement import MatchWanted, agree, joins
from menhirs.view.errors import BadAddress
from menhirs.view.fields import (
    Fields,
    Flag,
    Number,
    OneOf,
    Text,
    Whole,
)
from menhirs.view.language import GettextLanguage
from menhirs.view.record_text import record_text
from menhirs.view.request_limits import (
    LONGEST_LAYOUT,
    LONGEST_NAME_OF_RULES,
    LONGEST_POSITION,
    LONGEST_SEED,
)
from menhirs.view.state_view import StateView

_READERS: dict[str, Any] = {
    "rules": Text(LONGEST_NAME_OF_RULES),
    "opponent": OneOf(("shared", "computer", "friend", "open")),
    "rated": Flag(),
    "public": Flag(),
    "side": OneOf(("1", "2", "random")),
    "level": Whole(1, len(LEVELS)),
    "layout": OneOf(("random", "seed", "hand")),
    "seed": Text(LONGEST_SEED),
    "menhirs": Text(LONGEST_LAYOUT),
    "position": Text(LONGEST_POSITION),
    "claims": OneOf(("timed", "untimed")),
    "guided": Flag(),
    "name": Text(LONGEST_NAME),
    "clock": OneOf(("none", "live", "slow")),
    "minutes": Number(0.5, MOST_MINUTES),
    "increment": Number(0, MOST_INCREMENT),
    "days": Whole(1, MOST_DAYS),
}
_ELSEWHERE = ("friend", "open")


def read_wanted(fields: Fields) -> MatchWanted:
    """What somebody asks for in a new match."""
    fields.optional("audience", OneOf(("everybody", "strength")))
    given = {name: fields.optional(name, read) for name, read in _READERS.items()}
    fields.finish()
    return MatchWanted(**{name: value for name, value in given.items() if value is not None})


class MatchRequests:
    """Answers them."""

    def __init__(
        self, matches: LocalMatches, offered: Mapping[str, RuleSet], language: GettextLanguage
    ) -> None:
        self._matches = matches
        self._offered = offered
        self._language = language

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("POST", "/api/matches", self._create)
        routes.add("GET", "/api/matches/{match}", self._state)
        for prefix in ("/m", "/api/matches"):
            routes.add("GET", prefix + "/{match}/plies", self._plies)
            routes.add("GET", prefix + "/{match}/record", self._record)
        routes.add("GET", "/m/{match}/next", self._next)

    async def _create(self, asked: Asked) -> Answer:
        wanted = read_wanted(asked.fields())
        if wanted.opponent in _ELSEWHERE or wanted.rated:
            raise NeedsServer("needs-server")
        seating = agree(wanted, self._offered)
        name, match = checked_name(wanted.name), new_match_id()
        entries = joins(dict.fromkeys(seating.mine, name), self._matches.now())
        stored = StoredMatch(match, seating.terms, match, 1, entries)
        await self._matches.create(stored)
        return json_answer({"match": match, "seats": seating.mine}, 201)

    async def _found(self, asked: Asked) -> tuple[StoredMatch, Match]:
        return await self._matches.as_it_is(asked.parts["match"])

    def _view(self, stored: StoredMatch, match: Match) -> StateView:
        coach = Coach() if match.terms.computers else None
        return StateView(stored.id, match, stored.game, stored.earlier, coach)

    async def _state(self, asked: Asked) -> Answer:
        stored, match = await self._found(asked)
        at, nobody = self._matches.now(), {1: False, 2: False}
        view = self._view(stored, match)
        return json_answer(view.state(stored.you, self._language, at, nobody))

    async def _plies(self, asked: Asked) -> Answer:
        stored, match = await self._found(asked)
        return Answer(200, await self._view(stored, match).plies_text(stored.you, self._language))

    async def _record(self, asked: Asked) -> Answer:
        _, match = await self._found(asked)
        return Answer(200, record_text(match))

    async def _next(self, asked: Asked) -> Answer:
        _, match = await self._found(asked)
        if match.next_match is None:
            raise BadAddress("no-page")
        return json_answer({"match": match.next_match})
