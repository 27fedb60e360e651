"""The addresses of a static site: every address of the server as a relative one.

Pages of their own stand in folders: ``/learn/pushing`` is ``learn/pushing/index.html`` in the
folder of its language. Pages with unlimited addresses, such as ``/m/<match>``, share one file,
with the rest of the address in the query: ``m/?id=<match>``. Files (``/hero-dark.svg``) are the
same for all languages and stand at the root.

``web/static/site/address.js`` does the same in the browser, by the table that ``SHARED`` is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

SHARED = {
    "/m/": "m/",
    "/puzzles/": "puzzles/show/",
    "/review/": "review/show/",
    "/learn/again/": "learn/again/",
    "/embed/puzzles/": "embed/puzzles/",
}
"""How addresses begin that share a page -> the folder of that page."""


class DeadLink(ValueError):
    """An address that no file of the site answers."""


@dataclass(frozen=True)
class PageAddress:
    """The place of a page in the site."""

    language: str
    folder: str
    """Below its language; empty for the front page, otherwise with a slash at its end."""

    @property
    def file(self) -> str:
        """The file of the page, from the root of the site."""
        return f"{self.language}/{self.folder}index.html"

    @property
    def home(self) -> str:
        """The relative path to the folder of the language."""
        return "../" * self.folder.count("/") or "./"

    @property
    def root(self) -> str:
        """The relative path to the root of the site."""
        return "../" * (self.folder.count("/") + 1)


def folder_of(path: str) -> str:
    """The folder of the page that an address without query leads to."""
    return unquote(path).strip("/") + "/" if path.strip("/") else ""


@dataclass(frozen=True)
class Addresses:
    """The addresses of a site."""

    folders: Collection[str]
    """Of all pages, below their language."""
    server: str = ""
    """The address of a server for other pages; empty for none."""

    def relative(self, address: str, place: PageAddress) -> str:
        """An address of the server, relative to a page."""
        parts = urlsplit(address)
        rest = f"#{parts.fragment}" if parts.fragment else ""
        query = parts.query
        if PurePosixPath(parts.path).suffix and not _shared(parts.path):
            return f"{place.root}{parts.path[1:]}{'?' if query else ''}{query}{rest}"
        if found := _shared(parts.path):
            folder, identity = found
            query = "&".join(filter(None, (f"id={quote(identity)}", query)))
        else:
            folder = folder_of(parts.path)
        if folder not in self.folders:
            if self.server:
                return self.server + address
            raise DeadLink(address)
        # Named by its file, so that a lone “#part” stays on the page.
        return f"{place.home}{quote(folder)}{'?' if query else ''}{query}{rest}"


def _shared(path: str) -> tuple[str, str] | None:
    """The folder of a shared page, and the part of the address that goes into the query."""
    for start, folder in SHARED.items():
        if path.startswith(start) and path != start:
            return folder, path.removeprefix(start)
    return None
