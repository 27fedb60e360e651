"""An entry as servers tell each other of it: whole, so that nobody has to look it up."""

from __future__ import annotations

import json
from typing import Any

from menhirs.match.entries import Entry, Kind


def write_news(match: str, entry: Entry) -> str:
    """An entry of a match as text."""
    fields = (entry.number, entry.at, entry.kind.value, entry.player, entry.text, entry.lag)
    return json.dumps({"match": match, "entry": fields})


def read_entry(fields: list[Any]) -> Entry:
    """The entry that was told so."""
    number, at, kind, player, text, lag = fields
    return Entry(number, at, Kind(kind), player, text, lag)
