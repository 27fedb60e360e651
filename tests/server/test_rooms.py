"""Rooms in this process, on a real database: how they are opened, and that they leave nothing."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.types import Message

from menhirs.match.addresses import new_match_id
from menhirs.match.commands import ActCommand, ClaimCommand, RenameCommand
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.outages import Outages
from menhirs.server.http.match import match_stream
from menhirs.server.live.alerts.turn_alerts import TurnAlerts
from menhirs.server.live.engine.engine_pool import EnginePool
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.match.seat_keys import seat_for
from menhirs.server.live.match.viewer import Viewer
from menhirs.server.storage.bus import Bus
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch
from menhirs.server.storage.match.writer import Writer
from menhirs.view.match.page_session import PageSession
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import GIFT, OPENING, START, PlayedMatch
from tests.match.refusals import refused

MATCH = new_match_id()


@asynccontextmanager
async def rooms_on(folder: Path) -> AsyncIterator[Rooms]:
    engine = open_database(f"sqlite:///{folder / 'menhirs.sqlite'}")
    writer = Writer(MatchStore(engine))
    rooms = Rooms(writer, EnginePool(1), Bus(writer, "here"), Outages(), TurnAlerts("here", 0))
    try:
        yield rooms
    finally:
        rooms.close()
        writer.close()
        engine.dispose()


def write(rooms: Rooms, entries: list[Entry]) -> None:
    """Writes a match down."""
    terms = PlayedMatch().terms
    seats = {player: seat_for(f"secret {player}") for player in (1, 2)}
    rooms.writer.store.create(StoredMatch(MATCH, terms, MATCH, 1, entries, seats), at=START)


def names(first: int, last: int) -> list[Entry]:
    """A player changes names all the time."""
    return [Entry(n, START + n, EntryKind.NAME, 1, f"Ann {n}") for n in range(first, last + 1)]


async def longest_stretch(work: Awaitable[object]) -> float:
    """The most processor time that this thread spends on some work without a break, in seconds."""
    doing = asyncio.ensure_future(work)
    longest, last = 0.0, time.thread_time()
    while not doing.done():
        await asyncio.sleep(0)
        longest, last = max(longest, time.thread_time() - last), time.thread_time()
    await doing
    return longest


def test_a_long_log_is_read_while_others_are_answered(tmp_path: Path) -> None:
    """In one piece it took a quarter of a second, and a hundred thousand entries 1.15."""
    many = 20_000

    async def open_it() -> None:
        async with rooms_on(tmp_path) as rooms:
            write(rooms, PlayedMatch().log)
            with rooms.writer.store.engine.begin() as connection:
                rooms.writer.store._append(connection, [Append(MATCH, e) for e in names(3, many)])
            assert await longest_stretch(rooms.room(MATCH)) < 0.05
            room = await rooms.room(MATCH)
            assert room.match.entries == many
            assert room.match.names[1] == f"Ann {many}"

    asyncio.run(open_it())


def test_what_another_server_writes_while_a_room_is_opened_is_taken_in(tmp_path: Path) -> None:
    async def open_it() -> None:
        async with rooms_on(tmp_path) as rooms:
            write(rooms, PlayedMatch().log)
            opening = asyncio.create_task(rooms.room(MATCH))
            while MATCH not in rooms._loading:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            time.sleep(0.1)  # the log is read by another thread, and we have not seen it yet
            (news,) = names(3, 3)
            rooms.writer.store.append([Append(MATCH, news)])
            await rooms.on_change(MATCH, news)
            room = await opening
            await asyncio.sleep(0)
            assert room.match.entries == 3

    asyncio.run(open_it())


def test_a_claim_too_late_is_kept_once_and_told_to_nobody(tmp_path: Path) -> None:
    table = PlayedMatch().play(f"{OPENING} {GIFT} keep")  # years ago
    turn = table.log[-2].number

    async def claim(rooms: Rooms, asked: int) -> None:
        room = await rooms.room(MATCH)
        viewer = Viewer([1], LANGUAGES["en"])
        room.enter(viewer)
        state = room.match.state
        for _ in range(asked):
            with refused("claim-late"):
                await room.submit([2], ClaimCommand(turn))
        assert (room.match.state, room.match.entries) == (state, len(table.log) + 1)
        assert room.match.late_claims == {len(room.match.plies) + 1}
        assert not viewer.has_messages
        rooms.forget(room)

    async def open_twice() -> None:
        async with rooms_on(tmp_path) as rooms:
            write(rooms, table.log)
            for asked in (20, 5):  # the second time the room is read from the log
                await claim(rooms, asked)

    asyncio.run(open_twice())


def test_a_stream_that_nobody_reads_leaves_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_stream, "_LONGEST_SEND", 0.01)

    async def stall() -> None:
        async with rooms_on(tmp_path) as rooms:
            write(rooms, PlayedMatch().log)
            room, left = await rooms.room(MATCH), asyncio.Event()

            async def send(message: Message) -> None:
                if message["type"] == "http.response.body":
                    await asyncio.Event().wait()

            async def receive() -> Message:
                await left.wait()
                return {"type": "http.disconnect"}

            stream = match_stream.MatchStream(room, Viewer([1], LANGUAGES["en"]))
            scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
            streaming = asyncio.create_task(stream(scope, receive, send))
            for is_there in (True, False):
                while room.present[1] is not is_there:
                    await asyncio.sleep(0)
            left.set()
            await streaming

    asyncio.run(stall())


def test_the_room_of_a_finished_game_leaves_memory_when_nobody_looks(tmp_path: Path) -> None:
    """Before, it stayed for half a minute, as that of a game that goes on does."""

    async def finish() -> None:
        async with rooms_on(tmp_path) as rooms:
            write(rooms, PlayedMatch().play(OPENING).log)
            room, viewer = await rooms.room(MATCH), Viewer([1], LANGUAGES["en"])
            room.enter(viewer)
            room.leave(viewer)
            rooms.close_empty(room.last_used + 5_000)
            assert rooms.open == [room]  # the game goes on
            room.enter(viewer)
            await room.submit([1], ActCommand(room.match.state, "resign"))
            assert room.match.is_over
            rooms.close_empty(room.last_used + 60_000)
            assert rooms.open == [room]  # somebody looks
            room.leave(viewer)
            rooms.close_empty(room.last_used + 5_000)
            assert rooms.open == []

    asyncio.run(finish())


def test_a_closed_room_leaves_nothing_behind(tmp_path: Path) -> None:
    """Not even for the garbage collector, which looks through everything but seldom."""

    async def visit(rooms: Rooms) -> list[weakref.ref[object]]:
        room = await rooms.room(MATCH)
        viewer = Viewer([1], LANGUAGES["en"])
        plies = await room.view.plies_text(viewer.own_seats, viewer.language)
        PageSession(room.view, viewer, LANGUAGES.values()).greet(plies, 0, room.present)
        room.enter(viewer)
        await room.submit([1], RenameCommand("Ann"))
        room.leave(viewer)
        rooms.forget(room)
        return [weakref.ref(thing) for thing in (room, room.match, room.view, viewer)]

    async def open_and_close() -> None:
        async with rooms_on(tmp_path) as rooms:
            write(rooms, PlayedMatch().play(OPENING).log)
            traces = await visit(rooms)
            for _ in range(3):  # what was spawned is done
                await asyncio.sleep(0)
            assert [trace() for trace in traces] == [None] * 4

    gc.disable()
    try:
        asyncio.run(open_and_close())
    finally:
        gc.enable()
