"""Errors of the edition without a server."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError
from menhirs.match.errors import Unavailable


class NeedsServer(MenhirsError):
    """The request needs a server."""

    kind = "refused"
    messages: ClassVar[ErrorMessages] = {
        "needs-server": (
            "this needs a server: without one you can play against the computer, or two people at "
            "one screen"
        ),
    }


class BrowserTrouble(Unavailable):
    """The browser's storage or worker failed."""

    messages: ClassVar[ErrorMessages] = {
        "shelf": "your browser could not store this; nothing has changed: {why}",
        "slip": "something went wrong here. What was saved is not lost: load the page again",
    }


class BadImport(MenhirsError):
    """An export file can't be read."""

    kind = "request"
    messages: ClassVar[ErrorMessages] = {
        "everything": "this is not a file with all your games: {why}",
    }
