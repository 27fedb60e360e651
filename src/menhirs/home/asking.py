"""A request and its answer, whatever carries them; and how the one who answers is found."""

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
    """What a visitor gets."""

    status: int
    text: str
    kind: str = JSON
    file: str = ""
    """The name of the file that it is saved as; empty where it is only looked at."""
    lasts: bool = False
    """Whether it stays as it is."""


def json_answer(data: object, status: int = 200) -> Answer:
    """Data as an answer."""
    return Answer(status, as_json(data))


@dataclass(frozen=True)
class Asked(Generic[AnyShape]):
    """What a visitor asks for."""

    gaps: Mapping[str, str]
    """What stands in the gaps of the address."""
    wanted: AnyShape
    """What the body says, or the query where there is no body."""
    body: str = ""
    """The body as it came, where it may be anything."""


class Nothing(Shape):
    """Nothing is said besides the address."""


@dataclass(frozen=True)
class Route(Generic[AnyShape]):
    """An address and the one who answers there."""

    method: str
    path: str
    """``{name}`` is a gap."""
    answer: Callable[[Visitor, Asked[AnyShape]], Awaitable[Answer | Stream]]
    shape: type[AnyShape]
    data: Any = None
    """What the answer looks like, for the OpenAPI document; None where it is no JSON."""
    status: int = 200
    kind: str = JSON
    key: Literal["", "needed", "helps"] = ""
    """Whether the secret of a seat is shown there, for the OpenAPI document."""
    is_listed: bool = True
    """Whether it stands in that document."""
    is_cached: bool = False
    """Whether a visitor may keep the answer, and ask whether it still holds."""
    has_any_body: bool = False
    """Whether the body is no request but a file, of whatever length."""

    async def answered(
        self, visitor: Visitor, gaps: Mapping[str, str], query: Mapping[str, str], body: str
    ) -> Answer | Stream:
        """The answer to a request that came here."""
        if self.has_any_body:
            return await self.answer(visitor, Asked(gaps, self.shape(), body))
        check_body(body, largest_body(self.path))
        if self.method in ("GET", "DELETE"):
            wanted = self.shape.read_words(query)
        elif self.shape.fields:
            wanted = self.shape.read(read_object(body))
        else:
            wanted = self.shape.read({})
        return await self.answer(visitor, Asked(gaps, wanted))


def split_address(address: str) -> SplitResult:
    """An address in its parts, unless nothing can be found there."""
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
    """Who answers at which address."""

    def __init__(self, routes: Iterable[Route[Any]]) -> None:
        self.listed = tuple(routes)
        self._patterns = [route.path.split("/") for route in self.listed]

    def find(self, method: str, path: str) -> tuple[Route[Any], dict[str, str]]:
        """Who answers, and what stands in the gaps; or an error: there is nobody."""
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
    """What stands in the gaps of an address; None if it is another one."""
    if len(pattern) != len(path):
        return None
    gaps = {}
    for wanted, found in zip(pattern, path, strict=True):
        if wanted.startswith("{"):
            gaps[wanted[1:-1]] = found
        elif wanted != found:
            return None
    return gaps
