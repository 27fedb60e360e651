"""The real server in a real process, to be asked, killed and started again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

_PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class ServerProcess:
    """``menhirs serve`` on a database."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.port = free_port()
        self.database = database
        self._log = log
        self._command = [
            *(str(Path(sys.executable).with_name("menhirs")), "serve", "--no-browser"),
            *("--port", str(self.port), "--database", database),
            *("--matches-a-minute", "100000", "--requests-a-second", "100000", *options),
        ]
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                httpx.get(f"{self.address}/healthz", timeout=2).raise_for_status()
                return
            except httpx.HTTPError:
                if self._process.poll() is not None or time.monotonic() > deadline:
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
