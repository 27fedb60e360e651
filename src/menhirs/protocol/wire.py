"""Lines over pipes, for both ends: cut from a stream of bytes that may hold anything."""

from __future__ import annotations

import os
import string
from collections.abc import Iterator
from urllib.parse import quote, unquote_to_bytes

LONGEST_LINE = 65536
"""In bytes. The longest honest line, all legal actions of a position, stays under 10,000."""

_CHUNK = 65536
_PLAIN = string.punctuation.replace("%", "")


def lines_from(descriptor: int) -> Iterator[bytes | None]:
    """The lines until the stream ends, without their ends; None stands for one that is too long.

    Reads the descriptor itself: a thread that waits in a buffered reader would hold its lock and
    could not be left behind at the end of the program.
    """
    pending = b""
    skipping = False
    while chunk := _read(descriptor):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            line = pending + end
            yield None if skipping or len(line) > LONGEST_LINE else line.rstrip(b"\r")
            pending, skipping = b"", False
        pending += rest
        if len(pending) > LONGEST_LINE:
            pending, skipping = b"", True
    if skipping:
        yield None
    elif pending:
        yield pending.rstrip(b"\r")


def on_one_line(text: str, most: int = 500) -> str:
    """A text that may hold line ends of any kind, made fit to be sent."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def as_one_word(text: str) -> str:
    """A text that may hold anything as one word: what is no letter or sign becomes ``%20``."""
    return quote(os.fsencode(text), safe=_PLAIN)


def from_one_word(word: str) -> str:
    """The text that :func:`as_one_word` has made a word of."""
    return os.fsdecode(unquote_to_bytes(word))


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""  # a stream that broke has ended
