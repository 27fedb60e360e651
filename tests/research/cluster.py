"""A real Dask cluster, started with Dask's own commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE

_DASK = Path(sys.executable).parent / "dask"
_QUIET = {
    "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h",
    "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False",
}


class Cluster:
    """A scheduler, and workers as processes of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", "0"),
            *("--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(told)),
        )
        self.address: str = self._address(told)

    @property
    def has_workers(self) -> bool:
        return any(process.poll() is None for process in self._started[1:])

    def worker(self, name: str, *, memory: int = 10**9) -> subprocess.Popen[bytes]:
        """Starts a worker that solves one job at a time."""
        return self._start(
            *("worker", self.address, "--name", name, "--nthreads", "1", "--no-nanny"),
            *("--host", "127.0.0.1", "--no-dashboard", "--resources", f"memory={memory}"),
            *("--local-directory", str(self._folder)),
        )

    def close(self) -> None:
        for process in reversed(self._started):
            process.kill()
            process.wait()

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{words[0]}-{len(self._started)}.log").open("wb") as log:
            process = subprocess.Popen(
                [str(_DASK), *words], stdout=log, stderr=log, env=os.environ | _QUIET
            )
        self._started.append(process)
        return process

    def _address(self, told: Path) -> str:
        begin = time.monotonic()
        while time.monotonic() - begin < PATIENCE:
            try:
                return str(json.loads(told.read_text("utf-8"))["address"])
            except (OSError, ValueError):  # not written yet, or not wholly
                assert self._started[0].poll() is None, "the scheduler ended"
                time.sleep(0.05)
        raise AssertionError("the scheduler does not say where it is")


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.close()
