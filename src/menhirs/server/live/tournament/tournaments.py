"""Tournaments being held: every change is proposed, stored with all that follows, then sent.

The log in the database is the tournament; memory is only a cache. Automatic events (a start, a
result, the next round) may be done by any server: the number of the entry makes sure that each is
done once. A killed server leaves nothing half done, and another one does what it left undone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from itertools import count
from typing import Any

from menhirs.core.errors import MenhirsError
from menhirs.match.addresses import is_match_id
from menhirs.match.errors import Refused, Unavailable
from menhirs.match.names import likeness
from menhirs.server.errors import BadOrder, BadRequest, ServerUnavailable
from menhirs.server.live.clock import now
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.tournament.boards import concerned, settle
from menhirs.server.live.tournament.pairing import TournamentPairing
from menhirs.server.live.tournament.steps import (
    FollowUp,
    Held,
    Propose,
    Proposed,
    follows_by_itself,
    step,
)
from menhirs.server.storage.tournament.tournament_store import (
    EndedGame,
    LinkedGame,
    StoredTournament,
    TournamentStore,
)
from menhirs.tournament.entries import (
    EnterResult,
    Event,
    Finish,
    Pair,
    RenamePlayer,
    TournamentEntry,
)
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.tournament import Tournament, TournamentPhase

_TRIES = 50
"""The number of times that another server may be quicker before a change is abandoned."""
_KEPT = 200
_LOOK_EVERY = 1.0
_CLOCKS_EVERY = 10
"""Every so many rounds, games without visitors and matches out of step are checked too."""
MOST_GAMES = 400
"""The most games that may run at once in the tournaments of one organiser."""

_log = logging.getLogger(__name__)


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._writer = rooms.writer
        self.store = TournamentStore(rooms.writer.store)
        self._pairing = TournamentPairing()
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._underway: set[object] = set()
        """The automatic work in progress, so that it is not started twice."""
        rooms.spawn(self._run_upkeep())

    async def create(self, stored: StoredTournament) -> None:
        """Stores a new tournament."""
        await self._writer.run(self.store.create, stored)

    async def delete(self, name: str, check: Callable[[Held], None]) -> None:
        """Deletes a tournament, after games that are being played in it were ended.

        ``check`` raises if it may not be deleted.
        """

        def end(held: Held) -> Event | None:
            check(held)
            return (
                Finish()
                if held.tournament.phase in (TournamentPhase.RUNNING, TournamentPhase.PAUSED)
                else None
            )

        held = await self.change(name, end)
        await self._settle(held.id, [match for match, link in held.links.items() if link.entered])
        await self._writer.run(self.store.delete, name)
        self._held.pop(name, None)

    async def of_match(self, match: str) -> tuple[str, int] | None:
        """The tournament and the round that a match belongs to."""
        return await self._writer.read(self.store.of_match, match)

    async def find(self, name: str) -> Held:
        """The current state of a tournament."""
        held = self._held.get(name)
        if held is None:
            found = await self._writer.read(self.store.find, name) if is_match_id(name) else None
            if found is None:
                raise BadRequest("no-tournament")
            held = Held(found, Tournament(found.settings), {})
        entries, links = await self._news(held, held.tournament.entries)
        if held.tournament.entries and any(isinstance(one.event, RenamePlayer) for one in entries):
            # A name may have been removed from older entries too: the log is read again.
            held = Held(held.stored, Tournament(held.stored.settings), {})
            entries, links = await self._news(held, 0)
        if entries:
            held = await asyncio.to_thread(_after, held, entries, links)
        self._keep(held)
        return held

    async def _news(self, held: Held, after: int) -> tuple[list[TournamentEntry], list[LinkedGame]]:
        news = await self._writer.read(self.store.news, held.id, after)
        if news is None:
            self._held.pop(held.id, None)
            raise BadRequest("no-tournament")
        return news

    def _keep(self, held: Held) -> None:
        known = self._held.get(held.id)
        if known is None or known.tournament.entries < held.tournament.entries:
            self._held[held.id] = held
        self._held.move_to_end(held.id)
        while len(self._held) > _KEPT:
            gone, _ = self._held.popitem(last=False)
            self._locks.pop(gone, None)

    async def change(self, name: str, propose: Propose, by: str = "") -> Held:
        """Enters a proposed event, and then all automatic consequences.

        The tournament is read once, unless another server is quicker.
        """
        async with self._locks.setdefault(name, asyncio.Lock()):
            held = await self.find(name)
            if self._is_left_to_pair(held, propose, by):
                return held
            held = await self._enter(held, propose, by)
            while not self._is_left_to_pair(held, follows_by_itself):
                after = await self._enter(held, follows_by_itself)
                if after is held:
                    break
                held = after
            return held

    def is_pairing(self, name: str) -> bool:
        """Whether this server is pairing the next round of a large tournament."""
        return ("pairing", name) in self._underway

    def _is_left_to_pair(self, held: Held, propose: Propose, by: str = "") -> bool:
        """Whether the next round takes long to pair, and is then left to a background task."""
        if not self._pairing.takes_long(held.tournament) or propose(held) is not FollowUp.ROUND:
            return False
        self._begin(("pairing", held.id), self._pair(held.id, propose, by))
        return True

    async def _pair(self, name: str, propose: Propose, by: str) -> None:
        """Pairs without locking the tournament; pairs again if it changed meanwhile."""
        await self._enter(await self.find(name), propose, by)

    async def forget_person(self, person: str) -> None:
        """Replaces a person's name in all tournaments by a number."""
        for name in await self._writer.read(self.store.entered_by, person):
            await self._forget_name(name, person)

    async def _forget_name(self, name: str, person: str) -> None:
        rename = _without_name(person, await self.find(name))
        entrant, nameless = (rename.entrant, rename.name) if rename else (0, "")
        await self._writer.run(self.store.blank_name, name, person, entrant, nameless)
        self._held.pop(name, None)
        if rename is not None:
            # The entry itself changes nothing, but makes other servers read the log again.
            await self.change(name, lambda _: rename)

    async def _enter(self, held: Held, propose: Propose, by: str = "") -> Held:
        """The tournament after a proposed event; unchanged if nothing was proposed."""
        for _ in range(_TRIES):
            events = await self._worked_out(held, propose(held))
            if not events:
                return held
            at = max(now(), held.tournament.last_at)
            made, after = await asyncio.to_thread(step, held, events, at, by)
            if made.opened and any(isinstance(event, Pair) for event in events):
                await self._check_games(held.stored.organiser, len(made.opened))
            if await self._writer.run(self.store.write, made):
                self._keep(after)
                for event in events:
                    self._spawn_settling(after.id, concerned(held, after, event))
                return after
            held = await self.find(held.id)
        raise Refused("stale")

    async def _worked_out(self, held: Held, proposed: Proposed) -> Sequence[Event]:
        if proposed is FollowUp.ROUND:
            return [await self._next_round(held)]
        if proposed is None or isinstance(proposed, Sequence):
            return proposed or ()
        assert not isinstance(proposed, FollowUp)
        return [proposed]

    async def _next_round(self, held: Held) -> Event:
        return await self._pairing.next_round(held.stored.organiser, held.tournament) or Finish()

    async def _check_games(self, organiser: str, more: int) -> None:
        open_now = await self._writer.read(self.store.open_games, organiser)
        if open_now + more > MOST_GAMES:
            raise BadTournament("tournament-games", most=MOST_GAMES)

    # Changes at the boards.

    def _spawn_settling(self, name: str, matches: Sequence[str]) -> None:
        if matches:
            self._rooms.spawn(self._settle(name, matches))

    async def _settle(self, name: str, matches: Iterable[str]) -> None:
        try:
            await settle(self._rooms, lambda: self._held[name], matches)
        except (MenhirsError, KeyError) as error:  # the next round tries again
            _log.warning("boards of tournament %s were not told: %r", name, error)

    # Automatic events.

    async def _run_upkeep(self) -> None:
        try:
            for looks in count(1):
                await asyncio.sleep(_LOOK_EVERY)
                try:
                    await self._look()
                    if looks % _CLOCKS_EVERY == 0:
                        await self._look_at_boards()
                except Unavailable:
                    pass  # logged already, and the next look comes soon
                except Exception:
                    _log.exception("tournaments were not looked after")
        finally:
            self._pairing.close()

    async def _look(self) -> None:
        for name in await self._writer.read(self.store.due, now()):
            self._begin(name, self.change(name, follows_by_itself))
        for ended in await self._writer.read(self.store.ended):
            self._begin(ended, self.change(ended.tournament, _result_of(ended)))

    def _begin(self, task: object, work: Coroutine[Any, Any, object]) -> None:
        """Starts automatic work as a task of its own, so that it can't delay the others."""
        if task in self._underway:
            work.close()
            return
        self._underway.add(task)
        self._rooms.spawn(self._try(task, work))

    async def _try(self, task: object, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except MenhirsError as error:
            _log.warning("tournament %s: %s", task, error)
        finally:
            self._underway.discard(task)

    async def _look_at_boards(self) -> None:
        """Opens the rooms of games that may be lost on time, so that their referee looks.

        Also brings matches in line with their tournament, if a server died before it did.
        """
        for name, match, updated in await self._writer.read(self.store.running):
            clock = (await self.find(name)).stored.hosting.clock
            if clock is not None and updated + clock.time <= now():
                await self._rooms.room(match)
        for name, match in await self._writer.read(self.store.unsettled):
            await self.find(name)
            await self._settle(name, [match])


def _without_name(person: str, held: Held) -> RenamePlayer | None:
    """The event that replaces a person's name by an unused number; None if they do not take
    part.
    """
    entrants = held.tournament.entrants.values()
    leaving = next((entrant for entrant in entrants if entrant.player == person), None)
    if leaving is None:
        return None
    taken = {likeness(entrant.name) for entrant in entrants if entrant != leaving}
    names = (f"#{leaving.id}" if number == 1 else f"#{leaving.id}-{number}" for number in count(1))
    return RenamePlayer(leaving.id, next(name for name in names if likeness(name) not in taken))


def _result_of(ended: EndedGame) -> Propose:
    """The result of a match that is over, unless its game has one."""

    def propose(held: Held) -> Event | None:
        link = held.links.get(ended.match)
        if link is None or link.entered:
            return None  # another server has entered it
        return EnterResult(ended.game, ended.outcome, ended.match)

    return propose


def _after(held: Held, entries: list[TournamentEntry], links: list[LinkedGame]) -> Held:
    """A tournament after further entries."""
    tournament = held.tournament
    try:
        for entry in entries:
            tournament = tournament.append(entry)
        return held.with_entries(entries, tournament, {link.match: link for link in links})
    except (BadTournament, ValueError, KeyError) as error:
        _log.warning("an entry of tournament %s can't be taken in: %s", held.id, error)
        raise ServerUnavailable("newer-tournament") from error


def close_now(store: TournamentStore, name: str, at: int) -> bool:
    """Ends a tournament for an operator; deletes one that never began. Returns whether it had
    begun.
    """
    if store.find(name) is None:
        raise BadOrder("no-such-tournament", tournament=name)
    try:
        enter_now(store, name, Finish(), at)
    except BadTournament:
        store.delete(name)
        return False
    return True


def enter_now(store: TournamentStore, name: str, event: Event, at: int) -> None:
    """Enters an operator's event from the command line; running servers read it."""
    for _ in range(_TRIES):
        found, news = store.find(name), store.news(name, 0)
        if found is None or news is None:
            raise BadOrder("no-such-tournament", tournament=name)
        held = _after(Held(found, Tournament(found.settings), {}), *news)
        if isinstance(event, Finish) and held.tournament.phase is TournamentPhase.FINISHED:
            raise BadOrder("tournament-over", tournament=name)
        made, _ = step(held, [event], max(at, held.tournament.last_at), "")
        if store.write(made):
            return
    raise Refused("stale")
