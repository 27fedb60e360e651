"""What can be wrong with what a page asks for."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import MenhirsError


class BadMessage(MenhirsError):
    """A message can't be read."""

    kind = "request"
    messages: ClassVar[dict[str, tuple[str, str]]] = {
        "message": ("", "the message can't be read: {why}"),
        "too-large": ("", "that is too long: at most {most} bytes"),
    }


class BadField(BadMessage):
    """A field of a request can't be read."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__("message", why=f"{field}: {why}")
        self.field = field
        self.why = why


class BadAddress(MenhirsError):
    """There is nothing at that address, or nothing of that kind."""

    kind = "request"
    messages: ClassVar[dict[str, tuple[str, str]]] = {
        "no-match": ("", "there is no match here"),
        "no-page": ("", "there is no page here"),
        "method": ("", "this page does not take requests of that kind"),
        "match-runs": ("", "this game is still being played: it can be analysed once it is over"),
    }
