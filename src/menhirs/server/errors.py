"""What can go wrong between a visitor and the server."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import MenhirsError


class BadRequest(MenhirsError):
    """The server was asked for something that it does not do."""

    kind = "request"
    messages: ClassVar[dict[str, tuple[str, str]]] = {
        "no-match": ("", "there is no match here"),
        "no-page": ("", "there is no page here"),
        "method": ("", "this page does not take requests of that kind"),
        "message": ("", "the message can't be read: {why}"),
        "form": ("", "{field}: {why}"),
        "too-large": ("", "that is too long: at most {most} bytes"),
        "too-fast": ("", "too many requests: wait {seconds:g} seconds and try again"),
        "origin": ("", "this request comes from another site"),
        "secret": ("", "this is no key to a seat of this match"),
        "menhirs-by-hand": ("", "choose exactly {expected} cells for the menhirs, not {found}"),
    }


class Unavailable(MenhirsError):
    """The server can't do its work."""

    kind = "unavailable"
    messages: ClassVar[dict[str, tuple[str, str]]] = {
        "database-address": ("", "this is no address of a database: {why}"),
        "database": ("", "the database can't be used: {why}"),
        "storage": ("", "this could not be saved; nothing has changed. Try again"),
        "mistake": ("", "the server made a mistake; it has been noted"),
        "port": ("", "port {port} can't be used: {why}"),
    }
