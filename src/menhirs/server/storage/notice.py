"""An entry as servers tell each other of it: whole, so that nobody has to look it up."""

from __future__ import annotations

import json

from menhirs.match.entries import Entry, Kind

_TYPES = (int, int, str, int, str, int)


def write_news(match: str, entry: Entry) -> str:
    """An entry of a match as text."""
    fields = (entry.number, entry.at, entry.kind.value, entry.player, entry.text, entry.lag)
    return json.dumps({"match": match, "entry": fields})


def write_gone(match: str) -> str:
    """That a match was taken away, as text: whoever has it looks again, and finds nothing."""
    return json.dumps({"match": match, "entry": None})


def read_entry(fields: object) -> Entry:
    """The entry that was told so; raises ``ValueError`` if that is none, or none known here."""
    if not isinstance(fields, list) or len(fields) != len(_TYPES):
        raise ValueError("not the fields of an entry")
    if any(type(field) is not wanted for field, wanted in zip(fields, _TYPES, strict=True)):
        raise ValueError("fields of other types than an entry has")
    number, at, kind, player, text, lag = fields
    return Entry(number, at, Kind(kind), player, text, lag)
