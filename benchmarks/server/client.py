"""The load test's client: thousands of players' sockets in a process of their own.

It reads its plan as JSON from standard input and reports progress as lines of JSON: see ``run``.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlsplit

import uvloop
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

_STATE = re.compile(rb'"state": ?(\d+)')
_CONNECTING_AT_ONCE = 50
WHOLE = "all"
"""Names the results of a whole run in which matches were held."""


class Connection(asyncio.Protocol):
    """A WebSocket with the least possible code above the network."""

    def __init__(self, address: str, cookies: str, heard: Callable[[bytes], None]) -> None:
        # Messages are compressed, as browsers do.
        self._protocol = ClientProtocol(
            parse_uri(address), extensions=[ClientPerMessageDeflateFactory()]
        )
        self._cookies = cookies
        self._origin = _origin_of(address)
        self._heard = heard
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.greeted: asyncio.Future[None] = loop.create_future()
        """Completed by the first message."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        request = self._protocol.connect()
        # As browsers do. Who names no origin is noted as a program: a commit for every socket.
        request.headers["Cookie"] = self._cookies
        request.headers["Origin"] = self._origin
        self._protocol.send_request(request)
        self._flush()

    def send(self, text: str) -> None:
        self._protocol.send_text(text.encode())
        self._flush()

    def close(self) -> None:
        self._protocol.send_close(1000)
        self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if not isinstance(event, Frame):
                self.opened.set_result(None)
            elif event.opcode is Opcode.TEXT:
                if not self.greeted.done():
                    self.greeted.set_result(None)
                self._heard(bytes(event.data))
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        for future in (self.opened, self.greeted):
            if not future.done():
                future.set_exception(error or ConnectionResetError("closed"))
                future.exception()  # nobody may wait for it: an echo greets nobody


def _origin_of(address: str) -> str:
    """The page that a socket belongs to, as its browser would call it."""
    return f"http://{urlsplit(address).netloc}"


class Match:
    """Both players of one match, who play a game prepared in advance."""

    def __init__(self, plan: dict[str, Any], echo: bool, results: Results) -> None:
        self._plan = plan
        self._line: list[tuple[int, str]] = plan["line"]
        self._echo = echo
        self._results = results
        self._done = 0
        self._sent = 0.0
        self._waits_for: set[int] = set()
        """The sockets that have not yet received the last action."""
        self.then: Callable[[], None] | None = None
        """Called as soon as both sockets have received the last action."""
        self._connections: list[Connection] = []
        self._has_left = False

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for seat, address in enumerate(self._plan["sockets"], start=1):
            uri = parse_uri(address)

            def connection(seat: int = seat, address: str = address) -> Connection:
                heard = self._heard_echo if self._echo else self._heard
                cookies = self._plan["cookies"][seat - 1]
                made = Connection(address, cookies, lambda data: heard(seat, data))
                self._connections.append(made)  # now: a message may come before we go on
                return made

            _, protocol = await loop.create_connection(connection, uri.host, uri.port)
            await (protocol.opened if self._echo else protocol.greeted)

    def leave(self) -> None:
        """Closes both players' sockets."""
        self._has_left = True
        for connection in self._connections:
            connection.close()

    @property
    def is_free(self) -> bool:
        return not self._waits_for

    @property
    def is_over(self) -> bool:
        return self._done >= len(self._line)

    def act(self, due: float | None = None) -> None:
        """Plays the next action; its reply time counts from the moment when it was due."""
        player, action = self._line[self._done]
        state = self._plan["first_state"] + self._done
        self._sent = perf_counter() if due is None else due
        self._waits_for = {player} if self._echo else {1, 2}
        message = {"type": "act", "state": state, "action": action, "re": state}
        self._connections[player - 1].send(json.dumps(message))

    def _heard(self, seat: int, data: bytes) -> None:
        if self._has_left:
            return
        if data.startswith((b'{"type": "state"', b'{"type":"state"')):
            found = _STATE.search(data)
            reached = self._plan["first_state"] + self._done + 1
            if found is not None and int(found[1]) == reached:
                self._note(seat)
        elif data.startswith((b'{"type": "ping"', b'{"type":"ping"')):
            pong = {"type": "pong", "sent": json.loads(data)["sent"]}
            self._connections[seat - 1].send(json.dumps(pong))
        elif b'"refused"' in data[:30] or b'"bye"' in data[:30]:
            self._results.errors.append(data.decode())

    def _heard_echo(self, seat: int, data: bytes) -> None:
        self._note(seat)

    def _note(self, seat: int) -> None:
        took = perf_counter() - self._sent
        player, _ = self._line[self._done]
        (self._results.replies if seat == player else self._results.seen).append(took)
        self._waits_for.discard(seat)
        if not self._waits_for:
            self._done += 1
            if self.then is not None:
                self.then()


class Results:
    """Measured times, in seconds."""

    def __init__(self) -> None:
        self.clear()
        self.errors: list[str] = []

    def clear(self) -> None:
        self.replies: list[float] = []
        self.seen: list[float] = []
        """Times until the other player received an action."""
        self.openings: list[float] = []
        """Times until both sockets of a match were greeted, one after the other."""
        self._began = perf_counter()

    def figures(self) -> dict[str, Any]:
        return {
            "actions": len(self.replies),
            "seconds": perf_counter() - self._began,
            "median": _quantile(self.replies, 0.5),
            "p99": _quantile(self.replies, 0.99),
            "seen_p99": _quantile(self.seen, 0.99),
            "openings": len(self.openings),
            "opening_p99": _quantile(self.openings, 0.99),
            "errors": self.errors[:5],
        }


def _quantile(times: list[float], share: float) -> float | None:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else None


async def _at_a_pace(matches: list[Match], pace: float, seconds: float) -> None:
    """Plays every match at one action per ``pace`` seconds, each from a random moment on."""
    loop, numbers = asyncio.get_running_loop(), Random(1)
    end = perf_counter() + seconds

    def act(match: Match, due: float) -> None:
        if due >= end or match.is_over:
            return
        if match.is_free:
            match.act(due)
            match.then = None
            loop.call_later(max(0, due + pace - perf_counter()), act, match, due + pace)
        else:  # the last action has no answer yet; the delay counts from ``due``
            match.then = lambda: act(match, due)

    for match in matches:
        wait = numbers.uniform(0, pace)
        loop.call_later(wait, act, match, perf_counter() + wait)
    await asyncio.sleep(seconds)


async def _at_full_speed(matches: list[Match], at_once: int, seconds: float) -> None:
    """Plays ``at_once`` matches at a time as fast as answers come."""
    waiting, playing = iter(matches), 0
    end, all_over = perf_counter() + seconds, asyncio.Event()

    def play(match: Match) -> None:
        nonlocal playing
        if perf_counter() < end and not match.is_over:
            match.act()
            return
        match.then = None
        playing -= 1
        if perf_counter() < end:
            start(1)
        if not playing:
            all_over.set()

    def start(count: int) -> None:
        nonlocal playing
        for match in islice(waiting, count):
            playing += 1
            match.then = lambda match=match: play(match)
            play(match)

    start(at_once)
    with suppress(TimeoutError):
        await asyncio.wait_for(all_over.wait(), seconds)


async def _hold(plan: dict[str, Any], results: Results) -> None:
    """Keeps a number of matches going at a pace for a long time; each that ends is replaced.

    The first ones are opened before play begins.
    """
    numbers = Random(1)
    gate = asyncio.Semaphore(_CONNECTING_AT_ONCE)

    async def opened(game: dict[str, Any]) -> Match:
        match = Match(game, plan["echo"], results)
        async with gate:
            asked = perf_counter()
            await match.connect()
            results.openings.append(perf_counter() - asked)
        return match

    first = await asyncio.gather(*(opened(games[0]) for games in plan["slots"]))
    _tell("opened")
    began = perf_counter()
    end = began + plan["seconds"]

    async def play_one(match: Match) -> None:
        due = perf_counter() + numbers.uniform(0, plan["pace"])
        while not match.is_over and due < end:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            heard = asyncio.Event()
            match.then = heard.set
            match.act(due)
            await heard.wait()
            due += plan["pace"]
        match.leave()

    async def play(match: Match, following: list[dict[str, Any]]) -> None:
        await play_one(match)
        for game in following:
            if perf_counter() + plan["pace"] < end:  # there is time for an action
                await play_one(await opened(game))

    playing = asyncio.gather(
        *(play(match, games[1:]) for match, games in zip(first, plan["slots"], strict=True))
    )
    whole = Results()
    results.clear()
    while not playing.done():
        if plan["settle"]:  # what is changed between two figures has taken effect by then
            await asyncio.wait({playing}, timeout=plan["settle"])
            results.clear()
        await asyncio.wait({playing}, timeout=plan["every"])
        _tell(f"{perf_counter() - began:.0f} s", figures=results.figures())
        whole.replies += results.replies
        whole.seen += results.seen
        whole.openings += results.openings
        results.clear()
    await playing
    _tell(WHOLE, figures=whole.figures())


async def _settle(matches: list[Match]) -> None:
    for match in matches:
        match.then = None
    for _ in range(100):
        if all(match.is_free for match in matches):
            return
        await asyncio.sleep(0.05)


def _give_up(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Ends the client on any error: its measurements would mean nothing."""
    print(f"{context['message']}: {context.get('exception')!r}", file=sys.stderr, flush=True)
    os._exit(1)


def _tell(what: str, **more: Any) -> None:
    print(json.dumps({"what": what, **more}), flush=True)


async def run(plan: dict[str, Any]) -> None:
    """Connects, plays at a pace, then at full speed; reports the start and result of each phase.

    With slots, each a list of games to play in sequence, the matches are held at the pace instead.
    """
    asyncio.get_running_loop().set_exception_handler(_give_up)
    results = Results()
    if "slots" in plan:
        await _hold(plan, results)
        return
    matches = [Match(match, plan["echo"], results) for match in plan["matches"]]
    gate = asyncio.Semaphore(_CONNECTING_AT_ONCE)

    async def connect(match: Match) -> None:
        async with gate:
            await match.connect()

    await asyncio.gather(*(connect(match) for match in matches))
    await asyncio.sleep(0.5)
    for what, work in (
        ("pace", _at_a_pace(matches, plan["pace"], max(plan["seconds"], plan["pace"]))),
        ("speed", _at_full_speed(matches, plan["at_once"], plan["seconds"])),
    ):
        _tell(f"{what} begins")
        results.clear()
        await work
        _tell(f"{what} ends", figures=results.figures())
        await _settle(matches)


if __name__ == "__main__":
    gc.disable()  # a pause of ours would be taken for the server's
    uvloop.run(run(json.load(sys.stdin)))
