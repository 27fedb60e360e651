"""The web application, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Router, WebSocketRoute
from starlette.types import Receive, Scope, Send

from menhirs.home.exercises import CLASSROOM
from menhirs.learn.review.exercise_set import ReviewExercises
from menhirs.match.errors import Unavailable
from menhirs.match.names import forbid_names
from menhirs.server.errors import ServerUnavailable
from menhirs.server.http import api, error_responses
from menhirs.server.http.admission import Admission
from menhirs.server.http.control_characters import NoControlCharacters
from menhirs.server.http.embed import feed, oembed, widgets
from menhirs.server.http.fair_share import FairShare
from menhirs.server.http.home.router import home_router, request_schemas
from menhirs.server.http.lobby import invitations, lobby_api
from menhirs.server.http.match import match_pages, match_people, match_pictures, rated_result
from menhirs.server.http.match.painter import Painter
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people import (
    account_page,
    device_links,
    fair_play,
    own_play_pages,
    passkeys,
    player_pages,
    ranking_page,
    your_games,
)
from menhirs.server.http.people import alerts as alert_requests
from menhirs.server.http.people.device_hint import DeviceHints
from menhirs.server.http.security import SafeHeaders, check_origin_of_change
from menhirs.server.http.services import Services, services_of
from menhirs.server.http.site import (
    api_docs,
    board_pages,
    front_page,
    learn_pages,
    puzzle_pages,
    rules_page,
)
from menhirs.server.http.site.assets import UnchangingFiles
from menhirs.server.http.site.offline import OFFLINE_ROOT, OfflineFiles
from menhirs.server.http.tournament import routers as tournament_routers
from menhirs.server.limits import BodyLimit
from menhirs.server.live.alerts.alerts import Alerts
from menhirs.server.live.alerts.turn_alerts import TurnAlerts
from menhirs.server.live.downloads import Downloads
from menhirs.server.live.engine.engine_pool import EnginePool
from menhirs.server.live.engine.live_analyses import LiveAnalyses
from menhirs.server.live.engine.own_play import OwnPlayMaker
from menhirs.server.live.engine.proofs import Proofs
from menhirs.server.live.engine.reviews import DatabaseReviews, review_maker
from menhirs.server.live.engine.values import Values
from menhirs.server.live.fair_queue import FairQueue
from menhirs.server.live.heartbeat import Heartbeat
from menhirs.server.live.lobby.lobby import Lobby
from menhirs.server.live.lobby.lobby_updater import LobbyUpdater
from menhirs.server.live.match.game_clocks import GameClocks
from menhirs.server.live.match.rating_updates import RatingUpdates
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.tournament.tournaments import Tournaments
from menhirs.server.logs import RequestLog
from menhirs.server.network.connections import is_proxy
from menhirs.server.network.process import collect_garbage
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.bus import Bus, BusCallbacks
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.games_store import GamesStore
from menhirs.server.storage.match.store import MatchStore
from menhirs.server.storage.match.writer import Writer
from menhirs.server.storage.people.account_store import AccountStore
from menhirs.server.storage.people.key_store import KeyStore
from menhirs.server.storage.people.passkey_store import PasskeyStore
from menhirs.server.storage.people.sprint_store import SprintStore
from menhirs.web.files import STATIC, static_root

_DESCRIPTION = """\
Play *Menhirs dans le Brouillard* by program. `POST /api/matches` starts a match and gives the
secret of your seat; `GET /api/matches/{match}/stream` tells every change; `POST …/actions` plays.
The texts of actions and positions are those of the game's notation."""

_WARM_UP_AFTER = 2.0
_APART_AT_ONCE = 2
"""The number of threads for work beside play: more would only slow each other down."""
_SEARCHES_AT_ONCE = 3
"""The number of threads that read lists of games: others need some for their own reads."""

_PARTS = (
    *(front_page, match_pages, account_page, device_links, passkeys, your_games, own_play_pages),
    *(invitations, match_people, player_pages, ranking_page, rated_result, match_pictures),
    *(fair_play, rules_page, learn_pages, feed, oembed, widgets, puzzle_pages, board_pages, api),
    *(lobby_api, api_docs, alert_requests),
)
"""What answers requests, in this order."""


class _Application(FastAPI):
    def __init__(self, settings: ServerSettings, *, is_documented: bool, **options: Any) -> None:
        super().__init__(**options)
        self.settings = settings
        self._is_documented = is_documented
        self._sockets = Router([WebSocketRoute("/m/{match}/socket", match_pages.socket)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes WebSockets past the middleware of pages, which they do not need."""
        if scope["type"] == "websocket":
            scope["app"] = self
            await self._sockets(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document, corrected.

        What can't be read is answered with 400, not with 422, and errors with a schema are JSON
        whatever the answer would have been. It is made when somebody first asks for it: a server
        that starts would be a second later.
        """
        if not self._is_documented:
            if self.openapi_schema is None:
                self.openapi_schema = create_app(self.settings, is_documented=True).openapi()
            return self.openapi_schema
        document = super().openapi()
        for operations in document["paths"].values():
            for operation in operations.values():
                answers = operation["responses"]
                answers.pop("422", None)
                for status in filter(lambda status: status >= "400", answers):
                    (content,) = answers[status]["content"].values()
                    if content:
                        answers[status]["content"] = {"application/json": content}
        schemas = document["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        schemas |= request_schemas()
        document["components"]["securitySchemes"] = api.KEY_SCHEMES
        schemas["MatchWanted"]["properties"]["rules"]["enum"] = list(self.settings.rule_sets)
        return document


@asynccontextmanager
async def _running(app: _Application) -> AsyncIterator[None]:
    settings = app.settings
    engine = open_database(settings.database)
    writer = Writer(MatchStore(engine))
    engines = EnginePool(settings.engine_processes)
    # Not at once: after a restart waiting players come first.
    warming = asyncio.get_running_loop().call_later(_WARM_UP_AFTER, engines.warm_up)
    analyses = LiveAnalyses(settings.tables)
    values = Values(settings.tables)
    heartbeat = Heartbeat(writer)
    outages = await heartbeat.start_clock()
    bus = Bus(writer, heartbeat.server)
    turn_alerts = TurnAlerts(heartbeat.server, round(settings.alerts_after * 1000))
    rooms = Rooms(writer, engines, bus, outages, turn_alerts)
    rooms.spawn(collect_garbage())
    rooms.spawn(rooms.fair_play.keep())
    bus.start(BusCallbacks(rooms.on_change, rooms.on_presence, rooms.on_reload))
    heartbeat.start(rooms.on_servers)
    lobby, rating_updates = Lobby(rooms), RatingUpdates(rooms)
    stored_reviews = DatabaseReviews(writer, heartbeat.server, settings.rule_sets)
    reviews, proofs = review_maker(stored_reviews, settings), Proofs(writer, settings)
    own_play = OwnPlayMaker(writer, reviews, settings)
    alerts = Alerts(rooms, heartbeat, settings)
    rooms.on_end.append(rating_updates.ended)
    rooms.spawn(rating_updates.keep())
    rooms.spawn(LobbyUpdater(lobby, rooms, heartbeat.server).run())
    rooms.spawn(alerts.run())
    app.state.services = Services(
        settings=settings,
        admission=Admission(settings),
        painter=Painter(),
        rooms=rooms,
        turns=FairQueue(_APART_AT_ONCE),
        searches=FairQueue(_SEARCHES_AT_ONCE),
        heartbeat=heartbeat,
        people=rooms.people,
        accounts=AccountStore(engine),
        keys=KeyStore(engine),
        passkeys=PasskeyStore(engine),
        device_hints=DeviceHints(rooms),
        games=GamesStore(engine),
        game_clocks=GameClocks(rooms),
        downloads=Downloads(rooms),
        tournaments=Tournaments(rooms),
        lobby=lobby,
        rating_updates=rating_updates,
        reviews=reviews,
        own_play=own_play,
        sprints=SprintStore(engine),
        proofs=proofs,
        classroom=CLASSROOM.with_set(ReviewExercises(stored_reviews.finished)),
        analyses=analyses,
        values=values,
        alerts=alerts,
    )
    try:
        yield
    finally:
        warming.cancel()
        heartbeat.stop()
        bus.stop()
        rooms.close()
        own_play.close()
        reviews.close()
        proofs.close()
        analyses.close()
        values.close()
        engines.close()
        writer.close()
        engine.dispose()


def create_app(settings: ServerSettings | None = None, *, is_documented: bool = False) -> FastAPI:
    """The application for a server with these settings.

    ``is_documented``: to make the OpenAPI document, see ``home_router``.
    """
    settings = settings or ServerSettings()
    app = _Application(
        settings,
        is_documented=is_documented,
        title="menhirs",
        description=_DESCRIPTION,
        version="1",
        lifespan=_running,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # our own document has a rate limit
        dependencies=[Depends(check_origin_of_change)],
    )
    forbid_names(settings.forbidden_names)
    home = home_router(is_documented=is_documented)
    for router in (home, *(part.router for part in _PARTS), *tournament_routers.ROUTERS):
        app.include_router(router)
    app.mount(static_root(), UnchangingFiles(directory=STATIC))
    if settings.offline is not None:
        app.mount(OFFLINE_ROOT, OfflineFiles(settings.offline))
    app.add_middleware(error_responses.HeadAsGet)
    app.add_middleware(NoControlCharacters)
    app.add_middleware(error_responses.LastResort)
    app.add_middleware(BodyLimit)
    app.add_middleware(FairShare, is_proxy=is_proxy())
    app.add_middleware(SafeHeaders)
    app.add_middleware(RequestLog)
    error_responses.install(app)

    @app.get("/api/openapi.json", include_in_schema=False, dependencies=[Depends(limited)])
    def document() -> Response:
        return JSONResponse(app.openapi())

    @app.get("/healthz", include_in_schema=False, dependencies=[Depends(limited)])
    def health(request: Request) -> Response:
        """Checks that this server can read, write, and hear of the others."""
        rooms = services_of(request).rooms
        services_of(request).heartbeat.check()
        try:
            with rooms.writer.store.engine.connect() as connection:
                connection.execute(text("select 1"))
        except SQLAlchemyError:  # then the bus is silent too, but this is the reason
            raise Unavailable("storage") from None
        if not rooms.bus.is_listening:
            raise ServerUnavailable("listening")
        return JSONResponse({"status": "ok"})

    @app.get("/metrics", include_in_schema=False, dependencies=[Depends(limited)])
    def metrics() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/favicon.ico", include_in_schema=False)
    def favicon() -> Response:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    return app
