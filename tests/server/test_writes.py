"""Messages that a socket gets together are written together: each system call takes time."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from menhirs.match.addresses import new_match_id
from menhirs.server.app import create_app
from menhirs.server.live.match.seat_keys import seat_for
from menhirs.server.network.bounded_socket import BoundedSocket
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.store import StoredMatch
from tests.match.played_match import START, PlayedMatch
from tests.patience import PATIENCE
from tests.server.test_garbage import serving


class Counting(BoundedSocket):
    """Counts how often messages are handed to the system."""

    written: list[int]

    def __init__(self, *arguments: Any, written: list[int], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.written = written

    def _write(self) -> None:
        self.written.append(self._unwritten)
        super()._write()


def test_what_a_page_begins_with_is_written_at_once(tmp_path: Path) -> None:
    """Before, each of the three messages was a call of the system."""
    written: list[int] = []

    async def open_it() -> list[str]:
        app = create_app(ServerSettings(database=f"sqlite:///{tmp_path / 'menhirs.sqlite'}"))
        async with serving(app, partial(Counting, written=written)) as address:
            match = new_match_id()
            seats = {n: seat_for(f"secret {n}") for n in (1, 2)}
            stored = StoredMatch(match, PlayedMatch().terms, match, 1, PlayedMatch().log, seats)
            app.state.services.rooms.writer.store.create(stored, START)
            url = f"ws://{address}/m/{match}/socket"
            headers = {"Authorization": "Bearer secret 1"}
            async with connect(url, additional_headers=headers) as page, asyncio.timeout(PATIENCE):
                return [json.loads(await page.recv())["type"] for _ in range(3)]

    assert asyncio.run(open_it()) == ["hello", "ping", "presence"]
    assert len(written) == 1
