"""Reviews and live analyses at a server, without end, that can be paused."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from itertools import cycle

from sqlalchemy import Engine

from benchmarks.server.games import prepare_records
from benchmarks.server.processes import Process
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.notation.line import write_line

_RECORDS = 200
"""More than a server reviews in any run of ours: none is asked for twice."""
_WAITING = 2
"""Reviews that are asked for at a time: one is made, and the next one waits."""
_ANALYSES = 2
"""Visitors who follow the engine on the analysis board all the time."""
_PROCESSES = 2
"""One makes reviews, and one analyses: more do not work at once."""
_PATIENCE = 60.0
_ASK_EVERY = 0.5


class _EngineWork:
    """The work of the engine in the background.

    A review that was asked for can't be taken back. So what is paused are the processes.
    """

    def __init__(self, server: Process) -> None:
        self._server = server

    def go_on(self) -> None:
        self._send(signal.SIGCONT)

    def pause(self) -> None:
        self._send(signal.SIGSTOP)

    def told(self) -> dict[str, float]:
        made = self._server.metric("menhirs_reviews_total")
        return {"reviews made": made, "live analyses followed": _ANALYSES}

    def wait_until_begun(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while len(self._server.background) < _PROCESSES:
            if time.monotonic() > deadline:
                raise RuntimeError("the engine does not work in the background")
            time.sleep(0.05)

    def _send(self, number: signal.Signals) -> None:
        for pid in self._server.background:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


@contextmanager
def engine_work(server: Process, _: Engine) -> Iterator[_EngineWork]:
    """Lets a server review one game after the other, and analyse."""
    over = threading.Event()
    asked = cycle(prepare_records(_RECORDS))
    reviewed = [
        threading.Thread(target=_ask_on, args=(server.port, lambda: next(asked), over))
        for _ in range(_WAITING)
    ]
    followed = [
        threading.Thread(target=_follow, args=(server.port, _position(str(number)), over))
        for number in range(_ANALYSES)
    ]
    visitors = [*reviewed, *followed]
    work = _EngineWork(server)
    for visitor in visitors:
        visitor.start()
    try:
        work.wait_until_begun()
        work.pause()
        yield work
    finally:
        work.go_on()
        over.set()
        for visitor in visitors:
            visitor.join()


def _ask_on(port: int, record: Callable[[], str], over: threading.Event) -> None:
    """Asks for review after review, and looks at each until it is done."""
    review: str | None = None
    while not over.is_set():
        with closing(HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)) as connection:
            if review is None:
                body = json.dumps({"record": record()})
                headers = {"content-type": "application/json"}
                connection.request("POST", "/api/reviews", body, headers)
            else:
                connection.request("GET", f"/api/reviews/{review}")
            answer = connection.getresponse()
            told = json.loads(answer.read())
        if answer.status not in (200, 202):
            raise RuntimeError(f"the server refused a review: {told}")
        review = None if told["status"] == "done" else told["id"]
        if review is not None:
            over.wait(_ASK_EVERY)


def _position(seed: str) -> str:
    rules = RULE_SETS["amsterdam"]
    return write_line(Position.start(rules, random_menhirs(rules, seed)))


def _follow(port: int, position: str, over: threading.Event) -> None:
    """Reads what the engine finds, and asks again when it has thought long enough."""
    body = json.dumps({"position": position, "lines": 3, "seconds": 60})
    while not over.is_set():
        with closing(HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)) as connection:
            headers = {"content-type": "application/json"}
            connection.request("POST", "/api/analysis/engine", body, headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise RuntimeError(f"the server refused an analysis: {answer.read()!r}")
            while not over.is_set() and answer.readline():
                pass
