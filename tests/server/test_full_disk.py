"""A disk that is full: nothing is acknowledged that was not saved, and the server says so."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path

from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start


def until(fits: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_writes_that_fail_are_told_and_lose_nothing(tmp_path: Path) -> None:
    """The system lets the server's files grow no further, and then again."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'menhirs.sqlite'}", tmp_path / "log")

    def health() -> tuple[int, str]:
        answer = CLIENT.get(f"{server.address}/healthz")
        return answer.status_code, answer.json().get("code", "")

    try:
        me = start(server.address, opponent="shared", layout="seed", seed="fog")
        seen = me.state()
        action = seen["legal"][0]["action"]
        most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        try:
            refused = me.act(action, seen["state"])
            assert (refused.status_code, refused.json()["code"]) == (503, "storage")
            until(lambda: health() == (503, "storage"))
            assert me.state()["position"] == seen["position"]  # it can still be read
        finally:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, most)
        until(lambda: health() == (200, ""))
        played = me.act(action, seen["state"])
        assert played.status_code == 200 and played.json()["ply"] == 1
        server.kill()
        server.start()
        assert me.state()["position"] == played.json()["position"]
    finally:
        server.close()
