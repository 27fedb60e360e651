"""The organiser's settings of a tournament on the server: who may enter, venue, clock, start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from menhirs.match.terms import ClockTerms
from menhirs.match.terms_data import read_clock, write_clock


class Door(StrEnum):
    """The admission: who may enter."""

    OPEN = "open"
    """Everybody: the tournament is listed."""
    LINK = "link"
    """Anybody with the address."""
    HAND = "hand"
    """Players whom the organiser enters."""


class Venue(StrEnum):
    """The venue of the games."""

    HERE = "here"
    """On this server: games open automatically."""
    TABLES = "tables"
    """At real tables: results are reported."""


@dataclass(frozen=True)
class HostingSettings:
    """How a tournament is held."""

    door: Door = Door.OPEN
    place: Venue = Venue.HERE
    clock: ClockTerms = None
    timed_claims: bool = True
    starts_at: int | None = None
    """When it starts automatically; None: the organiser starts it."""
    goes_on: bool = True
    """Whether the next round begins automatically once all results are in."""


def write_hosting_settings(hosting: HostingSettings) -> dict[str, Any]:
    """Hosting settings as plain data, from which they read back equal."""
    return {
        "door": hosting.door.value,
        "place": hosting.place.value,
        "clock": write_clock(hosting.clock),
        "timed_claims": hosting.timed_claims,
        "starts_at": hosting.starts_at,
        "goes_on": hosting.goes_on,
    }


def read_hosting_settings(data: Mapping[str, Any]) -> HostingSettings:
    """The hosting settings from such data."""
    return HostingSettings(
        Door(data["door"]),
        Venue(data["place"]),
        read_clock(data["clock"]),
        data["timed_claims"],
        data["starts_at"],
        data["goes_on"],
    )
