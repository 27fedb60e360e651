"""Lines over pipes, for both sides, from a stream that may hold any bytes."""

from __future__ import annotations

import os
import string
from collections.abc import Iterator
from urllib.parse import quote, unquote_to_bytes

LONGEST_LINE = 65536
"""Bytes. The longest valid line, all legal actions of a position, stays under 10,000."""

_CHUNK = 65536
_PLAIN = string.punctuation.replace("%", "")


def lines_from(descriptor: int) -> Iterator[bytes | None]:
    """Yields lines without their line ends; None stands for a line that is too long.

    Reads the descriptor itself: a thread that waits in a buffered reader holds its lock, and so
    could not be abandoned at the end of the program.
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
    """Joins a text with line ends of any kind into one line to send."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def as_one_word(text: str) -> str:
    """Encodes any text as one word: a space becomes ``%20``."""
    return quote(os.fsencode(text), safe=_PLAIN)


def from_one_word(word: str) -> str:
    """Decodes a word written by :func:`as_one_word`."""
    return os.fsdecode(unquote_to_bytes(word))


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""  # a broken stream counts as ended
