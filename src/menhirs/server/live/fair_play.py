"""Fair play: whether this person may have engine help with a position now.

Every way to the engine is checked here: analysis, reviews, proofs, hints, puzzles of a position,
and matches that begin in the middle. While a rated game runs, nobody gets help with it; while
another game between people runs, its players get none. See docs/host/fair-play.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from menhirs.core.position import Position
from menhirs.match.errors import Unavailable
from menhirs.match.fair_play import EngineDoor, Look, fingerprint_of
from menhirs.server.errors import BadRequest
from menhirs.server.live.clock import now
from menhirs.server.storage.match.fair_play_store import FairPlayStore, Refusal
from menhirs.server.storage.match.writer import Writer

_FORGET_EVERY = 3600.0


class FairPlay:
    """Guards the running games of this database."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._store = FairPlayStore(writer.store.engine)

    async def check(
        self, door: EngineDoor, positions: Iterable[Position], person: str | None
    ) -> None:
        """Raises unless this person may have help with all these positions now.

        The last position is stored as evidence, as a fingerprint.
        """
        listed = list(positions)
        refused = await self._writer.read(self._find, door, listed, person)
        if refused is None:
            return
        refusal, is_rated = refused
        with suppress(Unavailable):  # logged already; the request is still refused
            await self._writer.run(self._store.store_refusal, refusal, now())
        raise BadRequest("fair-play" if is_rated else "fair-play-yours")

    def _find(
        self, door: EngineDoor, positions: list[Position], person: str | None
    ) -> tuple[Refusal, bool] | None:
        """The running game that the positions belong to, and whether it is rated; blocks."""
        rated = self._store.rated()
        own = [] if person is None else self._store.of_person(person)
        if not rated and not own:
            return None
        look = Look(positions)
        # One's own game first: a player's attempt is refused, and recorded, as a player's.
        for game in (*own, *rated):
            if (likeness := look.likeness(game)) is not None:
                fingerprint = fingerprint_of(positions[-1])
                refusal = Refusal(game.match, likeness, person, fingerprint, door.value)
                return refusal, any(one.match == game.match for one in rated)
        return None

    async def keep(self) -> None:
        """Deletes old evidence regularly, for ever."""
        while True:
            with suppress(Unavailable):  # logged already
                await self._writer.run(self._store.forget_refusals, now())
            await asyncio.sleep(_FORGET_EVERY)
