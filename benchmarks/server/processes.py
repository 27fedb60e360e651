"""Server processes, with the processor time and memory that they use."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from benchmarks import CHECKOUT

_PATIENCE = 60.0
_LOWEST_PRIORITY = 19
_SERVE = "from menhirs.cli.main import main; raise SystemExit(main())"
NO_LIMITS = (
    *("--matches-a-minute", "1e6", "--requests-a-second", "1e6", "--messages-a-second", "1e6"),
    *("--reviews-a-minute", "1e6"),
)


class Process:
    """A server that answers on a port."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self._process = process

    @property
    def cpu_seconds(self) -> float:
        """The processor time used so far, on systems that report it."""
        try:
            fields = _status(self._process.pid)
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """The memory in use, on systems that report it."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        except OSError:
            return 0.0
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def background(self) -> list[int]:
        """The processes that it lets work at the lowest priority, on systems that report it."""
        children = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        pids = [int(pid) for listed in children for pid in listed.read_text().split()]
        return [pid for pid in pids if _niceness(pid) == _LOWEST_PRIORITY]

    def metric(self, name: str) -> float:
        """The value of one of the server's own metrics."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)) as connection:
            connection.request("GET", "/metrics")
            lines = connection.getresponse().read().decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def _status(pid: int) -> list[str]:
    """What the system tells of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _niceness(pid: int) -> int:
    try:
        return int(_status(pid)[16])
    except OSError:  # it has just ended
        return 0


@contextmanager
def servers(
    database: str, count: int, log: Path, limits: Sequence[str] = NO_LIMITS
) -> Iterator[list[Process]]:
    """Runs ``count`` real servers on one database; no ``limits``: the usual ones."""
    with ExitStack() as stack:
        started = []
        for _ in range(count):
            port = _free_port()
            options = ["serve", "--no-browser", "--port", str(port), "--database", database]
            command = [sys.executable, "-c", _SERVE, *options, *limits]
            started.append(stack.enter_context(_running(command, port, log)))
        yield started


@contextmanager
def echo_server(log: Path) -> Iterator[list[Process]]:
    """Runs a bare echo."""
    port = _free_port()
    command = [sys.executable, "-m", "benchmarks.server.echo", str(port)]
    with _running(command, port, log) as process:
        yield [process]


@contextmanager
def _running(command: list[str], port: int, log: Path) -> Iterator[Process]:
    with (
        log.open("ab") as output,
        subprocess.Popen(command, stderr=output, cwd=CHECKOUT) as process,
    ):
        try:
            _wait_for(port, process, log)
            yield Process(port, process)
        finally:
            process.terminate()


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"no server: {log.read_text('utf-8')}") from None
            time.sleep(0.05)
        finally:
            connection.close()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
