"""Rated games that are over, written into a database."""

from __future__ import annotations

from sqlalchemy import Engine, update

from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import LiveClock, Terms
from menhirs.server.live.match.seat_keys import seat_for
from menhirs.server.storage import tables
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch

TERMS = Terms(AMSTERDAM, random_menhirs(AMSTERDAM, "x"), "x", LiveClock(600_000), rated=True)


def finished(
    engine: Engine,
    match: str,
    one: str,
    two: str,
    winner: int,
    at: int = 1_000,
    *,
    by_link: bool = False,
) -> None:
    """A rated game that is over, as a server leaves it that is killed before it pays."""
    store = MatchStore(engine)
    joins = [Entry(number, 1, EntryKind.JOIN, number, "") for number in (1, 2)]
    acted = [Entry(number + 2, 1, EntryKind.ACTION, number, "+a1") for number in (1, 2)]
    seats = {1: seat_for("1", one), 2: seat_for("2", two)}
    stored = StoredMatch(match, TERMS, match, 1, [*joins, *acted], seats)
    stored.by_link = by_link
    store.create(stored, 1)
    resigned = Entry(5, at, EntryKind.ACTION, 1, "resign")
    outcome = Outcome(winner, 22 if winner else 0, Reason.RESIGN if winner else Reason.TIE)
    store.append([Append(match, resigned, outcome)])
    with engine.begin() as connection:
        changed = update(tables.matches).where(tables.matches.c.id == match)
        connection.execute(changed.values(updated=at))
