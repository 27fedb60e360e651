"""The referee of one match: every change passes here, one at a time.

Every change goes the same way: the match proposes it, it is stored, and only then is it appended
and sent. Storage, computer and readers are passed in (``parts.py``): by a server its database, its
processes and sockets, by a visitor's browser its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from menhirs.core.actions import Player, other
from menhirs.core.errors import Illegal, MenhirsError
from menhirs.learn.coach import Coach
from menhirs.match import commands, computer
from menhirs.match.addresses import new_match_id
from menhirs.match.commands import (
    AnswerRematch,
    Command,
    NextGame,
    Rematch,
    kept_of_refused,
    propose,
)
from menhirs.match.errors import Refused, Unavailable
from menhirs.match.match import Change, Match, entry_of
from menhirs.match.series import Earlier
from menhirs.referee.advice import Advice
from menhirs.referee.agreement import joins, next_terms
from menhirs.referee.parts import Computer, Following, MatchStorage, NoReaders, Readers
from menhirs.referee.tasks import Tasks
from menhirs.referee.thought import Question, Thought
from menhirs.view.match.state_view import Remark, StateView

TRIES = 5
"""How often a change is tried again after another writer was quicker."""
_HINT_LEVEL = 7
"""The strongest level that takes milliseconds."""

_log = logging.getLogger(__name__)


class Referee:
    """Referees a match that is being played or watched."""

    def __init__(
        self,
        view: StateView,
        storage: MatchStorage,
        computer: Computer,
        readers: Readers,
        now: Callable[[], int],
        tasks: Tasks,
    ) -> None:
        """``now`` is the moment, in milliseconds since 1970; it never goes back."""
        self.match = view.match
        self._view = view
        self._storage = storage
        self._computer = computer
        self._readers = readers
        self._now = now
        self._tasks = tasks
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._thought_of: int | None = None
        """The last state that the computer was asked about."""
        self._thinking: asyncio.Task[None] | None = None
        self._advising: set[asyncio.Task[Thought]] = set()
        """The pending request for advice."""
        self.is_closed = False

    # Changes.

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Admits one change at a time, and none in a match that was dropped.

        After a storage error the match is dropped, since it is unknown what was stored.
        """
        async with self._lock:
            if self.is_closed:
                raise Unavailable("storage")
            try:
                yield
            except Unavailable as error:
                self._readers.drop(error)
                raise

    async def ask(
        self, own_seats: list[Player], command: Command, at: int, check_creation: Callable[[], None]
    ) -> None:
        """Carries out a visitor's command.

        The next game of a series is a new match; ``check_creation`` raises if it is one too many.
        """
        if isinstance(command, Rematch | AnswerRematch):
            agreed = propose(self.match, command, own_seats, self._now())
            if isinstance(agreed, NextGame):
                check_creation()
                await self._begin_next(agreed)
                return
        await self.submit(own_seats, command, at)

    async def submit(
        self,
        own_seats: list[Player],
        command: Command,
        at: int | None = None,
        remark: Remark | None = None,
    ) -> None:
        """Carries out a command: the change is stored, then sent to everybody.

        ``at`` is when the message arrived. If another writer was quicker, the command is tried
        again on the match as it is then.
        """
        at = self._now() if at is None else at
        async with self.changing():
            for _ in range(TRIES):
                # An entry is never older than the one before, whatever a machine's clock says.
                at = max(at, self.match.last_at)
                if (due := self.match.due_change(at)) is not None:
                    await self.write(due)
                    continue
                try:
                    change = propose(self.match, command, own_seats, at)
                except MenhirsError as refusal:
                    kept = kept_of_refused(self.match, command, own_seats, at, refusal)
                    if kept is None or await self.write(kept):
                        raise
                    continue
                if isinstance(change, NextGame):
                    break  # in the meantime the other side has asked for it too
                if await self.write(change, remark):
                    return
        raise Refused("stale")

    async def write(self, change: Change, remark: Remark | None = None) -> bool:
        """Stores a change and sends it; if another writer was quicker, sends those entries."""
        written = await self._storage.keep(change)
        if written:
            self.take_in([change], remark, kept_here=True)
        else:
            await self.catch_up()
        return written

    async def _begin_next(self, agreed: NextGame) -> None:
        """Creates the next game with the same people on swapped seats, and links it from this one.

        Unless somebody else was quicker.
        """
        next_id = new_match_id()
        terms = next_terms(self.match, same_layout=agreed.same_layout, level=agreed.level)
        async with self.changing():
            for _ in range(TRIES):
                at = max(self._now(), self.match.last_at)
                link = self.match.next_entry(agreed.player, next_id, at)
                names = {other(seat): name for seat, name in self.match.names.items()}
                if await self._storage.keep_next(link, Following(next_id, terms, joins(names, at))):
                    self.take_in([link], kept_here=True)
                    return
                await self.catch_up()
        raise Refused("stale")

    async def catch_up(self) -> None:
        """Appends the entries that another writer has stored."""
        async for entries in self._storage.news():
            self.take_in(entries)

    def take_in(
        self, changes: Sequence[Change], remark: Remark | None = None, *, kept_here: bool = False
    ) -> None:
        """Appends stored changes, and sends them to everybody."""
        now, to = self._now(), self._readers
        for change in changes:
            take_in(self.match, change)
            self._view.send_change(to.readers, entry_of(change), now, to.present, remark)
        self.wake()
        to.on_changes(changes, kept_here=kept_here)

    # Without a command: time runs out, and the computer plays.

    def wake(self) -> None:
        """Sets the timer for the next automatic change, and lets the computer think."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (moment := self.match.next_moment()) is not None:
            delay = max(0, moment - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._look_at_the_time)
        if self._thought_of != self.match.state:  # names and offers are nothing to think about
            self._thought_of = self.match.state
            self._stop_thinking()
            if (task := computer.task(self.match, self._now())) is not None:
                self._thinking = self._tasks.spawn(self._play_computer(task))

    def _stop_thinking(self) -> None:
        """Stops the computer's thinking, unless it has just acted itself: the position has
        changed.
        """
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        self._thinking = None
        for thought in self._advising:
            thought.cancel()

    def _look_at_the_time(self) -> None:
        self._tasks.spawn(self._end_what_is_due())

    async def _end_what_is_due(self) -> None:
        async with self.changing():
            if (due := self.match.due_change(self._now())) is not None:
                await self.write(due)
            else:
                self.wake()

    async def _play_computer(self, task: computer.Task) -> None:
        """Thinks, waits as long as a person would, and acts if nothing has changed since."""
        match, state, began, turn = self.match, self.match.state, self.match.last_at, task.claims_on
        position = match.position if turn is not None else match.position.close_claim_window()
        seed, may_claim = f"{self._view.id}:{state}", turn is not None
        seconds = self._computer.longest_thought
        question = Question(position, task.level, seed, task.acts, may_claim, seconds=seconds)
        thought = await self._computer.think(question)
        wait = task.reaction if thought.claims else task.pause
        await asyncio.sleep(max(0, began + wait - self._now()) / 1000)
        try:
            if thought.claims and turn is not None:
                await self.submit([task.player], commands.ClaimCommand(turn))
            elif thought.action is not None:
                act = commands.ActCommand(state, thought.action)
                await self.submit([task.player], act, remark=self._computer.remark(thought))
        except (Refused, Illegal):  # the match has moved on in the meantime …
            if thought.claims and task.acts and match.state == state:  # … or its claim was too late
                await self._play_computer(replace(task, claims_on=None))

    async def advise(self, own_seats: list[Player], *, threats: bool = False) -> Advice | None:
        """A good player's action against the computer, its reason, and the threats.

        None if the match has moved on in the meantime.
        """
        match, position = self.match, self.match.position
        computer.check_help(match, own_seats, threats=threats)
        state = match.state
        may_claim = (
            position.claimant == position.player and match.claim_window(self._now()) is not None
        )
        question = Question(
            position if may_claim else position.close_claim_window(),
            _HINT_LEVEL,
            f"{self._view.id}:{state}",
            acts=True,
            may_claim=may_claim,
            explains=True,
            seconds=self._computer.longest_thought,
        )
        thinking = asyncio.ensure_future(self._computer.think(question))
        self._advising.add(thinking)
        try:
            await asyncio.wait([thinking])
        finally:
            thinking.cancel()  # unless it is done, whoever asked has gone
            self._advising.discard(thinking)
        if thinking.cancelled() or match.state != state:
            return None
        return Advice(position, thinking.result())

    async def pause(self) -> None:
        """Waits until nothing is being changed."""
        async with self._lock:
            pass

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or (self._thinking is not None and not self._thinking.done())

    def close(self) -> None:
        """Ends all work here without a message: the caller informs the readers."""
        self.is_closed = True
        self._readers = NoReaders()
        self._stop_thinking()
        if self._timer is not None:
            self._timer.cancel()


def view_of(match_id: str, match: Match, game: int, earlier: Earlier) -> StateView:
    """The view of a match; with a coach if the match is guided."""
    coach = Coach() if len(match.terms.computers) == 1 else None
    return StateView(match_id, match, game, earlier, coach)


def take_in(match: Match, change: Change) -> None:
    """Appends a stored change, perhaps written by a newer version of this program."""
    try:
        match.append(change)
    except (MenhirsError, ValueError) as error:
        _log.warning("an entry of a match can't be taken in: %s", error)
        raise Unavailable("newer-match") from error
