"""Errors of learning programs."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadAgent(MenhirsError):
    """A learning program's request is not possible."""

    kind = "agent"
    messages: ClassVar[ErrorMessages] = {
        "agent-action": "{number} is not the number of a legal action here; {legal} are",
        "agent-state": (
            "a state is a position line, and behind it the numbers of a split that is being told; "
            "here are {found} fields"
        ),
        "agent-number": "{text!r} is no list of action numbers like 312,5,6",
        "agent-begin": "the game has not begun: call reset() first",
        "agent-option": "{name} cannot be {text!r}: it is {wanted}",
    }
