"""Limits of requests: the same at a server and in a browser."""

from __future__ import annotations

LARGEST_BODY = 16_384
"""Bytes of a request."""
LARGEST_RECORD = 131_072
LONGEST_ADDRESS = 8_000
_LARGER = dict.fromkeys(
    ("/api/analysis/open", "/api/analysis/record", "/api/records"), LARGEST_RECORD
)
"""The addresses that take whole games with variations."""

LONGEST_NAME_OF_RULES = 40
LONGEST_SEED = 80
LONGEST_LAYOUT = 120
LONGEST_POSITION = 4_000
LONGEST_WORD = 8
"""The name of a cell, a direction, a round."""
LONGEST_LAST_TURN = 80
LARGEST_TEXT = 100_000
"""Characters of a record with variations."""
LONGEST_HEADER = 200
MOST_HEADERS = 40
HEADER_NAME = "[A-Za-z][A-Za-z0-9_]{0,39}"
MOST_TILES = 64
MOST_COUNT = 99
MOST_TRIES = 30
"""Actions of an exercise that were right so far."""
MOST_LINES = 5
"""The most lines of an engine analysis."""
MOST_SECONDS = 60
"""The most seconds of an engine analysis."""


def largest_body(path: str) -> int:
    """The bytes that a request to an address may have."""
    return _LARGER.get(path, LARGEST_BODY)
