"""Decides which turns lead to an alert."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.match.entries import Entry
from menhirs.match.terms import SlowClock, Terms
from menhirs.server.storage.match.store import StoredSeat
from menhirs.server.storage.people.alert_store import Alert


@dataclass(frozen=True)
class TurnAlerts:
    """Makes the alerts of a server."""

    server: str
    """The server that sends them."""
    after: int
    """Milliseconds for which a player may be away before an alert."""

    def alert(
        self,
        match: str,
        entry: Entry,
        terms: Terms,
        seats: Mapping[Player, StoredSeat],
        turn: Player | None,
    ) -> Alert | None:
        """The alert for the player to act after an entry; None if none is needed.

        Only slow games have alerts: in a live game the players are at the board.
        """
        if not isinstance(terms.clock, SlowClock) or terms.shared or turn is None:
            return None
        person = seats[turn].person if turn in seats else None
        if person is None:
            return None
        return Alert(match, entry.number, person, entry.at + self.after, self.server)
