"""Fair play: whether a position may be looked at with the engine's help now, by this person.

Every door to the engine asks here: analysis, reviews, proofs, hints, puzzles of a position, and
matches that begin in the middle. A rated game is closed to everybody, any other game between people
to its players, and both only while they are played. See docs/play/fair-play.md.
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
    """Guards the games that are being played on this database."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._store = FairPlayStore(writer.store.engine)

    async def check(
        self, door: EngineDoor, positions: Iterable[Position], person: str | None
    ) -> None:
        """Raises unless this person may get help with all these positions now.

        The last position is the one that is kept as evidence, as a fingerprint.
        """
        asked = list(positions)
        refused = await self._writer.read(self._find, door, asked, person)
        if refused is None:
            return
        refusal, is_rated = refused
        with suppress(Unavailable):  # it has been noted, and is refused all the same
            await self._writer.run(self._store.note, refusal, now())
        raise BadRequest("fair-play" if is_rated else "fair-play-yours")

    def _find(
        self, door: EngineDoor, positions: list[Position], person: str | None
    ) -> tuple[Refusal, bool] | None:
        """The game in which they would help, and whether it is rated; blocks."""
        rated = self._store.rated()
        own = [] if person is None else self._store.of_person(person)
        if not rated and not own:
            return None
        look = Look(positions)
        # One's own game first: whoever plays is told, and noted, as one who does.
        for game in (*own, *rated):
            if (likeness := look.likeness(game)) is not None:
                fingerprint = fingerprint_of(positions[-1])
                refusal = Refusal(game.match, likeness, person, fingerprint, door.value)
                return refusal, any(one.match == game.match for one in rated)
        return None

    async def keep(self) -> None:
        """Deletes old evidence, for ever."""
        while True:
            with suppress(Unavailable):  # it has been noted
                await self._writer.run(self._store.forget_refusals, now())
            await asyncio.sleep(_FORGET_EVERY)
