"""Starting matches, and beginning the next game of a series."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from menhirs.core.actions import Player, other
from menhirs.core.rules import RuleSet
from menhirs.match.commands import AnswerRematch, Command, NextGame, Rematch, propose
from menhirs.match.entries import Entry, Kind
from menhirs.match.names import checked_name
from menhirs.server.errors import BadRequest
from menhirs.server.live.clock import now
from menhirs.server.live.match_request import MatchRequest, agree, next_terms
from menhirs.server.live.room import Room
from menhirs.server.live.rooms import Rooms
from menhirs.server.live.seat_keys import new_match_id, new_secret, seat_for
from menhirs.server.metrics import MATCHES
from menhirs.server.storage.invitation_store import Audience, InvitationStore
from menhirs.server.storage.store import StoredMatch

Check = Callable[[], None]
"""Raises if it is one too many."""


async def create(
    rooms: Rooms, wanted: MatchRequest, offered: Mapping[str, RuleSet], person: str | None = None
) -> tuple[str, str, list[Player]]:
    """Starts a match; returns its address, the secret of the seats taken, and those seats.

    The seats belong to the person who starts it, if that is known. An open match is told to all in
    the same transaction.
    """
    seating = agree(wanted, offered)
    if person is None and (seating.terms.rated or wanted.opponent == "open"):
        raise BadRequest("person-needed")
    match, secret, at = new_match_id(), new_secret(), now()
    name = checked_name(wanted.name)
    entries = _joins(seating.mine, dict.fromkeys(seating.mine, name), at)
    seats = dict.fromkeys(seating.mine, seat_for(secret, person))
    stored = StoredMatch(match, seating.terms, match, 1, entries, seats, public=seating.public)
    steps = []
    if wanted.opponent == "open" and person is not None:
        invitations = InvitationStore(rooms.writer.store.engine)
        steps.append(invitations.opening(match, person, Audience(wanted.audience), at))
    await rooms.writer.run(rooms.writer.store.create, stored, at, *steps)
    MATCHES.labels(seating.terms.rules.name).inc()
    return match, secret, seating.mine


async def ask(
    room: Room, you: list[Player], command: Command, at: int, check_creation: Check
) -> None:
    """Does what a visitor asks of a match.

    The next game of a series is a new match, and is limited as one.
    """
    if isinstance(command, Rematch | AnswerRematch):
        agreed = propose(room.match, command, you, now())
        if isinstance(agreed, NextGame):
            check_creation()
            await _begin_next(room, agreed)
            return
    await room.submit(you, command, at)


async def _begin_next(room: Room, agreed: NextGame) -> None:
    """Creates the next game with the same people on swapped seats, and links it from this one."""
    match_id = new_match_id()
    terms = next_terms(room.match, same_layout=agreed.same_layout, level=agreed.level)

    def propose(at: int) -> tuple[Entry, StoredMatch]:
        # At one screen the two keep their device, but not their sides: one secret opens both.
        names = {other(seat): name for seat, name in room.match.names.items()}
        seats = {other(player): seat for player, seat in room.seats.items()}
        joins = _joins(sorted(names), names, at)
        stored = StoredMatch(
            match_id, terms, room.series, room.game + 1, joins, seats, public=room.public
        )
        return room.match.next_entry(agreed.player, match_id, at), stored

    await room.begin_next(propose)


def _joins(players: Iterable[Player], names: dict[Player, str], at: int) -> list[Entry]:
    return [
        Entry(number, at, Kind.JOIN, player, names[player])
        for number, player in enumerate(players, start=1)
    ]
