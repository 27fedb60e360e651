"""The web application, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles

from menhirs.server import answers, api, pages
from menhirs.server.bus import Bus
from menhirs.server.errors import Unavailable
from menhirs.server.heart import Heart
from menhirs.server.limits import BodyLimit, Buckets
from menhirs.server.logs import RequestLog
from menhirs.server.looks import STATIC, static_root
from menhirs.server.rooms import Rooms
from menhirs.server.safety import SafeHeaders
from menhirs.server.settings import Settings
from menhirs.server.storage.database import open_database
from menhirs.server.storage.store import Store
from menhirs.server.thinking import Thinkers
from menhirs.server.writer import Writer

_DESCRIPTION = """\
Play *Menhirs dans le Brouillard* by program. `POST /api/matches` starts a match and gives the
secret of your seat; `GET /api/matches/{match}/stream` tells every change; `POST …/actions` plays.
The texts of actions and positions are those of the game's notation."""

_WARM_UP_AFTER = 2.0


class _Unchanging(StaticFiles):
    """Files whose address changes with them."""

    def file_response(self, *arguments: object, **more: object) -> Response:
        response = super().file_response(*arguments, **more)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class _Application(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """The document as it is true here.

        What can't be read is answered with 400, not with 422, and errors are JSON whatever the
        answer would have been.
        """
        document = super().openapi()
        for operations in document["paths"].values():
            for operation in operations.values():
                answers = operation["responses"]
                answers.pop("422", None)
                for status in filter(lambda status: status >= "400", answers):
                    (content,) = answers[status]["content"].values()
                    answers[status]["content"] = {"application/json": content}
        for name in ("HTTPValidationError", "ValidationError"):
            document["components"]["schemas"].pop(name, None)
        return document


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    engine = open_database(settings.database)
    writer = Writer(Store(engine))
    thinkers = Thinkers(settings.thinkers)
    # Not at once: after a restart the players who wait come first.
    warming = asyncio.get_running_loop().call_later(_WARM_UP_AFTER, thinkers.warm_up)
    heart = Heart(writer)
    outages = await heart.take_stock()
    bus = Bus(writer, heart.server)
    rooms = Rooms(writer, thinkers, bus, outages)
    bus.start(rooms.heard_change, rooms.heard_presence)
    heart.start(rooms.heard_servers)
    app.state.rooms = rooms
    try:
        yield
    finally:
        warming.cancel()
        heart.stop()
        bus.stop()
        rooms.close()
        thinkers.close()
        writer.close()
        engine.dispose()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application for a server with these settings."""
    settings = settings or Settings()
    app = _Application(
        title="menhirs",
        description=_DESCRIPTION,
        version="1",
        lifespan=_running,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    creations = settings.matches_a_minute
    app.state.creations = Buckets(creations / 60, seconds=60)
    app.state.requests = Buckets(settings.requests_a_second)
    app.include_router(pages.router)
    app.include_router(api.router)
    app.mount(static_root(), _Unchanging(directory=STATIC))
    app.add_middleware(answers.LastResort)
    app.add_middleware(BodyLimit)
    app.add_middleware(SafeHeaders)
    app.add_middleware(RequestLog)
    answers.install(app)

    @app.get("/healthz", include_in_schema=False)
    def health(request: Request) -> Response:
        """Whether this server can do its work."""
        rooms: Rooms = request.app.state.rooms
        try:
            with rooms.writer.store.engine.connect() as connection:
                connection.execute(text("select 1"))
        except SQLAlchemyError:
            raise Unavailable("storage") from None
        return JSONResponse({"status": "ok"})

    @app.get("/metrics", include_in_schema=False)
    def metrics() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/favicon.ico", include_in_schema=False)
    def favicon() -> Response:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    return app
