"""What an organiser arranges beside the settings of a tournament: doors, place, clock, start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from menhirs.match.terms import ClockTerms
from menhirs.match.terms_data import read_clock, write_clock


class Door(StrEnum):
    """Who may enter."""

    OPEN = "open"
    """Everybody: the tournament is listed."""
    LINK = "link"
    """Anybody with the address."""
    HAND = "hand"
    """Players whom the organiser enters."""


class Venue(StrEnum):
    """Where the games are played."""

    HERE = "here"
    """On this server: games open by themselves."""
    TABLES = "tables"
    """At real tables: results are reported."""


@dataclass(frozen=True)
class Arrangements:
    """How a tournament is held."""

    door: Door = Door.OPEN
    place: Venue = Venue.HERE
    clock: ClockTerms = None
    timed_claims: bool = True
    starts_at: int | None = None
    """When it starts by itself; None: the organiser starts it."""
    goes_on: bool = True
    """Whether the next round begins by itself once all results are in."""


def write_arrangements(arranged: Arrangements) -> dict[str, Any]:
    """Arrangements as plain data, from which they read back equal."""
    return {
        "door": arranged.door.value,
        "place": arranged.place.value,
        "clock": write_clock(arranged.clock),
        "timed_claims": arranged.timed_claims,
        "starts_at": arranged.starts_at,
        "goes_on": arranged.goes_on,
    }


def read_arrangements(data: Mapping[str, Any]) -> Arrangements:
    """The arrangements that were written so."""
    return Arrangements(
        Door(data["door"]),
        Venue(data["place"]),
        read_clock(data["clock"]),
        data["timed_claims"],
        data["starts_at"],
        data["goes_on"],
    )
