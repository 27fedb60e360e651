"""Where the pages of a static site are: every address of the server's as a relative one.

Pages of their own stand in folders: ``/learn/pushing`` is ``learn/pushing/index.html`` in the
folder of its language. Pages without number, such as ``/m/<match>``, share one file that is told
the rest of the address in its query: ``m/?id=<match>``. Files (``/hero-dark.svg``) are the same for
all languages and stand at the root.

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


class LeadsNowhere(ValueError):
    """An address that no file of the site answers."""


@dataclass(frozen=True)
class PageAddress:
    """Where a page stands."""

    language: str
    folder: str
    """Below its language; empty for the front page, otherwise with a slash at its end."""

    @property
    def file(self) -> str:
        """The file of the page, from the root of the site."""
        return f"{self.language}/{self.folder}index.html"

    @property
    def home(self) -> str:
        """The way to the folder of the language."""
        return "../" * self.folder.count("/") or "./"

    @property
    def root(self) -> str:
        """The way to the root of the site."""
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
    """Where what needs a server is found; empty if nowhere."""

    def relative(self, address: str, place: PageAddress) -> str:
        """An address of the server's, as a page at that place has to write it."""
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
            raise LeadsNowhere(address)
        # A page is named from where it stands, so that a lone “#part” stays on it.
        return f"{place.home}{quote(folder)}{'?' if query else ''}{query}{rest}"


def _shared(path: str) -> tuple[str, str] | None:
    """The folder of a shared page, and the part of the address that goes into the query."""
    for start, folder in SHARED.items():
        if path.startswith(start) and path != start:
            return folder, path.removeprefix(start)
    return None
