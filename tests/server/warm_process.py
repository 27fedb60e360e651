"""The real server in a real process that starts in no time, to be killed again and again.

Most of a start is importing. A process that has imported everything already is forked for each
start; what is forked runs ``menhirs serve`` from its first line.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from tests.server.processes import free_port

_PATIENCE = 30.0
_IMPORTED = [
    "menhirs.cli.main",
    "menhirs.cli.serve",
    "menhirs.server.app",
    "menhirs.server.network.bounded_http",
    "menhirs.server.network.bounded_socket",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
]


class WarmServer:
    """``menhirs serve`` on a database."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.port = free_port()
        self._log = log
        self._arguments = [
            *("serve", "--no-browser", "--port", str(self.port), "--database", database),
            *("--matches-a-minute", "1e6", "--requests-a-second", "1e6"),
            *("--messages-a-second", "1e6", *options),
        ]
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(_IMPORTED)
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        arguments = (str(self._log), self._arguments)
        self._process = self._context.Process(target=_serve, args=arguments)
        self._process.start()
        deadline = time.monotonic() + _PATIENCE
        while not self._answers():
            if not self._process.is_alive() or time.monotonic() > deadline:
                raise RuntimeError(f"no server: {self._log.read_text('utf-8')}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """As a power cut: no chance to write anything."""
        self._process.kill()
        self._process.join()

    def log(self) -> str:
        return self._log.read_text("utf-8")


def _serve(log: str, arguments: list[str]) -> None:
    from menhirs.cli.main import main

    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(target, 1)
    os.dup2(target, 2)
    sys.exit(main(arguments))
