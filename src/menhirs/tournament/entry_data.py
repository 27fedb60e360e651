"""Events of a tournament as plain data for storage, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from menhirs.tournament.entries import Event
from menhirs.tournament.results import GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import TournamentSettings, read_settings, write_settings

_EVENTS: dict[str, type[Any]] = {event.kind: event for event in get_args(Event)}


def write_event(event: Event) -> dict[str, Any]:
    """An event as what JSON can hold; ``event.kind`` names its kind."""
    return {field.name: _write(getattr(event, field.name)) for field in fields(event)}


def read_event(kind: str, data: Mapping[str, Any]) -> Event:
    """An event of that kind, as :func:`write_event` wrote it."""
    event: Event = _EVENTS[kind](**{name: _read(name, value) for name, value in data.items()})
    return event


def _write(value: object) -> object:
    if isinstance(value, GameOutcome):
        return {"winner": value.winner, "score": value.score, "played": value.played}
    if isinstance(value, TournamentSettings):
        return write_settings(value)
    return [_write(part) for part in value] if isinstance(value, tuple) else value


def _read(name: str, value: Any) -> object:
    match name:
        case "game":
            return TournamentGame(*value)
        case "outcome":
            return None if value is None else GameOutcome(**value)
        case "pairings":
            return tuple(Pairing(*pairing) for pairing in value)
        case "settings":
            return read_settings(value)
        case "absent":
            return tuple(value)
        case _:
            return value
