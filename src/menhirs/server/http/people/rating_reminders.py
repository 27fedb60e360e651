"""Reminders for a person with a rating: to give a name, and to have a way to sign in again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypedDict

from fastapi import Request

from menhirs.server.http.people.device_links import keys_of
from menhirs.server.http.people.relying_party import has_passkeys
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import rooms_of, services_of
from menhirs.server.storage.people.people_store import Person


class Reminder(TypedDict):
    """A reminder for a person with a rating."""

    words: str
    address: str
    label: str


async def reminders(request: Request, person: Person) -> AsyncIterator[Reminder]:
    """The reminders for a person who would otherwise lose their rating with the browser."""
    _, read = language_of(request).gettext, rooms_of(request).writer.read
    if not person.name:
        words = _("You have no name in the ranking yet.")
        yield {"words": words, "address": "/you#name-title", "label": _("Choose a name")}
    keys = await read(keys_of(request).keys_of, person.id)
    passkeys = await read(services_of(request).passkeys.of, person.id)
    if len(keys) > 1 or passkeys:
        return
    if has_passkeys(request):
        words = _("Your rating is only in this browser. Make a passkey to keep it.")
        yield {"words": words, "address": "/you#passkeys", "label": _("Make a passkey")}
    else:
        words = _(
            "Your rating is only in this browser: if you lose the browser, you lose the rating."
        )
        label = _("Take me to my other device")
        yield {"words": words, "address": "/you#device-title", "label": label}
