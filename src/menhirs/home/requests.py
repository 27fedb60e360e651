"""A request, its answer, and the table that finds the function for an address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit

from menhirs.home.control_characters import has_controls
from menhirs.home.ports import Stream, Visitor
from menhirs.view.as_json import as_json
from menhirs.view.errors import BadAddress, BadMessage
from menhirs.view.fields import NO_CONTROLS, read_object
from menhirs.view.request_limits import LONGEST_ADDRESS, largest_body
from menhirs.view.shapes import Shape

JSON, LINES, PLAIN, SVG = "application/json", "application/x-ndjson", "text/plain", "image/svg+xml"

AnyShape = TypeVar("AnyShape", bound=Shape)


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    text: str
    kind: str = JSON
    file: str = ""
    """The name under which a browser saves the answer; empty where it is only shown."""
    lasts: bool = False
    """Whether the answer never changes."""


def json_answer(data: object, status: int = 200) -> Answer:
    """Data as an answer."""
    return Answer(status, as_json(data))


@dataclass(frozen=True)
class VisitorRequest(Generic[AnyShape]):
    """A visitor's request."""

    gaps: Mapping[str, str]
    """The values of the gaps in the address."""
    wanted: AnyShape
    """The fields of the body, or of the query where there is no body."""
    body: str = ""
    """The raw body, where it may be anything."""


class Nothing(Shape):
    """A request without fields."""


@dataclass(frozen=True)
class Route(Generic[AnyShape]):
    """An address and the function that answers there."""

    method: str
    path: str
    """``{name}`` is a gap."""
    answer: Callable[[Visitor, VisitorRequest[AnyShape]], Awaitable[Answer | Stream]]
    shape: type[AnyShape]
    data: Any = None
    """The type of the answer, for the OpenAPI document; None where it is not JSON."""
    status: int = 200
    kind: str = JSON
    key: Literal["", "needed", "helps"] = ""
    """Whether the request carries the secret of a seat, for the OpenAPI document."""
    is_listed: bool = True
    """Whether the route is part of that document."""
    is_cached: bool = False
    """Whether the answer may be cached, with an ETag."""
    has_any_body: bool = False
    """Whether the body is a file of any length."""

    async def answered(
        self, visitor: Visitor, gaps: Mapping[str, str], query: Mapping[str, str], body: str
    ) -> Answer | Stream:
        """Answers a request to this route."""
        if self.has_any_body:
            return await self.answer(visitor, VisitorRequest(gaps, self.shape(), body))
        check_body(body, largest_body(self.path))
        if self.method in ("GET", "DELETE"):
            wanted = self.shape.read_words(query)
        elif self.shape.fields:
            wanted = self.shape.read(read_object(body))
        else:
            wanted = self.shape.read({})
        return await self.answer(visitor, VisitorRequest(gaps, wanted))


def split_address(address: str) -> SplitResult:
    """The parts of an address; raises if it can't be an address of ours."""
    if len(address) > LONGEST_ADDRESS:
        raise BadAddress("no-page")
    try:
        split = urlsplit(address)
    except ValueError:
        raise BadAddress("no-page") from None
    if has_controls(split.path):
        raise BadAddress("no-page")
    if has_controls(split.query):
        raise BadMessage("message", why=NO_CONTROLS)
    return split


def check_body(body: str, most: int) -> None:
    """Raises if a body is too long, or has control characters in it."""
    if len(body.encode(errors="surrogatepass")) > most:
        raise BadMessage("too-large", most=most)
    if has_controls(body):
        raise BadMessage("message", why=NO_CONTROLS)


class Routes:
    """The table of routes."""

    def __init__(self, routes: Iterable[Route[Any]]) -> None:
        self.listed = tuple(routes)
        self._patterns = [route.path.split("/") for route in self.listed]

    def find(self, method: str, path: str) -> tuple[Route[Any], dict[str, str]]:
        """The route of an address and the values of its gaps; raises if there is none."""
        parts = unquote(path).split("/")
        others = False
        for route, pattern in zip(self.listed, self._patterns, strict=True):
            if (gaps := _fitting(pattern, parts)) is None:
                continue
            if route.method == method:
                return route, gaps
            others = True
        raise BadAddress("method" if others else "no-page")


def _fitting(pattern: list[str], path: list[str]) -> dict[str, str] | None:
    """The values of the gaps of an address; None if it does not match."""
    if len(pattern) != len(path):
        return None
    gaps = {}
    for wanted, found in zip(pattern, path, strict=True):
        if wanted.startswith("{"):
            gaps[wanted[1:-1]] = found
        elif wanted != found:
            return None
    return gaps
