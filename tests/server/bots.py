"""Bots that play over the socket, reconnect by themselves, and remember every message."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from random import Random
from typing import Any, NamedTuple

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

_TRY_AGAIN = 0.02
_CLAIMS = 0.03
# The last one: a claim that was saved before a kill is asked for once more.
_OVERTAKEN = {"stale", "not-your-turn", "claim-turn", "claim-late", "claim-own", "claim-pending"}


class Told(NamedTuple):
    """An action from the server: once sent, it must never change."""

    ply: int
    player: int
    action: str
    at: int


def told_of(ply: dict[str, Any]) -> Told:
    return Told(ply["ply"], ply["player"], ply["action"], ply["at"])


class Watcher:
    """Somebody at a match without a seat."""

    def __init__(self, address: str, match: str, secret: str = "") -> None:
        self._address = f"{address}/m/{match}/socket"
        self._headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self.told: list[Told] = []
        self.position = ""
        self.outcome: dict[str, Any] | None = None

    async def stay_to_the_end(self) -> None:
        while self.outcome is None:
            try:
                async with connect(
                    self._address, additional_headers=self._headers, compression=None, proxy=None
                ) as socket:
                    await self._listen(socket)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(_TRY_AGAIN)

    async def _listen(self, socket: ClientConnection) -> None:
        while self.outcome is None:
            message = json.loads(await socket.recv())
            match message["type"]:
                case "hello":
                    plies = [told_of(ply) for ply in message["plies"][1:]]
                    # Nothing that was told is lost, doubled, changed or in another order.
                    assert plies[: len(self.told)] == self.told
                    for ply in plies[len(self.told) :]:
                        self._take_in(ply)
                    await self._look_at(message["state"], socket)
                case "state":
                    if message["ply"] != len(self.told):
                        assert message["ply"] == len(self.told) + 1
                        self._take_in(told_of(message["ply_item"]))
                    await self._look_at(message, socket)
                case "refused":
                    self._was_refused(message)

    def _take_in(self, told: Told) -> None:
        self.told.append(told)

    async def _look_at(self, state: dict[str, Any], socket: ClientConnection) -> None:
        self.position = state["position"]
        self.outcome = state["outcome"]

    def _was_refused(self, message: dict[str, Any]) -> None:
        raise AssertionError(message)


class Player(Watcher):
    """A player who does anything that is legal, and now and then claims.

    After coming back, a player asks once more for what was asked for last: nobody knows what became
    of it, and asking twice must never do it twice.
    """

    def __init__(self, address: str, match: str, secret: str, seat: int) -> None:
        super().__init__(address, match, secret)
        self._seat = seat
        self._random = Random(f"{match}{seat}")
        self._numbers = count(1)
        self._last: dict[str, Any] | None = None
        """What was asked for last."""
        self._is_open = False
        """Whether it has not been answered yet."""
        self._came_back = False
        self.saved_unseen = 0
        """How often it was saved, but a kill came before the answer."""

    async def _listen(self, socket: ClientConnection) -> None:
        self._came_back = True
        await super()._listen(socket)

    def _take_in(self, told: Told) -> None:
        super()._take_in(told)
        if told.player == self._seat:
            # Only what this player asked for, and only once.
            assert self._is_open
            assert self._last is not None
            assert told.action == self._last.get("action", "claim")
            self._is_open = False
            self.saved_unseen += self._came_back

    async def _look_at(self, state: dict[str, Any], socket: ClientConnection) -> None:
        await super()._look_at(state, socket)
        if self._came_back and self._last is not None:
            await socket.send(json.dumps(self._last))
        self._came_back = False
        if not self._is_open and (message := self._choose(state)):
            self._last, self._is_open = {**message, "re": next(self._numbers)}, True
            await socket.send(json.dumps(self._last))

    def _was_refused(self, message: dict[str, Any]) -> None:
        # Refused are only second tries, and what another player was quicker than.
        assert message["code"] in _OVERTAKEN, message
        assert self._last is not None
        if message["re"] == self._last["re"]:
            self._is_open = False

    def _choose(self, state: dict[str, Any]) -> dict[str, Any] | None:
        claim = state["claim"]
        if claim and claim["player"] == self._seat and self._random.random() < _CLAIMS:
            return {"type": "claim", "turn": claim["turn"]}
        if not state["legal"]:
            return None
        action = self._random.choice(state["legal"])["action"]
        return {"type": "act", "state": state["state"], "action": action}


async def asked(client: httpx2.AsyncClient, path: str, data: object) -> dict[str, Any] | None:
    """The answer to a request; None if the server was killed over it."""
    try:
        answer = await client.post(path, json=data)
    except httpx2.HTTPError:
        await asyncio.sleep(_TRY_AGAIN)
        return None
    assert answer.is_success, answer.text
    return dict(answer.json())
