"""Sending turn alerts in slow games while the player has no page of this site open.

Every alert waits in the database until it is due. The server that wrote it sends it; if that one is
gone, another does. It is marked as sent after the push service has accepted it. If the server dies
in between, it is sent again: two alerts, of which a browser shows one, do less harm than none.
"""

from __future__ import annotations

import asyncio
import logging

from menhirs.match.errors import Unavailable
from menhirs.server.live.alerts.push_message import KEY_NAME, ServerKey, turn_message
from menhirs.server.live.alerts.push_scheduler import PushScheduler
from menhirs.server.live.clock import now
from menhirs.server.live.heartbeat import Heartbeat
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.metrics import ALERTS
from menhirs.server.network.push_service import NoPushService, PushAnswer, send
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.people.alert_store import AlertName, AlertStore, DueAlert
from menhirs.server.storage.server_keys import kept_key
from menhirs.web.languages import language

_LOOK_EVERY = 2.0
_MOST_A_LOOK = 1_000
_GONE = 3_000
"""Milliseconds without a heartbeat after which another server's alerts are taken over."""
_PAUSES = (15, 60, 10 * 60, 3600, 4 * 3600)
"""Seconds before each further try; after the last one an alert is dropped."""
_LONGEST_PAUSE = _PAUSES[-1]
_KEPT = 24 * 3600 * 1000
_FORGET_EVERY = 3600 * 1000
"""Milliseconds for which sent alerts are stored, and between two clean-ups."""
_GONE_FOR_GOOD = (404, 410)

_log = logging.getLogger(__name__)


class Alerts:
    """The turn alerts of this server."""

    def __init__(self, rooms: Rooms, heartbeat: Heartbeat, settings: ServerSettings) -> None:
        self._rooms = rooms
        self._writer = rooms.writer
        self._heartbeat = heartbeat
        self._server = heartbeat.server
        self._contact = settings.push_contact
        self._local = settings.local_push
        self.store = AlertStore(rooms.writer.store.engine)
        self._turns = PushScheduler()
        self._at_work: dict[AlertName, asyncio.Task[None]] = {}
        """The alerts in flight, or waiting for their turn."""
        self._key: ServerKey | None = None
        self._unnoted: set[AlertName] = set()
        """Alerts sent while the database was down: only the result is still to be stored."""

    async def key(self) -> ServerKey:
        """The key that signs alerts, the same at all servers of a database."""
        if self._key is None:
            engine = self._writer.store.engine
            kept = await self._writer.run(
                kept_key, engine, KEY_NAME, lambda: ServerKey.make().write()
            )
            self._key = ServerKey.read(kept)
        return self._key

    async def run(self) -> None:
        """Sends due alerts, for ever."""
        forgot = 0
        while True:
            try:
                await self.key()
                await self._begin_due()
                if now() - forgot > _FORGET_EVERY:
                    forgot = now()
                    await self._writer.run(self.store.forget, forgot - _KEPT)
            except Unavailable:
                pass  # logged already; the database may be back at the next try
            except Exception:  # any error: other alerts must still be sent
                _log.exception("no look at what is due")
            await asyncio.sleep(_LOOK_EVERY)

    async def _begin_due(self) -> None:
        """Starts sending the due alerts, without waiting: one of them may take long."""
        at = now()
        alive_since = at - _GONE if self._heartbeat.misses_others else None
        look = (self._server, at, alive_since, _MOST_A_LOOK)
        due = await self._writer.read(self.store.due, *look)
        for alert in due:
            if alert.name not in self._at_work:
                self._at_work[alert.name] = self._rooms.spawn(self._deal_with(alert))

    async def _deal_with(self, alert: DueAlert) -> None:
        try:
            await self._process(alert)
        except Unavailable:
            pass  # logged already; the alert is still due
        except Exception:  # the other alerts are still sent
            _log.exception("an alert was not told")
            await self._try_again(alert, None)
        finally:
            del self._at_work[alert.name]

    async def _process(self, alert: DueAlert) -> None:
        run, store = self._writer.run, self.store
        if alert.server != self._server and not await run(store.take, alert, self._server):
            return  # another server was quicker
        if alert.name in self._unnoted:
            await self._settle(alert, "told")
            return
        if alert.player is None or self._rooms.is_present(alert.match, alert.player):
            await self._settle(alert, "needless")
            return
        endpoint = alert.subscription.endpoint
        async with self._turns.turn(endpoint) as may_be_asked:
            answer = await self._answer(alert) if may_be_asked else PushAnswer(503)
        if may_be_asked:
            self._turns.record_answer(endpoint, answered=answer.status < 500)
        await self._take_in(alert, answer)

    async def _answer(self, alert: DueAlert) -> PushAnswer:
        """The answer of the push service, or an equivalent one if there is none."""
        try:
            return await self._send(alert)
        except (NoPushService, ValueError) as error:
            _log.warning("a browser can't be told of turns: %s", error)
            return PushAnswer(410)
        except (OSError, TimeoutError) as error:
            _log.warning("a push service can't be reached: %s", error or type(error).__name__)
            return PushAnswer(503)

    async def _send(self, alert: DueAlert) -> PushAnswer:
        data = alert.subscription
        spoken, key = language(data.language), await self.key()
        arguments = (alert.match, data, spoken, key, self._contact)
        message = await asyncio.to_thread(turn_message, *arguments)
        return await send(data.endpoint, message.headers, message.body, local=self._local)

    async def _take_in(self, alert: DueAlert, answer: PushAnswer) -> None:
        if 200 <= answer.status < 300:
            self._unnoted.add(alert.name)
            await self._settle(alert, "told")
        elif answer.status in _GONE_FOR_GOOD:
            ALERTS.labels("gone").inc()
            await self._writer.run(self.store.unsubscribe, alert.subscription.endpoint_hash)
        elif answer.status == 429 or answer.status >= 500:
            await self._try_again(alert, answer.retry_after)
        else:
            _log.warning("a push service refused an alert: %d", answer.status)
            await self._settle(alert, "refused")

    async def _settle(self, alert: DueAlert, result: str) -> None:
        await self._writer.run(self.store.settle, alert, self._server, now())
        self._unnoted.discard(alert.name)
        ALERTS.labels(result).inc()

    async def _try_again(self, alert: DueAlert, wanted: float | None) -> None:
        if alert.tries >= len(_PAUSES):
            await self._settle(alert, "given up")
            return
        pause = min(max(_PAUSES[alert.tries], wanted or 0), _LONGEST_PAUSE)
        due = now() + round(pause * 1000)
        await self._writer.run(self.store.postpone, alert, self._server, due)
        ALERTS.labels("postponed").inc()
