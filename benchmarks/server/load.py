"""The whole measurement: echo, SQLite, and PostgreSQL with two servers, all in one run."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from benchmarks import CHECKOUT
from benchmarks.server import postgresql
from benchmarks.server.client import WHOLE
from benchmarks.server.commits import commits_a_second
from benchmarks.server.games import Game, prepare, prepare_slots
from benchmarks.server.processes import NO_LIMITS, Process, echo_server, servers
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore

PACE = 2.0
"""Seconds between two actions of a match played at a pace."""


@dataclass(frozen=True)
class Size:
    """The size and duration of the load."""

    matches: int = 1_000
    at_once: int = 64
    """The number of matches played at the same time at full speed."""
    seconds: float = 8.0


@dataclass(frozen=True)
class Phase:
    """The results of one phase; times in milliseconds."""

    actions_a_second: float
    median: float
    p99: float
    seen_p99: float | None
    """Time until the other player received an action, 99th percentile."""
    cpu: float
    """Processor time of all servers for one action."""


@dataclass(frozen=True)
class Run:
    """The results of one kind of server."""

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
    """Measures everything; ``tell`` says so if PostgreSQL is not installed and left out."""
    runs = []
    with tempfile.TemporaryDirectory(prefix="menhirs-bench-") as name:
        folder = Path(name)
        log = folder / "log"
        tell("echo")
        with echo_server(log) as processes:
            runs.append(run_load("echo", prepare(None, size.matches), processes, size, None, tell))
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
    games = prepare(MatchStore(engine), size.matches)
    engine.dispose()
    with servers(database, count, log) as processes:
        return run_load(name, games, processes, size, rate, tell)


def run_load(
    name: str,
    games: list[Game],
    processes: list[Process],
    size: Size,
    commits: float | None,
    tell: Tell,
) -> Run:
    """Plays the games on servers that run; without a rate of commits they are a bare echo."""
    plan = {
        "echo": commits is None,
        "pace": PACE,
        "seconds": size.seconds,
        "at_once": size.at_once,
        "matches": [_as_data(game, processes) for game in games],
    }
    phases: dict[str, Phase] = {}
    megabytes = before = 0.0
    for told in reports_of(plan):
        tell(f"{name}: {told['what']}")
        cpu = sum(process.cpu_seconds for process in processes)
        if "figures" in told:
            phases[told["what"].split()[0]] = phase_of(told["figures"], cpu - before)
            megabytes = sum(process.megabytes for process in processes)
        before = cpu
    return Run(name, len(games), phases["pace"], phases["speed"], megabytes, commits)


@dataclass(frozen=True)
class Moment:
    """The results of one interval of a long run."""

    when: str
    phase: Phase
    megabytes: float
    rooms: float
    openings: float
    """Matches opened a second, each with its two sockets."""
    opening_p99: float
    """Milliseconds until both sockets were greeted, 99th percentile."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Opened:
    """All matches of a long run were opened, before play begins."""

    cpu: float
    """Milliseconds of the server's processor time for one match with its two sockets."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def hold(size: Size, every: float, tell: Tell) -> Iterator[tuple[str, Opened | Moment]]:
    """Holds a number of matches at the pace for a long time, on SQLite; yields regular results.

    A finished match is followed by a new one, so that rooms are opened and left all the time.
    The last result is that of the whole time. Before, a bare echo does the same for one interval.
    """
    with tempfile.TemporaryDirectory(prefix="menhirs-bench-") as name:
        short = replace(size, seconds=min(size.seconds, every))
        slots = prepare_slots(None, size.matches, short.seconds / PACE)
        with echo_server(Path(name) / "log") as processes:
            plan = _plan_to_hold(short, every, processes, slots, echo=True)
            for moment in _held(size, plan, processes[0]):
                yield "echo", moment
    with matches_to_hold(size, every, tell) as (server, _, plan):
        for moment in _held(size, plan, server):
            yield "server", moment


def _held(size: Size, plan: dict[str, object], server: Process) -> Iterator[Opened | Moment]:
    began = before = server.cpu_seconds
    for told in reports_of(plan):
        cpu, what = server.cpu_seconds, told["what"]
        if "figures" in told:
            figures = told["figures"]
            phase = phase_of(figures, cpu - (began if what == WHOLE else before))
            rooms = 0.0 if plan["echo"] else server.metric("menhirs_rooms")
            opened = figures["openings"] / figures["seconds"]
            p99 = 1000 * (figures["opening_p99"] or 0.0)
            yield Moment(what, phase, server.megabytes, rooms, opened, p99)
        else:  # all matches are open, and play begins
            yield Opened(1000 * (cpu - before) / size.matches)
            began = cpu
        before = cpu


@contextmanager
def matches_to_hold(
    size: Size,
    every: float,
    tell: Tell,
    *,
    settle: float = 0.0,
    limits: Sequence[str] = NO_LIMITS,
) -> Iterator[tuple[Process, Engine, dict[str, object]]]:
    """A server on SQLite, its database, and a plan to hold matches there at the pace.

    There are figures of every so many seconds; ``settle`` seconds before each do not count.
    """
    with tempfile.TemporaryDirectory(prefix="menhirs-bench-") as name:
        database = f"sqlite:///{Path(name) / 'bench.sqlite'}"
        engine = open_database(database)
        tell(f"{size.matches} matches")
        slots = prepare_slots(MatchStore(engine), size.matches, size.seconds / PACE)
        with servers(database, 1, Path(name) / "log", limits) as processes:
            plan = _plan_to_hold(size, every, processes, slots, settle=settle)
            try:
                yield processes[0], engine, plan
            finally:
                engine.dispose()


def _plan_to_hold(
    size: Size,
    every: float,
    processes: list[Process],
    slots: list[list[Game]],
    *,
    settle: float = 0.0,
    echo: bool = False,
) -> dict[str, object]:
    return {
        "echo": echo,
        "pace": PACE,
        "seconds": size.seconds,
        "every": every,
        "settle": settle,
        "slots": [[_as_data(game, processes) for game in slot] for slot in slots],
    }


def _as_data(game: Game, processes: list[Process]) -> dict[str, object]:
    # With several servers, the two players of a match connect to different ones.
    ports = [processes[seat % len(processes)].port for seat in (0, 1)]
    return {
        "sockets": [f"ws://127.0.0.1:{port}/m/{game.match}/socket" for port in ports],
        "cookies": [
            f"seat={secret}; person={person}"
            for secret, person in zip(game.secrets, game.people, strict=True)
        ],
        "first_state": game.first_state,
        "line": game.line,
    }


def reports_of(plan: dict[str, object]) -> Iterator[dict[str, Any]]:
    """Runs the client with a plan; yields its reports."""
    command = [sys.executable, "-m", "benchmarks.server.client"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT
    ) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        json.dump(plan, client.stdin)
        client.stdin.close()
        for line in client.stdout:
            yield json.loads(line)
    if client.returncode:
        raise RuntimeError("the client of the load went wrong")


def phase_of(figures: dict[str, float | list[str] | None], cpu: float) -> Phase:
    """What the client has measured, while the servers used so much processor time."""
    if figures["errors"]:
        raise RuntimeError(f"the server refused what was legal: {figures['errors']}")

    def number(name: str) -> float:
        value = figures[name]
        assert not isinstance(value, list), name
        return nan if value is None else value  # no answer in this phase

    seen = number("seen_p99") * 1000 if figures["seen_p99"] is not None else None
    actions = max(1.0, number("actions"))
    return Phase(
        actions_a_second=actions / number("seconds"),
        median=number("median") * 1000,
        p99=number("p99") * 1000,
        seen_p99=seen,
        cpu=cpu * 1000 / actions,
    )
