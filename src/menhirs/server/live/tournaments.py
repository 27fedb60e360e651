"""Tournaments being held: every change is proposed, stored with all that follows, then told.

The diary in the database is the tournament; what is kept in memory is only read faster. Whatever
happens by itself (a start, a result, the next round) any server may do: the number of the entry
makes sure that it is done once. A server that is killed leaves nothing half done, and what it has
not done the next one finds by looking.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from menhirs.core.errors import MenhirsError
from menhirs.match.addresses import is_match_id
from menhirs.match.errors import Refused, Unavailable
from menhirs.server.errors import BadRequest, ServerUnavailable
from menhirs.server.live.clock import now
from menhirs.server.live.rooms import Rooms
from menhirs.server.live.tournament_games import games_to_open, matches_done_with
from menhirs.server.storage.arrangements import Place
from menhirs.server.storage.tournament_store import (
    EndedGame,
    LinkedGame,
    Step,
    StoredTournament,
    TournamentStore,
)
from menhirs.tournament.entries import Entry, Event, Finish, Rename, Result, Start
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.results import Game
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Phase, Tournament

_TRIES = 50
"""So many times another server may be quicker before a change is given up."""
_KEPT = 200
_LOOK_EVERY = 1.0
_CLOCKS_EVERY = 10
"""Of so many looks one is at the clocks of games that nobody is at."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Held:
    """A tournament as far as its diary goes. One stands for all who look, until more happens."""

    stored: StoredTournament
    tournament: Tournament
    links: Mapping[str, LinkedGame]
    """All matches that were ever opened for it."""
    diary: tuple[Entry, ...] = ()

    @property
    def id(self) -> str:
        return self.stored.id

    def matches_of(self, game: Game) -> list[LinkedGame]:
        """The matches of a game: usually one, and another one if it was to be played again."""
        return [link for link in self.links.values() if link.game == game]


Propose = Callable[[Held], Event | None]
"""What is to be entered, if anything, given how the tournament stands; or raises."""


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._writer = rooms.writer
        self.store = TournamentStore(rooms.writer.store)
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        rooms.spawn(self._look_after())

    async def create(self, stored: StoredTournament) -> None:
        """Writes a new tournament down."""
        await self._writer.run(self.store.create, stored)

    async def of_match(self, match: str) -> tuple[str, int] | None:
        """The tournament and the round that a match belongs to."""
        return await self._writer.read(self.store.of_match, match)

    async def find(self, name: str) -> Held:
        """A tournament as it stands now."""
        held = self._held.get(name)
        if held is None:
            found = await self._writer.read(self.store.find, name) if is_match_id(name) else None
            if found is None:
                raise BadRequest("no-tournament")
            held = Held(found, Tournament(found.settings), {})
        entries, links = await self._writer.read(self.store.news, name, held.tournament.entries)
        if held.tournament.entries and any(isinstance(one.event, Rename) for one in entries):
            # A name may be gone from where it was entered, too: the diary is read anew.
            held = Held(held.stored, Tournament(held.stored.settings), {})
            entries, links = await self._writer.read(self.store.news, name, 0)
        if entries:
            held = await asyncio.to_thread(_after, held, entries, links)
        self._keep(held)
        return held

    def _keep(self, held: Held) -> None:
        known = self._held.get(held.id)
        if known is None or known.tournament.entries < held.tournament.entries:
            self._held[held.id] = held
        self._held.move_to_end(held.id)
        while len(self._held) > _KEPT:
            gone, _ = self._held.popitem(last=False)
            self._locks.pop(gone, None)

    async def change(self, name: str, propose: Propose, by: str = "") -> Held:
        """Enters what is proposed, and then all that follows by itself."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            held = await self._enter(name, propose, by)
            while (after := await self._enter(name, follows_by_itself)) is not held:
                held = after
            return held

    async def forget_person(self, person: str) -> None:
        """Takes a person's name out of all tournaments they entered: a number stands there then."""
        for name in await self._writer.read(self.store.entered_by, person):
            await self._forget_name(name, person)

    async def _forget_name(self, name: str, person: str) -> None:
        rename = _without_name(person, await self.find(name))
        await self._writer.run(self.store.blank_name, name, rename.entrant, rename.name)
        self._held.pop(name, None)
        # By now this changes nothing, but it makes the other servers read the diary again.
        await self.change(name, lambda _: rename)

    async def _enter(self, name: str, propose: Propose, by: str = "") -> Held:
        """The tournament after what is proposed; the same one if that is nothing."""
        for _ in range(_TRIES):
            held = await self.find(name)
            event = await asyncio.to_thread(propose, held)  # pairing a hundred players takes time
            if event is None:
                return held
            at = max(now(), held.tournament.last_at)
            step, after = await asyncio.to_thread(_step, held, event, at, by)
            if await self._writer.run(self.store.write, step):
                self._keep(after)
                return after
        raise Refused("stale")

    # What happens by itself.

    async def _look_after(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            looks += 1
            try:
                for name in await self._writer.read(self.store.due, now()):
                    await self._try(name, follows_by_itself)
                for ended in await self._writer.read(self.store.ended):
                    await self._try(ended.tournament, _result_of(ended))
                if looks % _CLOCKS_EVERY == 0:
                    await self._look_at_clocks()
            except Unavailable:
                pass  # it has been noted, and the next look comes soon
            except Exception:
                _log.exception("tournaments were not looked after")

    async def _try(self, name: str, propose: Propose) -> None:
        """One that goes wrong must not keep the others waiting."""
        try:
            await self.change(name, propose)
        except Unavailable:
            raise
        except MenhirsError as error:
            _log.warning("tournament %s: %s", name, error)

    async def _look_at_clocks(self) -> None:
        """Opens the rooms of games that may be lost on time, so that their referee looks."""
        for name, match, updated in await self._writer.read(self.store.running):
            clock = (await self.find(name)).stored.arranged.clock
            if clock is not None and updated + clock.time <= now():
                await self._rooms.room(match)


def _without_name(person: str, held: Held) -> Rename:
    """What calls a person by a number that nobody else is called by."""
    entrants = held.tournament.entrants.values()
    mine = next(entrant for entrant in entrants if entrant.player == person)
    nameless, taken = f"#{mine.id}", {entrant.name for entrant in entrants if entrant != mine}
    while nameless in taken:
        nameless = f"#{nameless}"
    return Rename(mine.id, nameless)


def follows_by_itself(held: Held) -> Event | None:
    """What is to be entered without anybody asking for it."""
    if (due := due_at(held)) is None:
        return None
    if held.tournament.phase is Phase.ENTERING:
        return Start() if due <= now() and len(held.tournament.active) > 1 else None
    return next_round(held.tournament) or Finish()


def due_at(held: Held) -> int | None:
    """The moment from which something is to be entered by itself; None if nothing is.

    It is written down with the tournament: should the server die that is about to do it, another
    one sees that it is due.
    """
    tournament, arranged = held.tournament, held.stored.arranged
    if tournament.phase is Phase.ENTERING:
        return arranged.starts_at
    if tournament.phase is not Phase.RUNNING:
        return None
    if tournament.settings.system is System.ARENA:
        is_due = next_round(tournament) is not None
    else:
        is_due = not tournament.open_games() and (arranged.goes_on or not tournament.rounds)
    return tournament.last_at if is_due else None


def _result_of(ended: EndedGame) -> Propose:
    """The result of a match that is over, unless its game has one."""

    def propose(held: Held) -> Event | None:
        link = held.links.get(ended.match)
        if link is None or link.entered:
            return None  # another server has entered it
        return Result(ended.game, ended.outcome, ended.match)

    return propose


def _after(held: Held, entries: list[Entry], links: list[LinkedGame]) -> Held:
    """A tournament after more of its diary."""
    tournament = held.tournament
    try:
        for entry in entries:
            tournament = tournament.append(entry)
    except (BadTournament, ValueError, KeyError) as error:
        _log.warning("an entry of tournament %s can't be taken in: %s", held.id, error)
        raise ServerUnavailable("newer-tournament") from error
    linked = {link.match: link for link in links}
    return replace(held, tournament=tournament, links=linked, diary=(*held.diary, *entries))


def _step(held: Held, event: Event, at: int, by: str) -> tuple[Step, Held]:
    """What is to be written down for an event, and the tournament after it."""
    stored, before = held.stored, held.tournament
    entry = before.entry(event, at, by)
    after = before.append(entry)
    links = held.links.values()
    done = matches_done_with(after, links)
    waited_for = {link.game for link in links if not link.entered and link.match not in done}
    opened = []
    if stored.arranged.place is Place.HERE:
        opened = games_to_open(stored, after, waited_for, at)
    linked = {
        **{link.match: replace(link, entered=link.entered or link.match in done) for link in links},
        **{match.id: LinkedGame(match.id, game, entered=False) for game, match in opened},
    }
    following = replace(held, tournament=after, links=linked, diary=(*held.diary, entry))
    state = after.phase.name.lower()
    return Step(stored.id, entry, state, due_at(following), opened, done), following
