"""The running clocks of games in a list.

A match's clocks follow only from its whole log. The clocks of unchanged matches are cached, so
that a list that is refreshed often does not read logs each time.
"""

from __future__ import annotations

from collections import OrderedDict

from menhirs.match.clock import Clock
from menhirs.match.errors import Unavailable
from menhirs.server.live.match.rooms import Rooms
from menhirs.view.game_list import ListedGame, Section

_MOST_CLOCKS = 2_000


class GameClocks:
    """A cache of the clocks of listed games."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._clocks: OrderedDict[tuple[str, int], Clock] = OrderedDict()

    async def runs_out(self, game: ListedGame, at: int) -> int | None:
        """The moment at which the running clock of a game is over; None if no clock runs.

        A game whose time is over already is left to its room, which ends it soon.
        """
        if game.terms.clock is None or game.section not in (Section.TURN, Section.RUNNING):
            return None
        try:
            clock = await self._clock(game)
            moment = clock.flag_falls() if clock is not None else None
            if moment is not None and moment <= at:
                await self._rooms.room(game.match)  # its referee notices
        except Unavailable:  # a newer server's match; it is listed without a clock
            return None
        return moment

    async def _clock(self, game: ListedGame) -> Clock | None:
        if (room := self._rooms.in_memory(game.match)) is not None:
            return room.match.clock
        key = (game.match, game.updated)
        clock = self._clocks.pop(key, None)
        if clock is None:
            found = await self._rooms.read(game.match)
            clock = found.clock if found is not None else None
        if clock is not None:
            self._clocks[key] = clock
            if len(self._clocks) > _MOST_CLOCKS:
                self._clocks.popitem(last=False)
        return clock
