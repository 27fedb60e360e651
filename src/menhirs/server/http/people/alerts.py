"""Subscriptions of browsers to turn alerts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, StringConstraints

from menhirs.match.terms import DAY, MOST_DAYS
from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import address_of
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.http.site import offline
from menhirs.server.live.alerts.alerts import Alerts
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of
from menhirs.server.network.push_encryption import from_base64
from menhirs.server.network.push_service import LONGEST_ENDPOINT, checked_endpoint
from menhirs.server.storage.people.alert_store import Subscription
from menhirs.server.storage.people.people_store import Person

router = APIRouter(include_in_schema=False)

_OLDEST = (MOST_DAYS + 1) * DAY
"""Milliseconds after which a turn is no longer listed: no clock gives so much time."""
_KEY_BYTES, _AUTH_BYTES = 65, 16
_NO_STORE = {"cache-control": "no-store"}

Endpoint = Annotated[str, StringConstraints(max_length=LONGEST_ENDPOINT)]


class BrowserKeys(BaseModel):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, StringConstraints(max_length=120)]
    auth: Annotated[str, StringConstraints(max_length=60)]


class Browser(BaseModel):
    """A ``PushSubscription``, as browsers write it; other fields are ignored."""

    endpoint: Endpoint
    keys: BrowserKeys


class AlertsEnd(BaseModel):
    """A browser that gets no more alerts."""

    endpoint: Endpoint


def _alerts_of(request: Request) -> Alerts:
    return services_of(request).alerts


async def _visitor(request: Request) -> Person | None:
    """The visitor, if known; raises if there are too many requests.

    Requests are counted per person: many people may share one address.
    """
    person = await person_of(request)
    admission_of(request).requests.check(person.id if person else address_of(request))
    return person


@router.get("/service-worker.js")
def service_worker(request: Request) -> Response:
    """The service worker that shows alerts. It is served at the root, since its scope is its own
    folder.
    """
    # Browsers check for a newer one every day.
    headers = {"cache-control": "no-cache"}
    script = offline.service_worker(request)
    return Response(script, media_type="text/javascript", headers=headers)


@router.get("/api/turns")
async def turns(request: Request) -> Response:
    """The visitor's matches in which it is their turn."""
    person, rooms = await _visitor(request), rooms_of(request)
    found = []
    if person is not None:
        store = _alerts_of(request).store
        found = await rooms.writer.read(store.turns_of, person.id, now() - _OLDEST)
    turns = [
        {
            "match": turn.match,
            "since": turn.since,
            "opponent": turn.opponent,
            "present": rooms.is_present(turn.match, turn.player),
        }
        for turn in found
    ]
    return JSONResponse({"turns": turns}, headers=_NO_STORE)


@router.get("/api/alerts")
async def alerts_key(request: Request) -> Response:
    """The public key with which this server signs alerts."""
    await _visitor(request)
    return JSONResponse({"key": (await _alerts_of(request).key()).public}, headers=_NO_STORE)


@router.post("/api/alerts", status_code=204)
async def subscribe(request: Request, browser: Browser) -> Response:
    """Subscribes this browser to turn alerts, in the language of the page."""
    settings = services_of(request).settings
    checked_endpoint(browser.endpoint, local=settings.local_push)
    _check_keys(browser.keys)
    if (person := await _visitor(request)) is None:
        raise BadRequest("nobody")
    hashed, language = hash_of(browser.endpoint), language_of(request).code
    keys = browser.keys
    wanted = Subscription(hashed, browser.endpoint, keys.p256dh, keys.auth, language)
    store = _alerts_of(request).store
    await rooms_of(request).writer.run(store.subscribe, person.id, wanted, now())
    return Response(status_code=204)


@router.delete("/api/alerts", status_code=204)
async def unsubscribe(request: Request, browser: AlertsEnd) -> Response:
    """Unsubscribes this browser."""
    if (person := await _visitor(request)) is not None:
        store = _alerts_of(request).store
        hashed = hash_of(browser.endpoint)
        await rooms_of(request).writer.run(store.unsubscribe, hashed, person.id)
    return Response(status_code=204)


def _check_keys(keys: BrowserKeys) -> None:
    try:
        point, auth = (from_base64(key) for key in (keys.p256dh, keys.auth))
    except ValueError:
        raise BadRequest("push-keys") from None
    if len(point) != _KEY_BYTES or point[0] != 4 or len(auth) != _AUTH_BYTES:
        raise BadRequest("push-keys")
