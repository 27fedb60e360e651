"""What can be wrong with a message of a page."""

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
