"""Everything about a person as one file: the stored data, and the records of all games."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

from menhirs.server.live.downloads import Downloads
from menhirs.server.storage.match.writer import Writer
from menhirs.server.storage.people.account_store import AccountStore


async def archive_of(
    writer: Writer, downloads: Downloads, accounts: AccountStore, person: str
) -> bytes:
    """A ZIP with ``you.json`` and ``games.menhirs``, which holds the records of all games."""
    kept = await writer.read(accounts.everything, person)
    names = dict.fromkeys(game["id"] for game in kept["games"])
    records = [record async for record in downloads.records(names)]
    return await asyncio.to_thread(_zipped, kept, "\n".join(records))


def _zipped(kept: dict[str, Any], records: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("you.json", json.dumps(kept, indent=2, ensure_ascii=False))
        archive.writestr("games.menhirs", records)
    return file.getvalue()
