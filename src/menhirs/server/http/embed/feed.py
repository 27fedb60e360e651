"""An Atom feed (RFC 4287) with the puzzles of the last days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from xml.etree.ElementTree import Element, SubElement, tostring

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.learn.puzzles.daily import puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.server.http.home.router import revalidated
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of
from menhirs.view.start_data import picture_address
from menhirs.web.languages import Language

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])

FEED = "/puzzles/feed.atom"
_ATOM = "http://www.w3.org/2005/Atom"
_KIND = "application/atom+xml"
_DAYS = 14


@router.get(FEED)
def feed(request: Request) -> Response:
    """Today's puzzle and earlier ones, the newest first."""
    origin = str(request.base_url).rstrip("/")
    text = feed_text(origin, datetime.now(UTC).date(), language_of(request))
    return revalidated(request, text, _KIND)


def feed_text(origin: str, today: date, language: Language) -> str:
    """The feed as it is on a day, as Atom XML."""
    _ = language.gettext
    root = Element("feed", {"xmlns": _ATOM, "xml:lang": language.code})
    _add(root, "id", origin + FEED)
    _add(root, "title", _("Puzzle of the day") + " – Menhirs dans le Brouillard")
    _add(root, "updated", _moment(today))
    SubElement(root, "link", {"rel": "self", "type": _KIND, "href": origin + FEED})
    SubElement(root, "link", {"rel": "alternate", "href": f"{origin}/puzzles"})
    _add(SubElement(root, "author"), "name", "Menhirs dans le Brouillard")
    for day in (today - timedelta(days=days) for days in range(_DAYS)):
        root.append(_entry(origin, day, language))
    return tostring(root, "unicode", xml_declaration=True)


def _entry(origin: str, day: date, language: Language) -> Element:
    puzzle = puzzle_of_day(day, PUZZLES.puzzles.values())
    words, address = KIND_WORDS[puzzle.kind], f"{origin}/puzzles/{puzzle.id}"
    title, about = language.gettext(words.title), language.gettext(words.about)
    entry = Element("entry")
    _add(entry, "id", f"{address}?day={day.isoformat()}")
    _add(entry, "title", f"{day.isoformat()}: {title}")
    _add(entry, "updated", _moment(day))
    SubElement(entry, "link", {"rel": "alternate", "href": address})
    content = Element("div")
    _add(content, "p", about)
    picture = SubElement(SubElement(content, "p"), "a", {"href": address})
    about_it = {"src": origin + picture_address(puzzle.position), "alt": title, "width": "480"}
    SubElement(picture, "img", about_it)
    _add(entry, "content", tostring(content, "unicode")).set("type", "html")
    return entry


def _add(parent: Element, name: str, text: str) -> Element:
    child = SubElement(parent, name)
    child.text = text
    return child


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
