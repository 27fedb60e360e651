"""Who sends a request: the person whose key is in the browser's cookie.

The first game creates a person and stores a key in the browser. There is no sign-up, and visitors
without a person may look at everything.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from menhirs.match.addresses import new_match_id
from menhirs.match.names import checked_name
from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import address_of
from menhirs.server.http.people.browser_kind import browser_kind
from menhirs.server.http.security import leave_cookie
from menhirs.server.http.services import admission_of, services_of
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.storage.people.people_store import Person

COOKIE = "person"


async def person_of(request: HTTPConnection) -> Person | None:
    """The person who sends a request, if known. Looked up once per request."""
    if not hasattr(request.state, "person"):
        request.state.person = await _look_up(request)
    person: Person | None = request.state.person
    return person


async def _look_up(request: HTTPConnection) -> Person | None:
    if not (key := request.cookies.get(COOKIE)):
        return None
    rooms = services_of(request).rooms
    arguments = hash_of(key), now(), browser_kind(request)
    return await rooms.writer.read(services_of(request).people.by_key, *arguments)


async def known_person(request: HTTPConnection) -> Person:
    """The person who sends a request; raises if unknown."""
    if (person := await person_of(request)) is None:
        raise BadRequest("nobody")
    return person


async def counted_person(request: HTTPConnection) -> Person:
    """The person who changes something about themselves; raises if that is done too often."""
    person = await known_person(request)
    admission_of(request).check_sign_in(address_of(request), person.id)
    return person


def key_hash_of(request: HTTPConnection) -> bytes:
    """The hash of the browser's key; that of an empty key if it has none."""
    return hash_of(request.cookies.get(COOKIE, ""))


@dataclass(frozen=True)
class KnownPerson:
    """A person, and the key of their browser."""

    person: Person
    key: str

    def keep(self, request: HTTPConnection, response: Response) -> None:
        """Sets the cookie with the key for another year."""
        leave_key(request, response, self.key)


async def known_or_new(request: HTTPConnection, name: str = "") -> KnownPerson:
    """The person who sends a request, created if unknown. A given name is stored."""
    rooms = services_of(request).rooms
    people, name = services_of(request).people, checked_name(name)
    person = await person_of(request)
    if person is None:
        person, key = Person(new_match_id(), name, now()), new_secret()
        await rooms.writer.run(people.create, person, hash_of(key), browser_kind(request))
        request.state.person = person
        return KnownPerson(person, key)
    check_welcome(person)
    if name and name != person.name:
        await rooms.writer.run(people.rename, person.id, name)
    return KnownPerson(person, request.cookies[COOKIE])


def check_welcome(person: Person) -> None:
    """Raises if the person is banned."""
    if not person.is_welcome(now()):
        raise BadRequest("banned")


def leave_key(request: HTTPConnection, response: Response, key: str) -> None:
    """Puts a person's key into the browser's cookie."""
    leave_cookie(request, response, COOKIE, key)
