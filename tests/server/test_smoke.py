from __future__ import annotations

import httpx

from tests.server.processes import ServerProcess


def test_it_answers(server: ServerProcess) -> None:
    assert httpx.get(server.address + "/").status_code == 200
    made = httpx.post(server.address + "/api/matches", json={"opponent": "shared"})
    assert made.status_code == 201
