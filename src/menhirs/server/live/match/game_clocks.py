"""When the time of the players in a list of games is over.

Only a match's whole diary tells what its clocks show. So that a list which is looked at again and
again does not read it again and again, the clocks of matches that stand still are kept.
"""

from __future__ import annotations

from collections import OrderedDict

from menhirs.match.clock import Clock
from menhirs.match.errors import Unavailable
from menhirs.server.live.match.rooms import Rooms
from menhirs.view.game_list import ListedGame, Section

_MOST_CLOCKS = 2_000


class GameClocks:
    """The clocks of games that are listed."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._clocks: OrderedDict[tuple[str, int], Clock] = OrderedDict()

    async def runs_out(self, game: ListedGame, at: int) -> int | None:
        """The moment at which the running clock of a game is over; None if none runs.

        A game whose time is over already is in the care of its room, and soon finished.
        """
        if game.terms.clock is None or game.section not in (Section.TURN, Section.RUNNING):
            return None
        try:
            clock = await self._clock(game)
            moment = clock.flag_falls() if clock is not None else None
            if moment is not None and moment <= at:
                await self._rooms.room(game.match)  # its referee notices
        except Unavailable:  # of a newer server's match; the list goes on without its clock
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
