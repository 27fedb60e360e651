"""Deletes a person, after ending their running games."""

from __future__ import annotations

from collections.abc import Iterable

from menhirs.core.errors import Illegal
from menhirs.match import commands
from menhirs.match.errors import Refused
from menhirs.server.errors import BadRequest
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.tournament.tournaments import Tournaments
from menhirs.server.storage.people.account_store import AccountStore, OwnSeat

_TRIES = 5
"""A game may begin while the others are being ended."""


async def delete_person(
    rooms: Rooms, tournaments: Tournaments, accounts: AccountStore, person: str
) -> None:
    """Resigns the games in which an opponent would wait, and deletes the person."""
    await tournaments.forget_person(person)
    for _ in range(_TRIES):
        deletion = await rooms.writer.run(accounts.delete, person)
        if not deletion.running:
            await rooms.read_again(deletion.matches)
            return
        await _resign(rooms, deletion.running)
    raise BadRequest("delete-running")


async def _resign(rooms: Rooms, running: Iterable[OwnSeat]) -> None:
    for seat in running:
        room = await rooms.room(seat.match)
        try:
            resign = commands.ActCommand(room.match.state, "resign", seat.player)
            await room.submit([seat.player], resign)
        except (
            Refused,
            Illegal,
        ):  # it has ended in the meantime; if not, the next try raises again
            continue
