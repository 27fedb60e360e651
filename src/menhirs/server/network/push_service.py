"""Posts to push services. Their addresses come from browsers, so none of them is trusted.

Only https, only to the internet's public addresses, without following redirects; an answer is
read up to its headers, within a few seconds. A name is resolved once, and the address found is
checked and connected to, so that it can't change in between.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from httptools import HttpParserError, HttpResponseParser

from menhirs.server.errors import BadRequest

LONGEST_ENDPOINT = 1_000
_TIME = 5.0
"""Seconds for the whole request."""
_LARGEST_HEAD = 16_384
_HTTPS = 443
_GIVEN_OUT = ip_network("2000::/3")
"""The part of IPv6 that is public internet. The rest is something else: mapped IPv4 addresses,
site-local, link-local.
"""
_SPECIAL = (ip_network("2002::/16"), ip_network("192.0.0.0/24"), ip_network("192.88.99.0/24"))
"""Networks within it that lead elsewhere."""


class NoPushService(Exception):
    """An address is not one of a push service."""


@dataclass(frozen=True)
class PushAnswer:
    """The answer of a push service."""

    status: int
    retry_after: float | None = None
    """Seconds to wait before the next try (Retry-After)."""


def checked_endpoint(endpoint: str, *, local: bool) -> SplitResult:
    """The parts of an address that may be one of a push service.

    With ``local`` it may be on this machine, and without https.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadRequest("push-endpoint") from None
    printable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not host or not printable or len(endpoint) > LONGEST_ENDPOINT or parts.username is not None:
        raise BadRequest("push-endpoint")
    if not local and (parts.scheme != "https" or port not in (None, _HTTPS)):
        raise BadRequest("push-endpoint")
    if local and parts.scheme != "https" and not (parts.scheme == "http" and host == "127.0.0.1"):
        raise BadRequest("push-endpoint")
    return parts


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found not in _GIVEN_OUT:
            return False
    special = any(found in network for network in _SPECIAL)
    return found.is_global and not found.is_multicast and not special


async def send(
    endpoint: str, headers: Mapping[str, str], body: bytes, *, local: bool
) -> PushAnswer:
    """Posts a message to a push service. Raises OSError if it can't be reached in time."""
    try:
        parts = checked_endpoint(endpoint, local=local)
    except BadRequest as error:
        raise NoPushService(str(error)) from None
    async with asyncio.timeout(_TIME):
        reader, writer = await _connect(parts, local=local)
        try:
            writer.write(_request(parts, headers, body))
            await writer.drain()
            return await _answer(reader)
        finally:
            writer.transport.abort()  # no keep-alive: one request per connection


async def _connect(
    parts: SplitResult, *, local: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, is_secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (_HTTPS if is_secure else 80)
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    if not addresses or not (local or all(map(is_public, addresses))):
        raise NoPushService(f"{host} is no public address")
    return await asyncio.open_connection(
        addresses[0],
        port,
        limit=_LARGEST_HEAD,
        ssl=_security() if is_secure else None,
        server_hostname=host if is_secure else None,
    )


@cache
def _security() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{k}: {v}" for k, v in {**own, **headers}.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _answer(reader: asyncio.StreamReader) -> PushAnswer:
    """Reads the answer's headers, but not its body."""
    headers: dict[str, str] = {}

    class Heard:
        def on_header(self, name: bytes, value: bytes) -> None:
            headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    parser = HttpResponseParser(Heard())
    try:
        parser.feed_data(await reader.readuntil(b"\r\n\r\n"))
        status = parser.get_status_code()
    except (HttpParserError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise ConnectionError(f"no answer of a web server: {error}") from None
    wait = headers.get("retry-after", "")
    return PushAnswer(status, float(wait) if wait.isascii() and wait.isdigit() else None)
