"""Everything about a person as one file: what is kept, and the records of all games."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

from menhirs.core.errors import MenhirsError
from menhirs.server.live.rooms import Rooms
from menhirs.server.storage.account_store import AccountStore
from menhirs.view.record_text import record_text


async def archive_of(rooms: Rooms, accounts: AccountStore, person: str) -> bytes:
    """A ZIP with ``you.json`` and ``games.menhirs``, which holds the records of all games."""
    kept = await rooms.writer.read(accounts.everything, person)
    names = dict.fromkeys(game["id"] for game in kept["games"])
    records = [record for name in names if (record := await _record(rooms, name))]
    return await asyncio.to_thread(_zipped, kept, "\n".join(records))


async def _record(rooms: Rooms, match: str) -> str:
    """The record of a game; empty for one that only a newer server can read."""
    try:
        found = await rooms.read(match)
    except MenhirsError:
        return ""
    return "" if found is None else record_text(found)


def _zipped(kept: dict[str, Any], records: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("you.json", json.dumps(kept, indent=2, ensure_ascii=False))
        archive.writestr("games.menhirs", records)
    return file.getvalue()
