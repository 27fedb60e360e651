"""A match in a visitor's browser, with its referee, its storage and this tab's pages.

Another tab may have the same match open. Both referee it: the first to store an entry wins, and
the other reads it, like two servers on one database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from menhirs.browser.engine_queue import EngineQueue, Urgency
from menhirs.browser.errors import BrowserTrouble
from menhirs.browser.match.browser_match_storage import BrowserMatchStorage
from menhirs.browser.match.stored_match import StoredTerms
from menhirs.browser.match.time_away import BEAT
from menhirs.browser.questions import read_thought, write_question
from menhirs.core.actions import Player
from menhirs.match.commands import Command
from menhirs.match.errors import Unavailable
from menhirs.match.match import Change, Match
from menhirs.match.outages import Outages
from menhirs.notation.people import People, Translator
from menhirs.referee.advice import Advice
from menhirs.referee.referee import Referee, view_of
from menhirs.referee.thought import Question, Thought
from menhirs.view.as_json import as_json
from menhirs.view.match.socket_messages import Presence
from menhirs.view.match.state_view import Remark

if TYPE_CHECKING:
    from menhirs.browser.match.connection import Connection
    from menhirs.browser.match.local_matches import LocalMatches

_log = logging.getLogger(__name__)


class LocalComputer:
    """The computer of a match: the worker of this browser that thinks."""

    longest_thought = 3.0
    """A level that would take longer on this device plays what it has found by then."""

    def __init__(self, engine_queue: EngineQueue, died: Callable[[Unavailable], None]) -> None:
        self._engine_queue = engine_queue
        self._died = died
        self._said_it_was_cut = False

    async def think(self, question: Question) -> Thought:
        """What it comes up with."""
        try:
            answer = await self._engine_queue.ask(write_question(question), Urgency.PLAY)
            return read_thought(answer, question.position)
        except Exception as error:  # the worker died; the next try starts another
            _log.error("nobody thinks", exc_info=error)
            trouble = BrowserTrouble("slip")
            self._died(trouble)
            raise trouble from error

    def remark(self, thought: Thought) -> Remark | None:
        """Says once that it had no time to think on."""
        if not thought.cut_short or self._said_it_was_cut:
            return None
        self._said_it_was_cut = True
        return _cut_short_in_words


class LocalMatch:
    """A match that is open in this tab."""

    def __init__(
        self, stored: StoredTerms, match: Match, outages: Outages, matches: LocalMatches
    ) -> None:
        """``outages`` are the known outages of the match."""
        self.id = stored.id
        self.match = match
        self.stored = stored
        self.view = view_of(stored.id, match, stored.game, stored.earlier)
        self._matches = matches
        self._pages: list[Connection] = []
        self._announced_presence: Mapping[Player, bool] = self.present
        self._outages = outages
        self._beating: asyncio.Task[None] | None = None
        self._referee = Referee(
            self.view,
            BrowserMatchStorage(stored, match, matches),
            LocalComputer(matches.engine_queue, self.drop),
            self,
            matches.now,
            matches.tasks,
        )
        self._referee.wake()
        self._run_heartbeat()

    @property
    def own_seats(self) -> list[Player]:
        """The seats of the person at this screen."""
        return self.stored.own_seats

    async def ask(
        self, own_seats: list[Player], command: Command, at: int, check_creation: Callable[[], None]
    ) -> None:
        """Does what the page asks of the match."""
        await self._referee.ask(own_seats, command, at, check_creation)

    async def submit(self, own_seats: list[Player], command: Command, at: int) -> None:
        """Carries out a command of these seats, except one that begins another match."""
        await self._referee.submit(own_seats, command, at)

    async def advise(self, own_seats: list[Player], *, threats: bool) -> Advice | None:
        """What a good player would do against the computer."""
        return await self._referee.advise(own_seats, threats=threats)

    async def refresh(self) -> None:
        """Reads the entries that another tab has written."""
        async with self._referee.changing():
            await self._referee.catch_up()

    def close(self) -> None:
        """Stops all work of this object."""
        self._referee.close()

    # What the referee tells.

    @property
    def readers(self) -> list[Connection]:
        return self._pages

    @property
    def present(self) -> dict[Player, bool]:
        """Which seats have somebody at a screen."""
        return {seat: bool(self._pages) and seat in self.stored.own_seats for seat in (1, 2)}

    def on_changes(self, changes: Sequence[Change], *, kept_here: bool) -> None:
        """Called after all pages got changes."""
        self._run_heartbeat()

    def drop(self, error: Unavailable | None) -> None:
        """The match is to be read again."""
        self._matches.forget(self, error)

    # The time.

    def _run_heartbeat(self) -> None:
        if self._time_runs and (self._beating is None or self._beating.done()):
            self._beating = self._matches.spawn(self._beat())

    @property
    def _time_runs(self) -> bool:
        """Whether any clock, claim or waiting time is running."""
        window = self.match.claim_window(self._matches.now())
        claims = window is not None and window.closes is not None
        return claims or self.match.next_moment() is not None

    async def _beat(self) -> None:
        """Stores a heartbeat as long as time runs."""
        away, seen = self._matches.away, self._matches.now()
        while self._time_runs and not self._referee.is_closed:
            try:
                if away.was_away(seen):  # the device slept: nobody could have acted
                    self._outages.add(seen, self._matches.now())
                    await away.add(self.id, seen, self._matches.now())
                    self._referee.wake()
                seen = self._matches.now()
                await away.beat(self.id)
            except BrowserTrouble as error:  # the next command will report it
                _log.warning("not noted: %s", error)
            await asyncio.sleep(BEAT)
        if not self._referee.is_closed:
            await away.stop(self.id)

    # The pages.

    def enter(self, page: Connection) -> None:
        """Adds a page. If this match was closed in the meantime, the page connects again."""
        if self._referee.is_closed:
            page.end(1012)
            return
        self._pages.append(page)
        self._send_presence()

    def leave(self, page: Connection) -> None:
        """Removes a page. After the last one the match is closed; all of it is stored."""
        if page in self._pages:
            self._pages.remove(page)
            self._matches.spawn(self._rest())

    async def _rest(self) -> None:
        await self._referee.pause()  # not in the middle of a change
        if not self._pages:
            self.drop(None)

    def send_pages_away(self, error: Unavailable | None) -> None:
        """Closes all connections with an error; the pages connect again and read the stored
        match.
        """
        for page in list(self._pages):
            page.send_away(error)

    def _send_presence(self) -> None:
        if self.present == self._announced_presence:
            return
        self._announced_presence = self.present
        seats = {str(seat): there for seat, there in self.present.items()}
        presence: Presence = {
            "type": "presence",
            "seats": seats,
            "watchers": 0,
            "gone": None,  # only the person at this screen plays here
        }
        for page in self._pages:
            page.send(as_json(presence))


def _cut_short_in_words(people: People, language: Translator) -> str:
    sentence = language.gettext(
        "This device is slow: this opponent thinks for {seconds} seconds at most, and then plays "
        "the best move it has found."
    )
    return sentence.format(seconds=f"{LocalComputer.longest_thought:g}")
