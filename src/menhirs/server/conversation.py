"""The conversation over a match's socket: what a page may say, and what it hears back."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from menhirs.core.errors import MenhirsError
from menhirs.server import referee
from menhirs.server.as_json import as_json
from menhirs.server.errors import BadRequest, Unavailable
from menhirs.server.heart import now
from menhirs.server.limits import LARGEST_MESSAGE, Bucket
from menhirs.server.metrics import REFUSALS
from menhirs.server.room import Room
from menhirs.server.viewer import Viewer
from menhirs.server.wishes import Name

PING_EVERY = 10.0
_LONGEST_FAREWELL = 1.0
_PATIENCE = 50
"""Who is refused so often for being too fast is cut off."""

ActionText = Annotated[str, StringConstraints(max_length=80)]
SeatNumber = Literal[1, 2]


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    re: int | None = None
    """Comes back in the answer."""


class Act(_Said):
    type: Literal["act"]
    state: int
    action: ActionText
    seat: SeatNumber | None = Field(None, alias="as")


class ClaimIt(_Said):
    type: Literal["claim"]
    turn: int
    held: int = Field(0, ge=0, le=60_000)
    """For how many milliseconds the button was held."""
    seat: SeatNumber | None = Field(None, alias="as")


class Explain(_Said):
    type: Literal["explain"]
    action: ActionText


class TakeBack(_Said):
    type: Literal["take-back"]


class Rematch(_Said):
    type: Literal["rematch"]


class Answer(_Said):
    type: Literal["take-back-answer", "rematch-answer"]
    yes: bool


class Rename(_Said):
    type: Literal["name"]
    name: Name
    seat: SeatNumber | None = Field(None, alias="as")


class Pong(_Said):
    type: Literal["pong"]
    sent: float


Said = Annotated[
    Act | ClaimIt | Explain | TakeBack | Rematch | Answer | Rename | Pong,
    Field(discriminator="type"),
]
_READER: TypeAdapter[Any] = TypeAdapter(Said)


class Conversation:
    """One page's socket."""

    def __init__(
        self, socket: WebSocket, room: Room, viewer: Viewer, messages_a_second: float
    ) -> None:
        self._socket = socket
        self._room = room
        self._viewer = viewer
        self._bucket = Bucket(messages_a_second)
        self._refusals = 0
        self._sent: float | None = None
        """The ping that was not answered yet."""
        self._farewell: tuple[int, str] | None = None
        """The code and the last message, if it is us who end the conversation."""
        self._lag = 0
        """The milliseconds that a message takes to the page and back, as last measured."""

    async def run(self) -> None:
        """Talks until one of the two has enough."""
        self._viewer.tell(self._room.hello(self._viewer))
        self._room.enter(self._viewer)
        tasks = [
            asyncio.create_task(work())
            for work in (self._listen, self._speak, self._measure_lag, self._wait_for_the_end)
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page is gone: it comes back by itself
        finally:
            self._room.leave(self._viewer)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._close()

    async def _close(self) -> None:
        code, last = self._farewell or (1012, None)  # "service restart": try again
        # Whoever has stopped reading is not waited for.
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(_LONGEST_FAREWELL):
                if last is not None:
                    await self._socket.send_text(last)
                await self._socket.close(code)

    async def _wait_for_the_end(self) -> None:
        await self._viewer.sent_away.wait()

    async def _speak(self) -> None:
        while (message := await self._viewer.messages.get()) is not None:
            await self._socket.send_text(message)

    async def _measure_lag(self) -> None:
        while True:
            if self._sent is None:
                self._sent = time.monotonic()
                self._viewer.tell(as_json({"type": "ping", "sent": self._sent}))
            await asyncio.sleep(PING_EVERY)

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._hear(message.get("text") or "", now())

    async def _hear(self, text: str, at: int) -> None:
        """Does what a page asks for. What is wrong with it is told, and nothing else happens."""
        try:
            self._bucket.check()
            await self._do(_read(text), at)
        except MenhirsError as error:
            REFUSALS.labels(error.code).inc()
            told = referee.told(error, self._viewer.language)
            self._viewer.tell(as_json({"type": "refused", "re": _number_of(text), **told}))
            bye = as_json({"type": "bye", **told})
            if isinstance(error, Unavailable):
                self._farewell = 1012, bye
                raise WebSocketDisconnect(1012) from error
            if error.code == "too-fast":
                # Reading slower makes the sender wait; whoever does not mind that is sent away.
                self._refusals += 1
                if self._refusals > _PATIENCE:
                    self._farewell = 1008, bye
                    raise WebSocketDisconnect(1008) from error
                await asyncio.sleep(0.05)

    async def _do(self, said: Any, at: int) -> None:
        room, you = self._room, self._viewer.you
        match said:
            case Pong():
                self._heard_pong(said.sent)
            case Act(action="resign"):
                await referee.resign(room, you, said.seat, at)
            case Act():
                await referee.act(room, you, said.state, said.action, at)
            case ClaimIt():
                lag, held = self._lag, said.held
                await referee.claim(room, you, said.turn, at, lag=lag, held=held, seat=said.seat)
            case Explain():
                told = referee.explain_action(room, you, said.action, self._viewer.language)
                answer = {"type": "explained", "re": said.re, "legal": told is None, **(told or {})}
                self._viewer.tell(as_json(answer))
            case TakeBack():
                await referee.take_back(room, you)
            case Rematch():
                await referee.rematch(room, you)
            case Answer(type="take-back-answer"):
                await referee.answer_take_back(room, you, said.yes)
            case Answer():
                await referee.answer_rematch(room, you, said.yes)
            case Rename():
                await referee.name(room, you, said.name, said.seat)

    def _heard_pong(self, sent: float) -> None:
        if sent == self._sent:  # only what we asked for tells the lag
            self._lag = round((time.monotonic() - sent) * 1000)
            self._sent = None


def _read(text: str) -> Any:
    if len(text.encode()) > LARGEST_MESSAGE:
        raise BadRequest("too-large", most=LARGEST_MESSAGE)
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadRequest("message", why=f"{where}: {first['msg']}".lstrip(": ")) from None


def _number_of(text: str) -> int | None:
    """The number of a message that was refused, be it that the rest of it can't be read."""
    if len(text) > LARGEST_MESSAGE:
        return None
    try:
        said = from_json(text)
    except ValueError:
        return None
    number = said.get("re") if isinstance(said, dict) else None
    return number if type(number) is int else None
