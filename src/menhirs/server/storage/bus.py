"""Notifications between servers on one PostgreSQL database.

Every commit of entries notifies its matches (:mod:`menhirs.server.storage.match.store`); presence
at a match is announced the same way. On SQLite there is one server, and nothing to hear.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from menhirs.match.entries import Entry
from menhirs.match.errors import Unavailable
from menhirs.server.metrics import LISTENING, NOTICES_FAILED
from menhirs.server.storage.database import is_postgresql
from menhirs.server.storage.match.writer import Writer
from menhirs.server.storage.notice import CHANNEL, read_entry

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0
"""Seconds to wait before listening again: longer after each failure."""
_QUIET = 10.0
"""Seconds without a notification after which the connection is checked."""
_GATHER = 0.05

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PresenceNotice:
    """How many connections a server has for each seat of a match."""

    match: str
    server: str
    counts: dict[str, int]


OnChange: TypeAlias = Callable[[str, Entry | None], Awaitable[None]]
OnPresence: TypeAlias = Callable[[PresenceNotice], None]
OnReload: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class BusCallbacks:
    """The callbacks for notifications."""

    change: OnChange
    """A change without a match: anything may have changed."""
    presence: OnPresence
    reload: OnReload
    """More than new entries changed in a match."""


class Bus:
    """Notifications to and from other servers."""

    def __init__(self, writer: Writer, server: str) -> None:
        self._writer = writer
        self._server = server
        self._task: asyncio.Task[None] | None = None
        self._hears = False
        self._pending: dict[str, str] = {}
        """The presence to announce, for each match."""

    @property
    def has_others(self) -> bool:
        """Whether other servers may use the same database."""
        return is_postgresql(self._writer.store.engine)

    @property
    def is_listening(self) -> bool:
        """Whether notifications arrive; always true for a single server."""
        return not self.has_others or self._hears

    def start(self, hearers: BusCallbacks) -> None:
        """Starts listening."""
        if self.has_others:
            self._task = asyncio.create_task(self._keep_listening(hearers))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def send_presence(self, match: str, counts: dict[str, int]) -> None:
        """Announces this server's presence at a match to other servers."""
        self._pending[match] = json.dumps(
            {"match": match, "server": self._server, "counts": counts}
        )
        if len(self._pending) > 1:
            return  # sent together with the waiting ones
        await asyncio.sleep(_GATHER)  # hundreds may come at once, and play must not wait for them
        notices, self._pending = list(self._pending.values()), {}
        if not notices:
            return
        with suppress(Unavailable):  # logged already
            await self._writer.run(self._writer.store.notify, notices)

    async def _keep_listening(self, hearers: BusCallbacks) -> None:
        """Listens for ever: after any failure it starts again and reads missed changes."""
        pause = _SHORTEST_PAUSE
        while True:
            began = time.monotonic()
            try:
                await self._listen(hearers)
            except Exception as error:  # after any error listening must go on
                _log.warning("not listening to other servers: %s", error or type(error).__name__)
            finally:
                self._set_hears(False)
            if time.monotonic() - began > _LONGEST_PAUSE:
                pause = _SHORTEST_PAUSE
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _listen(self, hearers: BusCallbacks) -> None:
        async with await self._connect() as connection:
            await connection.execute(f"listen {CHANNEL}")
            self._set_hears(True)
            await hearers.change("", None)  # notifications may have been missed
            while True:
                async for notice in connection.notifies(timeout=_QUIET):
                    await self._take_in(notice.payload, hearers)
                # It was quiet for a while: check the connection.
                async with asyncio.timeout(_QUIET):
                    await connection.execute("select 1")

    async def _take_in(self, payload: str, hearers: BusCallbacks) -> None:
        """Handles one notification. An invalid one is logged and skipped."""
        try:
            notices = json.loads(payload)
            if "entry" in notices:
                await hearers.change(_text(notices["match"]), _entry_of(notices))
            elif "reload" in notices:
                hearers.reload(_text(notices["match"]))
            elif notices["server"] != self._server:
                hearers.presence(_presence_of(notices))
        except Exception as error:  # other programs may send anything on this channel
            NOTICES_FAILED.inc()
            _log.warning("a notice of another server was not understood: %r", error)

    def _set_hears(self, hears: bool) -> None:
        self._hears = hears
        LISTENING.set(hears)

    async def _connect(self) -> AsyncConnection[Any]:
        from psycopg import AsyncConnection

        address = self._writer.store.engine.url.set(drivername="postgresql")
        return await AsyncConnection.connect(
            address.render_as_string(hide_password=False), autocommit=True
        )


def _entry_of(notices: dict[str, Any]) -> Entry | None:
    """The announced entry; None if it is of a kind that only a newer server knows.

    Then the log is read, which skips unknown kinds too: see :class:`MatchStore`.
    """
    if notices["entry"] is None:
        return None
    try:
        return read_entry(notices["entry"])
    except ValueError:
        NOTICES_FAILED.inc()
        _log.warning("a notice tells of an entry that is not known here: %.200r", notices["entry"])
        return None


def _presence_of(notices: dict[str, Any]) -> PresenceNotice:
    counts = {_text(seat): int(count) for seat, count in notices["counts"].items()}
    return PresenceNotice(_text(notices["match"]), _text(notices["server"]), counts)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"no name: {value!r:.100}")
    return value
