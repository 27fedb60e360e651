"""The load alone, and beside reviews and live analyses: how much slower is play for them?"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path

from menhirs.bench.server.games import prepare, prepare_records
from menhirs.bench.server.load import Run, Size, Tell, run_load
from menhirs.bench.server.processes import Process, servers
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.notation.line import write_line
from menhirs.server.storage.database import open_database
from menhirs.server.storage.store import Store

_RECORDS = 200
"""More than a server reviews in any run of ours: none is asked for twice."""
_WAITING = 2
"""Reviews that are asked for at a time: one is made, and the next one waits."""
ANALYSES = 2
"""Visitors who follow the engine on the analysis board all the time."""
_PATIENCE = 60.0
_ASK_EVERY = 0.5


@dataclass(frozen=True)
class Beside:
    """The same load twice, on SQLite."""

    alone: Run
    with_engine: Run
    """With reviews and live analyses."""
    reviews: float
    """That were finished in the meantime."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def beside_the_engine(size: Size, tell: Tell) -> Beside:
    """Measures the load alone, then while reviews are made and analyses are followed."""
    with tempfile.TemporaryDirectory(prefix="menhirs-bench-") as name:
        folder = Path(name)
        alone, _ = _measure(folder / "alone", "alone", size, tell, None)
        records = prepare_records(_RECORDS)
        beside, made = _measure(folder / "engine", "beside the engine", size, tell, records)
    return Beside(alone, beside, made)


def _measure(
    folder: Path, name: str, size: Size, tell: Tell, records: list[str] | None
) -> tuple[Run, float]:
    folder.mkdir()
    database = f"sqlite:///{folder / 'bench.sqlite'}"
    engine = open_database(database)
    games = prepare(Store(engine), size.matches)
    engine.dispose()
    with servers(database, 1, folder / "log") as processes:
        (server,) = processes
        with _working(server, records or []):
            run = run_load(name, games, processes, size, 1.0, tell)
        return run, server.metric("menhirs_reviews_total")


@contextmanager
def _working(server: Process, records: list[str]) -> Iterator[None]:
    """Lets a server review one game after the other, and analyse; without records nothing."""
    over = threading.Event()
    asked = cycle(records)
    reviewed = [
        threading.Thread(target=_ask_on, args=(server.port, lambda: next(asked), over))
        for _ in range(_WAITING)
    ]
    followed = [
        threading.Thread(target=_follow, args=(server.port, _position(str(number)), over))
        for number in range(ANALYSES)
    ]
    visitors = [*reviewed, *followed] if records else []
    for visitor in visitors:
        visitor.start()
    try:
        yield
    finally:
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
