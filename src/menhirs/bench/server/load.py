"""The whole measurement: echo, SQLite, and PostgreSQL with two servers, all in one run."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from menhirs.bench.server import postgresql
from menhirs.bench.server.commits import commits_a_second
from menhirs.bench.server.games import Game, prepare
from menhirs.bench.server.processes import Process, echo_server, servers
from menhirs.server.storage.database import open_database
from menhirs.server.storage.store import Store

PACE = 2.0
"""At a pace, every match has an action every so many seconds."""


@dataclass(frozen=True)
class Size:
    """How much load, and for how long."""

    matches: int = 1_000
    at_once: int = 64
    """How many of them are played at full speed at the same time."""
    seconds: float = 8.0


@dataclass(frozen=True)
class Phase:
    """How one phase went; times in milliseconds."""

    actions_a_second: float
    median: float
    p99: float
    seen_p99: float | None
    """Until the other player saw it."""
    cpu: float
    """Processor time of all servers for one action."""


@dataclass(frozen=True)
class Run:
    """How one kind of server did."""

    name: str
    matches: int
    pace: Phase
    speed: Phase
    megabytes: float
    commits_a_second: float | None

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


Tell = Callable[[str], None]


def measure(size: Size, tell: Tell) -> list[Run]:
    """Measures everything. Where there is no PostgreSQL, that is told and left out."""
    runs = []
    with tempfile.TemporaryDirectory(prefix="menhirs-bench-") as name:
        folder = Path(name)
        log = folder / "log"
        tell("echo")
        with echo_server(log) as processes:
            runs.append(_run("echo", prepare(None, size.matches), processes, size, None, tell))
        runs.append(_on("SQLite", f"sqlite:///{folder / 'bench.sqlite'}", 1, log, size, tell))
        if (programs := postgresql.programs()) is None:
            tell("no PostgreSQL here: left out")
        else:
            with postgresql.cluster(programs) as database:
                runs.append(_on("PostgreSQL, 2 servers", database, 2, log, size, tell))
    return runs


def _on(name: str, database: str, count: int, log: Path, size: Size, tell: Tell) -> Run:
    tell(f"{name}: bare commits")
    engine = open_database(database)
    rate = commits_a_second(engine, size.seconds / 2)
    tell(f"{name}: {size.matches} matches")
    games = prepare(Store(engine), size.matches)
    engine.dispose()
    with servers(database, count, log) as processes:
        return _run(name, games, processes, size, rate, tell)


def _run(
    name: str,
    games: list[Game],
    processes: list[Process],
    size: Size,
    commits: float | None,
    tell: Tell,
) -> Run:
    # The two players of a match sit at different servers, where there are several.
    ports = [processes[seat % len(processes)].port for seat in (0, 1)]
    plan = {
        "echo": commits is None,
        "pace": PACE,
        "seconds": size.seconds,
        "at_once": size.at_once,
        "matches": [
            {
                "sockets": [f"ws://127.0.0.1:{port}/m/{game.match}/socket" for port in ports],
                "secrets": game.secrets,
                "first_state": game.first_state,
                "line": game.line,
            }
            for game in games
        ],
    }
    command = [sys.executable, "-m", "menhirs.bench.server.client"]
    phases: dict[str, Phase] = {}
    megabytes = before = 0.0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        json.dump(plan, client.stdin)
        client.stdin.close()
        for line in client.stdout:
            told = json.loads(line)
            tell(f"{name}: {told['what']}")
            cpu = sum(process.cpu_seconds for process in processes)
            if "figures" in told:
                phases[told["what"].split()[0]] = _phase(told["figures"], cpu - before)
                megabytes = sum(process.megabytes for process in processes)
            before = cpu
    if client.returncode:
        raise RuntimeError("the client of the load went wrong")
    return Run(name, len(games), phases["pace"], phases["speed"], megabytes, commits)


def _phase(figures: dict[str, float | list[str] | None], cpu: float) -> Phase:
    if figures["errors"]:
        raise RuntimeError(f"the server refused what was legal: {figures['errors']}")

    def number(name: str) -> float:
        value = figures[name]
        assert isinstance(value, float | int), name
        return value

    seen = number("seen_p99") * 1000 if figures["seen_p99"] is not None else None
    actions = max(1.0, number("actions"))
    return Phase(
        actions_a_second=actions / number("seconds"),
        median=number("median") * 1000,
        p99=number("p99") * 1000,
        seen_p99=seen,
        cpu=cpu * 1000 / actions,
    )
