"""A hint at a player's browser and network: a short hash, stored for some weeks.

Only for players of games between people, and only if networks differ: behind a local proxy without
headers all browsers look alike. The hashes are keyed with a secret of the server, so that a hint
reveals no address without the whole database.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from ipaddress import ip_address

from starlette.requests import HTTPConnection

from menhirs.server.http.admission import address_of
from menhirs.server.http.services import services_of
from menhirs.server.live.clock import now
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.storage.people.device_store import DeviceStore
from menhirs.server.storage.server_keys import kept_key

_AGAIN = 60 * 60 * 1000
"""Milliseconds between two records of the same browser."""
_MOST_NOTED = 10_000
_FORGET_EVERY = 24 * _AGAIN


class DeviceHints:
    """The device hints of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._writer = rooms.writer
        engine = rooms.writer.store.engine
        self._store = DeviceStore(engine)
        self._key = kept_key(engine, "device-hints", lambda: secrets.token_hex(32)).encode()
        self._stored_at: OrderedDict[tuple[str, bytes], int] = OrderedDict()
        self._forgotten = 0

    async def store(self, request: HTTPConnection, person: str) -> None:
        """Records the hint of a browser in which a person plays against others."""
        hint, at = self._hint(request), now()
        if at - self._forgotten > _FORGET_EVERY:
            self._forgotten = at
            await self._writer.run(self._store.forget, at)
        if hint is None or at - self._stored_at.get((person, hint), 0) < _AGAIN:
            return
        self._stored_at[person, hint] = at
        self._stored_at.move_to_end((person, hint))
        if len(self._stored_at) > _MOST_NOTED:
            self._stored_at.popitem(last=False)
        await self._writer.run(self._store.store_hint, person, hint, at)

    def _hint(self, request: HTTPConnection) -> bytes | None:
        network = address_of(request)
        try:
            if ip_address(network).is_loopback:
                return None
        except ValueError:
            return None
        headers = request.headers
        looks = (headers.get("user-agent", ""), headers.get("accept-language", ""))
        text = "\n".join((network, *looks)).encode()
        return hashlib.blake2b(text, key=self._key, digest_size=8).digest()


async def store_device_hint(request: HTTPConnection, person: str) -> None:
    """Records the hint of a request's browser, in which this person plays against others."""
    hints = services_of(request).device_hints
    await hints.store(request, person)
