"""A result that an organiser enters goes the straight way: read once, checked once, ranked once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from menhirs.server.app import create_app
from menhirs.server.live.tournament import steps
from menhirs.server.live.tournament.tournaments import Tournaments
from menhirs.server.settings import ServerSettings
from menhirs.tournament.standings import standings
from menhirs.tournament.tournament import Tournament
from tests.patience import PATIENCE
from tests.server.test_garbage import serving


def test_a_result_is_read_checked_and_ranked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()

    def counted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any, **named: Any) -> Any:
            calls[name] += 1
            return work(*given, **named)

        return counting

    monkeypatch.setattr(Tournaments, "find", counted("find", Tournaments.find))
    monkeypatch.setattr(Tournament, "entered", counted("entered", Tournament.entered))
    monkeypatch.setattr(steps, "standings", counted("standings", standings))

    async def hold() -> None:
        app = create_app(ServerSettings(database=f"sqlite:///{tmp_path / 'menhirs.sqlite'}"))
        async with serving(app) as address:
            organiser = httpx2.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE)
            form = {"name": "An evening", "place": "tables", "door": "hand", "next": "button"}
            made = await organiser.post("/tournaments", data=form)
            page = made.headers["location"]
            names = {"names": "Ada\nBo\nCy\nDi"}
            assert (await organiser.post(f"{page}/players", data=names)).status_code == 303
            assert (await organiser.post(f"{page}/start", data={})).status_code == 303
            assert (await organiser.get(page)).status_code == 200
            calls.clear()
            data = {"game": "1-1-3-1", "ended": "south", "points": "3"}
            entered = await organiser.post(f"{page}/result", data=data)
            assert entered.status_code == 303, entered.text
            assert calls == {"find": 1, "entered": 1}
            shown = await organiser.get(page)
            assert shown.status_code == 200 and calls["standings"] == 1
            await organiser.get(page)
            assert calls["standings"] == 1, "worked out once for all who look"
            await organiser.aclose()

    asyncio.run(hold())
