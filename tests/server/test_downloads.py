"""Files of many games: bounded for each who asks and for all, and given up when nobody waits."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from menhirs.match.addresses import new_match_id
from menhirs.server.errors import BadRequest, ServerUnavailable
from menhirs.server.live.downloads import MOST_OF_ALL, Downloads
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore, StoredMatch
from tests.match.played_match import OPENING, START, PlayedMatch
from tests.patience import PATIENCE
from tests.server.lobby_people import Member, newcomer
from tests.server.processes import ServerProcess
from tests.server.test_rooms import rooms_on
from tests.server.visitors import error_of

GAME = PlayedMatch().play(f"{OPENING} resign")


def anybody() -> None:
    """Lets everybody in."""


def write_games(store: MatchStore, count: int, person: str | None = None) -> list[str]:
    names = [new_match_id() for _ in range(count)]
    for name in names:
        seats = {1: seat_for(new_secret(), person), 2: seat_for(new_secret())}
        game = StoredMatch(name, GAME.terms, name, 1, GAME.log, seats)
        store.create(game, at=START)
    return names


@pytest.fixture
def ann(server: ServerProcess) -> Member:
    """Somebody with many games."""
    member = newcomer(server.address, "Ann")
    member.withdraw(member.invite())
    engine = open_database(server.database)
    write_games(MatchStore(engine), 150, member.person)
    engine.dispose()
    return member


@pytest.mark.parametrize("path", ["/you/download", "/you/games.menhirs"])
def test_a_file_that_nobody_waits_for_is_not_made(
    server: ServerProcess, ann: Member, path: str
) -> None:
    request = f"GET {path} HTTP/1.1\r\nhost: x\r\ncookie: person={ann.client.cookies['person']}\r\n"
    deadline = time.monotonic() + PATIENCE
    with socket.create_connection(("127.0.0.1", server.port)) as asking:
        asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        asking.sendall(f"{request}\r\n".encode())
        while "menhirs_downloads 1.0" not in ann.client.get("/metrics").text:
            assert time.monotonic() < deadline
        assert error_of(ann.client.get(path), 409) == "download-yours"
    while (answer := ann.client.get(path)).status_code != 200:
        assert error_of(answer, 409) == "download-yours"
        assert time.monotonic() < deadline
    data = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    statuses = [one["status"] for one in data if one.get("route") == path]
    if path == "/you/download":
        assert 499 in statuses


def test_each_has_one_file_at_a_time_and_all_have_so_many(tmp_path: Path) -> None:
    async def ask() -> None:
        async with rooms_on(tmp_path) as rooms:
            downloads = Downloads(rooms)
            downloads.enter("ann", anybody)
            with pytest.raises(BadRequest, match="download-yours"):
                downloads.enter("ann", anybody)
            for number in range(MOST_OF_ALL - 1):
                downloads.enter(f"{number}", anybody)
            with pytest.raises(ServerUnavailable, match="download-full"):
                downloads.enter("bo", anybody)
            downloads.leave("ann")
            downloads.enter("bo", anybody)

    asyncio.run(ask())


def test_those_who_ask_take_turns_game_by_game(tmp_path: Path) -> None:
    """However long one file is, another download gets a game for every game of the first."""

    async def take_turns(rooms: Rooms) -> list[str]:
        downloads, order = Downloads(rooms), list[str]()
        matches = write_games(rooms.writer.store, 6)

        async def take(who: str, records: AsyncGenerator[str, None]) -> None:
            async for _ in records:
                order.append(who)

        long, short = matches * 3, matches[:3]
        await asyncio.gather(
            take("long", downloads.records(long)), take("short", downloads.records(short))
        )
        return order

    async def on_rooms() -> list[str]:
        async with rooms_on(tmp_path) as rooms:
            return await take_turns(rooms)

    order = asyncio.run(on_rooms())
    assert order.count("long") == 18 and order.count("short") == 3
    assert order.index("short") < 2 and max(i for i, who in enumerate(order) if who == "short") < 8
