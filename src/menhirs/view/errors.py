"""Errors in requests of pages."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadMessage(MenhirsError):
    """A message can't be read."""

    field: tuple[str, str] | None = None
    """The name of the wrong field, and the reason, if a field is wrong."""

    kind = "request"
    messages: ClassVar[ErrorMessages] = {
        "message": "the message can't be read: {why}",
        "too-large": "that is too long: at most {most} bytes",
    }


def bad_field(name: str, why: str) -> BadMessage:
    """The error of a field that can't be read."""
    error = BadMessage("message", why=f"{name}: {why}")
    error.field = (name, why)
    return error


class BadAddress(MenhirsError):
    """There is nothing at that address, or nothing of that kind."""

    kind = "request"
    messages: ClassVar[ErrorMessages] = {
        "no-match": "there is no game here",
        "no-page": "there is no page here",
        "method": "this page does not take requests of that kind",
        "match-runs": "this game is still being played: it can be analysed once it is over",
    }
