"""The local server answers all requests of pages, in place of a server.

It answers requests, streams an analysis, and connects pages to their matches. A request that fails
gets a coded error in the visitor's language; no message of a page makes the local server fail.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from urllib.parse import parse_qsl

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.browser.data_exchange import DataExchange
from menhirs.browser.engine_queue import EngineQueue, EngineWorker
from menhirs.browser.errors import BrowserTrouble
from menhirs.browser.local_games import LocalGames
from menhirs.browser.local_own_play import LocalOwnPlay
from menhirs.browser.local_reviews import BrowserReviews, LocalReviews
from menhirs.browser.local_sprints import LocalSprints
from menhirs.browser.local_visitor import LocalAnalyses, LocalExercises, LocalVisitor
from menhirs.browser.match.connection import Connection, say_why_not
from menhirs.browser.match.local_matches import LocalMatches
from menhirs.browser.match.match_visits import LocalMatchVisits
from menhirs.core.errors import MenhirsError
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.home.pages.puzzles import given_puzzle_page
from menhirs.home.ports import Stream
from menhirs.home.requests import Answer, Route, Routes, json_answer, split_address
from menhirs.home.routes import ROUTES
from menhirs.home.shapes import PositionAsked
from menhirs.view.error_status import status_of
from menhirs.view.error_words import error_data
from menhirs.view.errors import BadAddress
from menhirs.view.language import GettextLanguage

_log = logging.getLogger(__name__)


class LocalServer:
    """The local server of one tab's pages."""

    def __init__(
        self,
        storage: BrowserStorage,
        engine_worker: EngineWorker,
        language: GettextLanguage,
        languages: Collection[GettextLanguage],
        now: Callable[[], int],
        offered: Mapping[str, RuleSet] = RULE_SETS,
    ) -> None:
        """``now`` is the moment in milliseconds since 1970; it never goes back."""
        self._language = language
        self._languages = languages
        engine_queue = EngineQueue(engine_worker)
        self._matches = matches = LocalMatches(storage, engine_queue, now)
        self._reviews = LocalReviews(
            BrowserReviews(storage, matches.now, offered), engine_queue, matches.tasks
        )
        own_play = LocalOwnPlay(storage, matches, self._reviews)
        games = LocalGames(matches, offered)
        sprints = LocalSprints(storage)
        everything = DataExchange(storage, own_play, sprints, matches.on_match_changed)
        self._visitor = LocalVisitor(
            language,
            offered,
            matches.now,
            LocalMatchVisits(matches, offered, language),
            games,
            self._reviews,
            LocalExercises(self._reviews),
            LocalAnalyses(engine_queue, language),
            own_play,
            sprints,
        )
        given = Route("GET", "/analysis/puzzle", given_puzzle_page, PositionAsked)
        self.routes = Routes([*ROUTES, given, *games.routes, *everything.routes])

    async def answer(self, method: str, path: str, body: str = "") -> Answer:
        """Answers a request; ``path`` includes the query. A stream is answered as a whole."""
        answer = await self.stream(method, path, body)
        if isinstance(answer, Answer):
            return answer
        return Answer(200, "".join([text async for text in answer]))

    async def stream(self, method: str, path: str, body: str = "") -> Answer | Stream:
        """Answers a request with a stream, piece by piece. Closing it ends the work."""
        try:
            split = split_address(path)
            route, gaps = self.routes.find(method, split.path)
            query = dict(parse_qsl(split.query, keep_blank_values=True))
            return await route.answered(self._visitor, gaps, query, body)
        except MenhirsError as error:
            return self._refusal(error)
        except Exception as error:  # any error is reported to the page
            _log.error("unforeseen", exc_info=error)
            return self._refusal(BrowserTrouble("slip"))

    def _refusal(self, error: MenhirsError) -> Answer:
        return json_answer(error_data(error, self._language), status_of(error))

    async def connect(
        self, path: str, send: Callable[[str], None], closed: Callable[[int], None]
    ) -> Connection | None:
        """Connects a page to its match, as a WebSocket would: ``/m/<id>/socket``.

        None if there is no such match: the page has got the error, and the connection is closed.
        """
        try:
            return await self._connected(path, send, closed)
        except MenhirsError as error:
            say_why_not(error, self._language, send, closed)
        except Exception as error:
            _log.error("unforeseen", exc_info=error)
            say_why_not(BrowserTrouble("slip"), self._language, send, closed)
        return None

    async def _connected(
        self, path: str, send: Callable[[str], None], closed: Callable[[int], None]
    ) -> Connection:
        match path.split("/"):
            case ["", "m", match, "socket"]:
                opened = await self._matches.open(match)
            case _:
                raise BadAddress("no-page")
        about = (self._language, self._languages, send, closed, self._matches.now)
        connection = Connection(opened, *about)
        await connection.greet()
        return connection

    def on_match_changed(self, match: str) -> None:
        """Called when another tab has written to this match."""
        self._matches.on_match_changed(match)

    def go_on(self) -> None:
        """Continues work that a closed tab left unfinished."""
        self._matches.spawn(self._reviews.go_on())

    def close(self) -> None:
        """Nothing happens here any more."""
        self._matches.close()
