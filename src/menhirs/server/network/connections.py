"""Limits on open connections, so that one visitor can't take the place of all others.

A connection that has not sent its whole request, or is kept alive for a next one, is waiting.
Waiting connections are cheap to open by the thousand, so their number is limited: a new one is
always accepted, and the one that has waited longest is closed. Browsers then open another one.
"""

from __future__ import annotations

import os
from asyncio import Transport
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from uvicorn.middleware.proxy_headers import _TrustedHosts

from menhirs.server.errors import BadRequest
from menhirs.server.limits import Buckets

MOST_WAITING = 1_000
MOST_OF_AN_ADDRESS = 1_000
BODY_BYTES_A_SECOND = 250_000
"""The most bytes of bodies in progress from one address, or over one connection of a proxy."""
BODY_BYTES_AT_ONCE = 5_000_000
REQUESTS_A_SECOND = 200
"""Requests of any kind from one address, over all its connections; more of them wait."""
LONGEST_WAIT = 5.0
"""Seconds."""
_REQUESTS_AT_ONCE = 2
"""Seconds' worth of them."""
FRAMES_A_SECOND = 1_000
"""Frames on all sockets of one address."""
_FRAMES_AT_ONCE = 10
"""Seconds' worth of them."""
_SPARE_FILES = 200
"""Reserved for the database, the engine processes and other files."""


def most_connections() -> int:
    """As many as this process may have files open."""
    try:
        import resource
    except ImportError:  # not every system has that limit
        return 10_000
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(100, files - _SPARE_FILES) if files != resource.RLIM_INFINITY else 100_000


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """The network of one visitor: an IPv6 visitor has a whole /64 of addresses."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return address
    return str(read.ipv4_mapped or IPv6Address(int(read) >> 64 << 64))


def _host(transport: Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def is_proxy() -> Callable[[str], bool]:
    """A test for trusted proxies, whose forwarded headers are believed."""
    return _TrustedHosts(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")).__contains__


@dataclass
class Connections:
    """The open connections of a server."""

    most: int = field(default_factory=most_connections)
    of_an_address: int = MOST_OF_AN_ADDRESS
    is_proxy: Callable[[str], bool] = field(default_factory=is_proxy)
    """Whether an address is a proxy, whose connections are not counted."""
    requests_a_second: float = REQUESTS_A_SECOND
    _bodies: Buckets = field(
        default_factory=lambda: Buckets(
            BODY_BYTES_A_SECOND, BODY_BYTES_AT_ONCE / BODY_BYTES_A_SECOND
        )
    )
    _frames: Buckets = field(default_factory=lambda: Buckets(FRAMES_A_SECOND, _FRAMES_AT_ONCE))
    _addresses: dict[Transport, str] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)
    _waiting: dict[Transport, None] = field(default_factory=dict)
    """Connections that wait, the one that has waited longest first."""

    def __post_init__(self) -> None:
        self._requests = Buckets(self.requests_a_second, _REQUESTS_AT_ONCE)

    def enter(self, transport: Transport) -> bool:
        """Counts a new connection; False if there are too many."""
        host = _host(transport)
        address = network_of(host)
        if len(self._addresses) >= self.most or (
            not self.is_proxy(host) and self._counts[address] >= self.of_an_address
        ):
            return False
        self._addresses[transport] = address
        self._counts[address] += 1
        self.wait(transport)
        return True

    def wait(self, transport: Transport) -> None:
        """Marks a connection as waiting for its next request; may close the one that has waited
        longest.
        """
        self._waiting[transport] = None
        if len(self._waiting) > min(MOST_WAITING, self.most // 2):
            longest = next(iter(self._waiting))
            del self._waiting[longest]
            longest.abort()

    def work(self, transport: Transport) -> None:
        """Marks a connection as working: its request is complete."""
        self._waiting.pop(transport, None)

    def reserve(self, transport: Transport) -> float | None:
        """Counts a request; the seconds for which it is to wait. None: it is to be refused."""
        host = _host(transport)
        if self.is_proxy(host):
            return 0.0
        return self._requests.bucket(network_of(host)).reserve(LONGEST_WAIT)

    def hears(self, transport: Transport) -> bool:
        """Counts a frame on a socket; False if they come too fast."""
        host = _host(transport)
        try:
            if not self.is_proxy(host):
                self._frames.bucket(network_of(host)).check()
        except BadRequest:
            return False
        return True

    def takes(self, transport: Transport, size: int) -> bool:
        """Counts bytes of a body; False if there are too many."""
        host, port = transport.get_extra_info("peername")[:2]
        client = f"{host} {port}" if self.is_proxy(host) else network_of(host)
        try:
            self._bodies.bucket(client).check(size)
        except BadRequest:
            return False
        return True

    def leave(self, transport: Transport) -> None:
        """Called when a connection is closed."""
        self.work(transport)
        address = self._addresses.pop(transport, None)
        if address is None:
            return
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]
