"""The sender of a request, for the interfaces of ``home/ports.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.match.fair_play import EngineDoor
from menhirs.server.http.admission import address_of
from menhirs.server.http.home.exercises import ServerAnalyses, ServerExercises
from menhirs.server.http.home.games import ServerGames
from menhirs.server.http.home.matches import ServerMatches
from menhirs.server.http.home.own_play import ServerOwnPlay
from menhirs.server.http.home.reviews import ServerReviews
from menhirs.server.http.home.sprints import ServerSprints
from menhirs.server.http.match.visit import apart
from menhirs.server.http.people.fair_play import check_fair
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, offered_by
from menhirs.server.live.clock import now
from menhirs.web.languages import Language

T = TypeVar("T")


class ServerVisitor:
    """The sender of a request."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.matches = ServerMatches(request)
        self.games = ServerGames(request)
        self.reviews = ServerReviews(request)
        self.exercises = ServerExercises(request)
        self.analyses = ServerAnalyses(request)
        self.own_play = ServerOwnPlay(request)
        self.sprints = ServerSprints(request)

    @cached_property
    def language(self) -> Language:
        return language_of(self._request)

    def leave_key(self, response: Response) -> None:
        """Leaves the visitor's key in their browser, if what they asked for made it."""
        if (known := self.sprints.known) is not None:
            known.keep(self._request, response)

    @property
    def offered(self) -> Mapping[str, RuleSet]:
        return offered_by(self._request)

    def url_of(self, path: str) -> str:
        return str(self._request.base_url).rstrip("/") + path

    def now(self) -> int:
        return now()

    async def apart(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs work in a thread, where visitors take turns, so that games do not wait for it."""
        return await apart(self._request, work, *arguments)

    async def check_fair(self, door: EngineDoor, positions: Iterable[Position]) -> None:
        await check_fair(self._request, door, positions)

    def admit_request(self) -> None:
        admission_of(self._request).requests.check(address_of(self._request))

    def admit_picture(self) -> None:
        admission_of(self._request).pictures.check(address_of(self._request))

    def admit_reading(self) -> None:
        admission_of(self._request).readings.check(address_of(self._request))
