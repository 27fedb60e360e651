"""The real server in a real process, to be asked, killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.forked import Files, fork
from tests.patience import PATIENCE


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class ServerProcess:
    """``menhirs serve`` on a database."""

    def __init__(
        self,
        database: str,
        log: Path,
        *options: str,
        most_files: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        self.database = database
        self._log = log
        self._most_files = most_files
        self._environment = {**os.environ, **(environment or {})}
        self._arguments = [
            *("serve", "--no-browser", "--port", str(self.port), "--database", database),
            *("--matches-a-minute", "100000", "--requests-a-second", "100000"),
            *("--sign-ins-a-minute", "100000"),
            *("--reviews-a-minute", "100000", "--review-nodes", "200", *options),
        ]
        self.start()

    @property
    def megabytes(self) -> float:
        """The memory that it uses."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def seconds_worked(self) -> float:
        """The processor's time that it has taken."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        pid = self._process.pid
        assert pid is not None
        return pid

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        files = Files(Path(os.devnull), self._log, self._log)
        self._process = fork(self._arguments, files, self._environment, most_files=self._most_files)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if not self._process.is_alive() or time.monotonic() > deadline:
                self.close()  # nobody else could
                raise RuntimeError(f"no server: {self.log()}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """As a power cut: no chance to write anything."""
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """As Ctrl-C does."""
        os.kill(self.pid, signal.SIGINT)
        self._process.join(PATIENCE)
        assert not self._process.is_alive()

    def log(self) -> str:
        return self._log.read_text("utf-8")

    def close(self) -> None:
        if self._process.is_alive():
            self.kill()
