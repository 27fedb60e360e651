"""Limits on requests: by address, and for players by the key of their seat.

A club may share one address, so requests with the key of a seat are counted by key, with limits of
their own.
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
"""PNGs for one address: each takes a third of a second of processor time."""
_OPENINGS = 30
"""Burst of keys for matches that are not in memory, in seconds of the rate."""

_ASKS_A_SECOND, _ASKS_AT_ONCE = 0.5, 20
"""Entries of one person into the logs of tournaments."""
_WATCHERS = 10
"""All watchers of an address together may send as many messages as this number of players."""
_READINGS = 2.0
"""Whole games with variations a second for one address."""

_TOLD_AT_ONCE = 50
"""Telling so many actions of a game takes as long as a request."""

_VALUES_A_SECOND, _VALUES_AT_ONCE = 1.0, 60
"""Searches for values of positions a second for one address."""

_COLLECTIONS_A_MINUTE = 4
"""Files of all games for one person: each reads many matches."""


def address_of(request: HTTPConnection) -> str:
    """The address that a request comes from."""
    return network_of(request.client.host) if request.client else ""


class Admission:
    """The limits of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        # By address; what a known person asks for also by person.
        self._creations = Buckets(settings.matches_a_minute / 60, seconds=60)
        self.requests = Buckets(settings.requests_a_second)
        self._openings = Buckets(settings.requests_a_second, _OPENINGS)
        self.readings = Buckets(_READINGS, seconds=15)
        self.collections = Buckets(_COLLECTIONS_A_MINUTE / 60, seconds=60)

        self.values = Buckets(_VALUES_A_SECOND, _VALUES_AT_ONCE / _VALUES_A_SECOND)
        self.askings = Buckets(_ASKS_A_SECOND, _ASKS_AT_ONCE / _ASKS_A_SECOND)
        self.pictures = Buckets(_PICTURES_A_SECOND, _PICTURES_AT_ONCE / _PICTURES_A_SECOND)
        self._sign_ins = Buckets(settings.sign_ins_a_minute / 60, seconds=60)
        self.reviews = Buckets(settings.reviews_a_minute / 60, seconds=60)
        self._messages_by_key = Buckets(settings.messages_a_second)
        self._messages_of_watchers = Buckets(_WATCHERS * settings.messages_a_second)

    def check_creation(self, address: str, seats: Iterable[StoredSeat] = ()) -> None:
        """Counts a new match, also the next one of a series; raises if there are too many.

        A series is counted for the players on its seats, not for an address.
        """
        # One secret opens both seats of one screen.
        keys = [address, *{seat.secret_hash.hex() for seat in seats}]
        _check_all([self._creations.bucket(one) for one in keys])

    def check_sign_in(self, address: str, person: str | None = None) -> None:
        """Counts a step of signing in or of changing credentials; raises if there are too many."""
        keys = [address] if person is None else [address, person]
        _check_all([self._sign_ins.bucket(one) for one in keys])

    async def room(self, address: str, key: SeatKey, rooms: Rooms, match: str) -> Room:
        """The room of a match; raises if there are too many requests."""
        if not key:
            self.requests.check(address)
            return await rooms.room(match)
        if (room := rooms.in_memory(match)) is None:
            # Whether the key is right turns out only when the match is opened. A right one is
            # not counted; many wrong ones must not open many matches.
            opening = self._openings.bucket(address)
            opening.check()
            room = await rooms.room(match)
            if key.opens(room.seats):
                opening.give_back()
        own_seats = key.opens(room.seats)
        if own_seats:
            room.computer.visitor = address
        self.requests.bucket(_key_of_seats(room, own_seats) or address).check()
        return room

    def check_telling(self, address: str, room: Room, own_seats: list[int]) -> None:
        """Counts a whole game to be sent, by its length; raises if there are too many."""
        if more := len(room.match.plies) // _TOLD_AT_ONCE:
            self.requests.bucket(_key_of_seats(room, own_seats) or address).check(more)

    def messages(self, address: str, room: Room, own_seats: list[int]) -> Bucket:
        """The limit on a page's messages. All pages of a player share one, as do all watchers of an
        address.
        """
        if not own_seats:
            return self._messages_of_watchers.bucket(address)
        return self._messages_by_key.bucket(_key_of_seats(room, own_seats))


def _key_of_seats(room: Room, own_seats: list[int]) -> str:
    """The key under which a player's requests are counted; empty for a watcher."""
    return room.seats[own_seats[0]].secret_hash.hex() if own_seats else ""


def _check_all(buckets: list[Bucket]) -> None:
    """Takes a token from all buckets, or from none if one refuses."""
    passed: list[Bucket] = []
    try:
        for bucket in buckets:
            bucket.check()
            passed.append(bucket)
    except BadRequest:
        for bucket in passed:
            bucket.give_back()
        raise
