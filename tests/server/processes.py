"""The real server in a real process, to be asked, killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

_PATIENCE = 90.0


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
        environment: dict[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        self.database = database
        self._log = log
        self._environment = {**os.environ, **(environment or {})}
        self._command = [
            *(str(Path(sys.executable).with_name("menhirs")), "serve", "--no-browser"),
            *("--port", str(self.port), "--database", database),
            *("--matches-a-minute", "100000", "--requests-a-second", "100000"),
            *("--sign-ins-a-minute", "100000"),
            *("--reviews-a-minute", "100000", "--review-nodes", "200", *options),
        ]
        if most_files is not None:
            self._command = ["prlimit", f"--nofile={most_files}:{most_files}", *self._command]
        self.start()

    @property
    def megabytes(self) -> float:
        """The memory that it uses."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def seconds_worked(self) -> float:
        """The processor's time that it has taken."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, env=self._environment
            )
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                httpx.get(f"{self.address}/healthz", timeout=2).raise_for_status()
                return
            except httpx.HTTPError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    self.close()  # nobody else could
                    raise RuntimeError(f"no server: {self.log()}") from None
                time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut: no chance to write anything."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(_PATIENCE)

    def log(self) -> str:
        return self._log.read_text("utf-8")

    def close(self) -> None:
        if self._process.poll() is None:
            self.kill()
