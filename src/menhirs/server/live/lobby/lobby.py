"""The lobby: open invitations, who may accept them, and public games.

Everything is in the database, so it is the same at every server. The part that all visitors share
is read at most once a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.match.errors import Refused, Unavailable
from menhirs.match.terms import SlowClock, Terms, rated_as
from menhirs.server.errors import BadRequest
from menhirs.server.live.clock import now
from menhirs.server.live.lobby.fitting_level import FittingOpponent, fitting_opponent
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.storage.match.invitation_store import (
    GONE_AFTER,
    Audience,
    Invitation,
    InvitationStore,
)
from menhirs.server.storage.match.public_store import PublicGame, PublicStore
from menhirs.server.storage.match.store import Step, StoredSeat
from menhirs.server.storage.people.conduct_store import ConductStore
from menhirs.server.storage.people.people_store import Person
from menhirs.server.storage.people.practice_store import PracticeStore
from menhirs.server.storage.rating.rating_store import RatingStore
from menhirs.tournament.ladder import RatingState
from menhirs.tournament.rating import Rating

SAME_STRENGTH = 200
"""The largest difference of ratings between "about equally strong" players."""
_LASTS = 1_000
"""Milliseconds for which a snapshot of the lobby is used."""
_MOST_INVITATIONS = 50
_MOST_GAMES = 6


@dataclass(frozen=True)
class LobbySnapshot:
    """The contents of the lobby, before filtering for one visitor."""

    at: int
    invitations: list[Invitation]
    games: list[PublicGame]
    ratings: dict[str, dict[str, RatingState]]
    """Ratings of the inviters, by game, then by person."""

    def rating(self, person: str, terms: Terms) -> Rating | None:
        """A person's rating in the game of these terms; None if there is none."""
        standing = self.ratings.get(rated_as(terms.rules) or "", {}).get(person)
        return None if standing is None else standing.at(self.at)


class Lobby:
    """The lobby of the servers on one database."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._writer = rooms.writer
        engine = rooms.writer.store.engine
        self.invitations = InvitationStore(engine)
        self.public = PublicStore(engine)
        self.ratings = RatingStore(engine)
        self.conduct = ConductStore(engine)
        self._practice = PracticeStore(engine)
        self._scene: LobbySnapshot | None = None
        self._looking = asyncio.Lock()

    async def scene(self) -> LobbySnapshot:
        """A snapshot of the lobby, at most a second old."""
        async with self._looking:
            if self._scene is None or now() - self._scene.at > _LASTS:
                self._scene = await self._writer.read(self._look, now())
            return self._scene

    def _look(self, at: int) -> LobbySnapshot:
        invitations = self.invitations.listed(at, _MOST_INVITATIONS)
        games = self.public.running(at - GONE_AFTER, _MOST_GAMES)
        people: dict[str, set[str]] = {}
        for one in invitations:
            if (game := rated_as(one.terms.rules)) is not None:
                people.setdefault(game, set()).add(one.person)
        ratings = {game: self.ratings.of(ids, game) for game, ids in people.items()}
        return LobbySnapshot(at, invitations, games, ratings)

    def look_again(self) -> None:
        """Drops the cached snapshot."""
        self._scene = None

    async def open_to(self, person: str | None) -> list[Invitation]:
        """The invitations that a person may accept, and their own."""
        scene = await self.scene()
        apart: set[str] = set()
        own_ratings: Mapping[str, RatingState] = {}
        if scene.invitations and person is not None:
            apart = await self._writer.read(self.conduct.kept_apart, person)
            own_ratings = await self._writer.read(self.ratings.all_of, person)
        return [
            one
            for one in scene.invitations
            if one.person not in apart
            and (
                one.person == person or _fits(one, scene.rating(one.person, one.terms), own_ratings)
            )
        ]

    async def computer_for(self, person: str | None) -> FittingOpponent:
        """The level of the computer that fits a person."""
        if person is None:
            return fitting_opponent((), {})
        read = self._writer.read
        practice = await read(self._practice.games, person)
        return fitting_opponent(practice, await read(self.ratings.all_of, person))

    async def invitation_to(self, match: str) -> Invitation | None:
        """The open invitation to a match; None if there is none."""
        return await self._writer.read(self.invitations.find, match)

    async def mark_person_seen(self, person: str) -> None:
        """Records that a person's page is open, which keeps their invitation alive."""
        if await self._writer.read(self.invitations.of_person, person):
            await self._writer.run(self.invitations.mark_person_seen, person, now())

    async def withdraw(self, match: str) -> None:
        """Withdraws an invitation and its match; raises if somebody has sat down.

        It may be one in the lobby or one by link.
        """
        store = self._writer.store
        await self._writer.run(store.remove, match, self.invitations.withdrawing(match))
        if (room := self._rooms.in_memory(match)) is not None:
            self._rooms.forget(room)
        self.look_again()

    async def withdraw_from(self, room: Room, own_seats: Sequence[Player]) -> bool:
        """Withdraws the invitation of that seat; returns whether it was in the lobby."""
        if not own_seats:
            raise Refused("not-seated")
        # Tournament games have no invitation.
        if not room.match.free_seats or room.match.terms.tournament:
            raise Refused("invitation-gone")
        was_open = await self.invitation_to(room.id) is not None
        await self.withdraw(room.id)
        return was_open

    async def withdraw_live(self, person: str, but: str = "") -> None:
        """Withdraws a person's other invitations to live games, except ``but``."""
        for one in await self._writer.read(self.invitations.of_person, person):
            if one.match != but and not one.lasts:
                try:
                    await self.withdraw(one.match)
                except Refused:  # it was just accepted, so it is a game
                    continue

    async def sit_down(
        self, room: Room, name: str, person: str | None, *, program: bool = False
    ) -> tuple[Player, str]:
        """Takes the free seat, if this person may; returns it with its secret."""
        if room.match.terms.tournament:
            raise BadRequest("tournament-who")
        invitation = await self._writer.read(self.invitations.find, room.id)
        waiting = next((seat.person for seat in room.seats.values() if seat.person), None)
        if person is not None and waiting is not None:
            await self._check_not_apart(person, waiting)
        secret = new_secret()
        if invitation is None and not room.match.terms.rated:
            held = seat_for(secret, person, program=program)
            return await self._join(room, name, held), secret
        if person is None or waiting is None:
            raise BadRequest("person-needed")
        if person == waiting:
            raise Refused("seat-own")
        if room.match.terms.rated and await self._writer.read(
            self.ratings.are_same_hands, person, waiting
        ):
            raise Refused("rated-same-hands")
        steps = []
        if invitation is not None:
            await self._check_invited(invitation, person)
            steps.append(self.invitations.closing(room.id))
        wanted = await self._seat_for(room, person, waiting)
        held = seat_for(secret, person, program=program)
        seat = await self._join(room, name, held, *steps, wanted=wanted)
        self.look_again()
        if not isinstance(room.match.terms.clock, SlowClock):
            await self.withdraw_live(person)
        return seat, secret

    async def is_for(self, room: Room, person: Person | None) -> bool:
        """Whether a person may take the free seat of a match."""
        waiting = next((seat.person for seat in room.seats.values() if seat.person), None)
        if person is None or waiting is None:
            return True
        invitation = await self.invitation_to(room.id)
        try:
            await self._check_not_apart(person.id, waiting)
            if invitation is not None:
                await self._check_audience(invitation, person.id)
        except Refused:
            return False
        return True

    async def _join(
        self, room: Room, name: str, seat: StoredSeat, *steps: Step, wanted: Player | None = None
    ) -> Player:
        try:
            return await room.join(name, seat, *steps, wanted=wanted)
        except Unavailable:
            # The room was closed meanwhile, perhaps because its match was withdrawn.
            if await self._writer.read(self._writer.store.load, room.id, 0) is None:
                raise Refused("invitation-gone") from None
            raise

    async def _check_not_apart(self, person: str, waiting: str) -> None:
        if waiting in await self._writer.read(self.conduct.kept_apart, person):
            raise Refused("not-invited")

    async def _check_invited(self, invitation: Invitation, person: str) -> None:
        if not invitation.stands(now()):
            raise Refused("inviter-away")
        await self._check_audience(invitation, person)

    async def _check_audience(self, invitation: Invitation, person: str) -> None:
        read, ratings = self._writer.read, self.ratings
        own_ratings = await read(ratings.all_of, person)
        inviter_ratings = await read(ratings.all_of, invitation.person)
        game = rated_as(invitation.terms.rules) or ""
        rating = inviter_ratings[game].at(now()) if game in inviter_ratings else None
        if not _fits(invitation, rating, own_ratings):
            raise Refused("not-invited")

    async def _seat_for(self, room: Room, person: str, waiting: str) -> Player:
        """Seat 1 goes to the person who has had it less often; if equal, seats stay."""
        leads = [await self._writer.read(self.invitations.lead, one) for one in (person, waiting)]
        if leads[0] == leads[1]:
            free = room.match.free_seats
            return free[0] if free else 1
        return 1 if leads[0] < leads[1] else 2


def _fits(
    invitation: Invitation, inviter: Rating | None, ratings: Mapping[str, RatingState]
) -> bool:
    """Whether an invitation is open to a person with these ratings."""
    if invitation.audience is Audience.EVERYBODY:
        return True
    standing = ratings.get(rated_as(invitation.terms.rules) or "")
    own = Rating() if standing is None else standing.rating
    return abs(own.rating - (inviter or Rating()).rating) <= SAME_STRENGTH
