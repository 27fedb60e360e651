"""Members of a club who play on servers that are killed all the time.

A member without an answer asks again, at either server: the request may have been carried out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import httpx2

from tests.patience import PATIENCE
from tests.server.lobby_people import LIVE
from tests.server.push_services import PushedBrowser
from tests.server.slow_players import SLOW

_TRY_AGAIN = 0.05
_NOT_NOW = (429, 503)
TOURNAMENT_RULES = "base8+21"
"""No other game of the club has these."""


class ClubMember:
    """Somebody with one browser, who does not care which server answers."""

    def __init__(self, addresses: Sequence[str], name: str) -> None:
        self.name = name
        self._addresses = addresses
        self._random = Random(name)
        self._client = httpx2.AsyncClient(timeout=PATIENCE, trust_env=False, verify=False)

    async def close(self) -> None:
        await self._client.aclose()

    async def _ask(self, method: str, path: str, **said: Any) -> httpx2.Response:
        """The answer, sooner or later."""
        while True:
            address = self._random.choice(self._addresses)
            try:
                answer = await self._client.request(method, address + path, **said)
            except httpx2.TransportError:  # killed over it, or not there
                await asyncio.sleep(_TRY_AGAIN)
                continue
            if answer.status_code not in _NOT_NOW:
                assert answer.status_code < 500, answer.text
                return answer
            await asyncio.sleep(_TRY_AGAIN)

    async def _led(self, path: str, **form: str) -> str:
        """Where a form leads."""
        answer = await self._ask("POST", path, data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def _sees(self, path: str) -> dict[str, Any]:
        answer = await self._ask("GET", path)
        assert answer.status_code == 200, answer.text
        data: dict[str, Any] = answer.json()
        return data

    # A game.

    async def begins_slow_game(self) -> str:
        return (await self._led("/matches", **SLOW, name=self.name)).removeprefix("/m/")

    async def invites(self) -> str:
        """Opens an invitation to a rated game; returns its match."""
        form = {"opponent": "open", "rules": "base", "rated": "true", "name": self.name, **LIVE}
        return (await self._led("/matches", **form)).removeprefix("/m/")

    async def takes(self, match: str) -> bool:
        """Whether the seat is theirs now."""
        led = await self._led(f"/m/{match}/join", lobby="yes", name=self.name)
        return led == f"/m/{match}"

    async def resigns(self, match: str) -> bool:
        """Until it is known that the game is over; whether somebody has won it.

        Nobody wins if a server that had not heard of the latest turns was asked whether the game
        can still be aborted.
        """
        while (state := await self._sees(f"/api/matches/{match}"))["outcome"] is None:
            await self._acts(match, state["state"], "resign")
        return bool(state["outcome"]["winner"])

    async def may_abort(self, match: str) -> bool:
        """Whether the game has no result yet if somebody gives up."""
        may: dict[str, bool] = (await self._sees(f"/api/matches/{match}"))["may"]
        return may["abort"]

    async def does_anything(self, match: str) -> None:
        """One thing, if the server that is asked knows that it is their turn."""
        state = await self._sees(f"/api/matches/{match}")
        if state["legal"]:
            legal = [choice["action"] for choice in state["legal"]]
            await self._acts(match, state["state"], self._random.choice(legal))

    async def _acts(self, match: str, state: int, action: str) -> None:
        said = {"state": state, "action": action}
        answer = await self._ask("POST", f"/api/matches/{match}/actions", json=said)
        # Refused is what has been done by a request without an answer. A server that has just come
        # back to its database may not have heard yet who sat down at the other one.
        is_early = answer.json().get("code") == "not-seated"
        assert answer.status_code in (200, 409) or is_early, answer.text

    async def wants_alerts(self, browser: PushedBrowser) -> None:
        answer = await self._ask("POST", "/api/alerts", json=browser.subscription)
        assert answer.is_success, answer.text

    # A tournament.

    async def organises(self, **wanted: str) -> str:
        """Opens a tournament; returns its name."""
        form = {"name": "Evening", "rules": TOURNAMENT_RULES, **wanted}
        return (await self._led("/tournaments", **form)).removeprefix("/tournaments/")

    async def enters(self, tournament: str) -> None:
        await self._led(f"/tournaments/{tournament}/enter", name=self.name)

    async def starts(self, tournament: str) -> None:
        answer = await self._ask("POST", f"/tournaments/{tournament}/start")
        assert answer.status_code in (303, 409), answer.text

    async def plays_in(self, tournament: str) -> None:
        """Loses whatever the opponent does not lose before, until the tournament is over."""
        while (await self._sees(f"/api/tournaments/{tournament}"))["phase"] != "finished":
            ready = await self._sees("/tournaments/ready")
            if ready and self._random.random() < 0.5:
                await self.resigns(ready["match"])
            await asyncio.sleep(self._random.uniform(0, 0.2))
