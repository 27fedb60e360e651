"""Starting matches."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.core.rules import RuleSet
from menhirs.home.ports import Begun
from menhirs.match.addresses import new_match_id
from menhirs.match.fair_play import EngineDoor
from menhirs.match.names import checked_name
from menhirs.referee.agreement import MatchWanted, agree, joins
from menhirs.server.errors import BadRequest
from menhirs.server.live.clock import now
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.metrics import MATCHES
from menhirs.server.storage.match.invitation_store import Audience, InvitationStore, place_of
from menhirs.server.storage.match.store import StoredMatch


async def create(
    rooms: Rooms,
    wanted: MatchWanted,
    offered: Mapping[str, RuleSet],
    person: str | None = None,
    address: str = "",
    *,
    program: bool = False,
) -> Begun:
    """Starts a match.

    The seats belong to the person who starts it, if known; a program is marked as one. An open
    invitation is stored in the same transaction.
    """
    seating = agree(wanted, offered)
    if person is None and (seating.terms.rated or wanted.opponent == "open"):
        raise BadRequest("person-needed")
    if wanted.opponent == "computer" and (wanted.position or wanted.layout != "random"):
        await rooms.fair_play.check(EngineDoor.MATCH, [seating.terms.start], person)
    match, secret, at = new_match_id(), new_secret(), now()
    name = checked_name(wanted.name)
    entries = joins(dict.fromkeys(seating.own_seats, name), at)
    seats = dict.fromkeys(seating.own_seats, seat_for(secret, person, program=program))
    stored = StoredMatch(match, seating.terms, match, 1, entries, seats, public=seating.public)
    stored.by_link = wanted.opponent == "friend"
    steps = []
    if wanted.opponent == "open" and person is not None:
        invitations = InvitationStore(rooms.writer.store.engine)
        details = (Audience(wanted.audience), at, place_of(address))
        steps.append(invitations.opening(match, person, *details))
    await rooms.writer.run(rooms.writer.store.create, stored, at, *steps)
    MATCHES.labels(seating.terms.rules.name).inc()
    return Begun(match, seating.own_seats, secret)
