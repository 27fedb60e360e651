"""Limits on requests: by address, and for players by the key of their seat.

A club may sit behind one address, so whoever shows the key of a seat is not counted with the
others there: each key has limits of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import HTTPConnection

from menhirs.server.errors import BadRequest
from menhirs.server.limits import Bucket, Buckets
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.match.seat_keys import SeatKey
from menhirs.server.network.connections import network_of
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.store import StoredSeat

_PICTURES_A_SECOND, _PICTURES_AT_ONCE = 0.5, 40
"""PNGs that are made for one address: each takes a third of a second of somebody's processor."""
_OPENINGS = 30
"""So many seconds' worth of keys may be shown at once for matches that are not in memory."""

_ASKS_A_SECOND, _ASKS_AT_ONCE = 0.5, 20
"""What one person may enter into the diaries of tournaments."""
_READINGS = 2.0
"""So many whole games with variations are read a second for one address."""

_VALUES_A_SECOND, _VALUES_AT_ONCE = 1.0, 60
"""Values of positions that are searched for one address."""

_COLLECTIONS_A_MINUTE = 4
"""Files of all their games that one person may ask for: each reads many matches."""


def address_of(request: HTTPConnection) -> str:
    """The address that a request comes from."""
    return network_of(request.client.host) if request.client else ""


class Admission:
    """The limits of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self._creations = Buckets(settings.matches_a_minute / 60, seconds=60)
        self._requests = Buckets(settings.requests_a_second)
        self._openings = Buckets(settings.requests_a_second, _OPENINGS)
        self._readings = Buckets(_READINGS, seconds=15)
        self._collections = Buckets(_COLLECTIONS_A_MINUTE / 60, seconds=60)

        self._values = Buckets(_VALUES_A_SECOND, _VALUES_AT_ONCE / _VALUES_A_SECOND)
        self._askings = Buckets(_ASKS_A_SECOND, _ASKS_AT_ONCE / _ASKS_A_SECOND)
        self._pictures = Buckets(_PICTURES_A_SECOND, _PICTURES_AT_ONCE / _PICTURES_A_SECOND)
        self._sign_ins = Buckets(settings.sign_ins_a_minute / 60, seconds=60)
        self._reviews = Buckets(settings.reviews_a_minute / 60, seconds=60)
        self._messages = settings.messages_a_second
        self._messages_by_key = Buckets(settings.messages_a_second)

    def check_creation(self, address: str, seats: Iterable[StoredSeat] = ()) -> None:
        """Counts a new match, also the next one of a series, or raises.

        A series belongs to the players on its seats, wherever they ask from.
        """
        # One secret opens both seats of one screen.
        whose = [address, *{seat.secret_hash.hex() for seat in seats}]
        _check_all([self._creations.bucket(one) for one in whose])

    def check_sign_in(self, address: str, person: str | None = None) -> None:
        """Counts a step of signing in, or of changing who may, or raises."""
        whose = [address] if person is None else [address, person]
        _check_all([self._sign_ins.bucket(one) for one in whose])

    def check_review(self, address: str) -> None:
        """Counts a review that is begun, or raises."""
        self._reviews.bucket(address).check()

    def check_request(self, address: str) -> None:
        """Counts a request that is about no match, or raises."""
        self._requests.bucket(address).check()

    def check_reading(self, address: str) -> None:
        """Counts a whole game that is to be read, or raises."""
        self._readings.bucket(address).check()

    def check_value(self, address: str) -> None:
        """Counts a position whose value has to be found, or raises."""
        self._values.bucket(address).check()

    def check_collection(self, person: str) -> None:
        """Counts a file of all of a person's games, or raises."""
        self._collections.bucket(person).check()

    def check_asking(self, person: str) -> None:
        """Counts what a person wants in a tournament, or raises."""
        self._askings.bucket(person).check()

    def check_picture(self, address: str) -> None:
        """Counts a PNG that has to be made, or raises."""
        self._pictures.bucket(address).check()

    async def room(self, address: str, key: SeatKey, rooms: Rooms, match: str) -> Room:
        """The room of a match; raises if it is one request too many."""
        if not key:
            self.check_request(address)
            return await rooms.room(match)
        if (room := rooms.in_memory(match)) is None:
            # Whether the key is right turns out only when the match is opened. A right one is
            # not counted; many wrong ones must not open many matches.
            opening = self._openings.bucket(address)
            opening.check()
            room = await rooms.room(match)
            if key.opens(room.seats):
                opening.give_back()
        you = key.opens(room.seats)
        if you:
            room.visitor = address
        self._requests.bucket(_whose(room, you) or address).check()
        return room

    def messages(self, room: Room, you: list[int]) -> Bucket:
        """The limit on a page's messages. All pages of a player share one."""
        if not you:
            return Bucket(self._messages)
        return self._messages_by_key.bucket(_whose(room, you))


def _whose(room: Room, you: list[int]) -> str:
    """Under what a player's requests are counted; nothing for a watcher's."""
    return room.seats[you[0]].secret_hash.hex() if you else ""


def _check_all(buckets: list[Bucket]) -> None:
    """Checks all buckets; if one refuses, none counts it."""
    passed: list[Bucket] = []
    try:
        for bucket in buckets:
            bucket.check()
            passed.append(bucket)
    except BadRequest:
        for bucket in passed:
            bucket.give_back()
        raise
