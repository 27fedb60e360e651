"""A match in a visitor's browser: refereed here, stored on the shelf, sent to the pages of this
tab.

Another tab may have the same match open. Both referee it: the first to store an entry wins, and
the other reads it, like two servers on one database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from menhirs.browser.errors import BrowserTrouble
from menhirs.browser.match.stored_match import StoredTerms, write_entry, write_summary
from menhirs.browser.match.time_away import BEAT
from menhirs.browser.questions import read_thought, write_question
from menhirs.browser.thinking_queue import Urgency
from menhirs.core.actions import Player
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import Unavailable
from menhirs.match.match import Change, Match, Ply, entry_of
from menhirs.match.outages import Outages
from menhirs.match.series import GameOfSeries
from menhirs.notation.people import People, Tongue
from menhirs.referee.referee import Following, Referee
from menhirs.referee.thought import Question, Thought
from menhirs.view.as_json import as_json
from menhirs.view.match.socket_messages import Presence
from menhirs.view.match.state_view import Remark

if TYPE_CHECKING:
    from menhirs.browser.match.connection import Connection
    from menhirs.browser.match.local_matches import LocalMatches

_log = logging.getLogger(__name__)

LONGEST_THOUGHT = 3.0
"""Seconds. A level that would take longer on this device then plays the best action found so
far.
"""


class LocalMatch(Referee):
    """A match that is open in this tab."""

    longest_thought = LONGEST_THOUGHT

    def __init__(
        self, stored: StoredTerms, match: Match, outages: Outages, matches: LocalMatches
    ) -> None:
        """``outages`` are the known outages of the match."""
        super().__init__(stored.id, match, stored.game, stored.earlier, matches.now)
        self.stored = stored
        self._matches = matches
        self._pages: list[Connection] = []
        self._announced_presence: Mapping[Player, bool] = self.present
        self._said_it_was_cut = False
        self._outages = outages
        self._beating: asyncio.Task[None] | None = None
        self._wake()

    @property
    def own_seats(self) -> list[Player]:
        """The seats of the person at this screen."""
        return self.stored.own_seats

    # The methods that ``Referee`` needs.

    @property
    def readers(self) -> list[Connection]:
        return self._pages

    @property
    def present(self) -> dict[Player, bool]:
        return {seat: bool(self._pages) and seat in self.stored.own_seats for seat in (1, 2)}

    async def _keep(self, change: Change) -> bool:
        entry = entry_of(change)
        summary = self._summary_after(change)
        return await self._matches.kept.append(self.id, entry.number, write_entry(entry), summary)

    def _summary_after(self, change: Change) -> str:
        """The summary for the list of games after a change; empty if it stays the same."""
        if isinstance(change, Ply):
            position = change.position
        elif change.kind is EntryKind.TAKE_BACK:
            position = self.match.positions[int(change.text)]
        else:
            return ""
        return write_summary(self.match.terms, self.match.names, position, entry_of(change).at)

    async def _keep_next(self, link: Entry, following: Following) -> bool:
        outcome = self.match.position.outcome
        assert outcome is not None  # without it there would be no next game
        played = GameOfSeries(self.id, self.game, outcome.winner, outcome.score)
        earlier = self.stored.earlier.followed_by(played)
        new = StoredTerms(
            following.id,
            following.terms,
            self.stored.series,
            self.game + 1,
            following.joins,
            earlier,
        ).new()
        kept = self._matches.kept
        return await kept.append(self.id, link.number, write_entry(link), "", new)

    async def _catch_up(self) -> None:
        if news := await self._matches.entries_after(self.id, self.match.entries):
            self._take_in(news)

    async def refresh(self) -> None:
        """Reads the entries that another tab has written."""
        async with self._changing():
            await self._catch_up()

    async def _think(self, question: Question) -> Thought:
        asked = write_question(question)
        try:
            answer = await self._matches.thoughts.ask(asked, Urgency.PLAY)
            return read_thought(answer, question.position)
        except Exception as error:  # the worker died; the next try starts another
            _log.error("nobody thinks", exc_info=error)
            trouble = BrowserTrouble("slip")
            self._forget(trouble)
            raise trouble from error

    def _remark(self, thought: Thought) -> Remark | None:
        if not thought.cut_short or self._said_it_was_cut:
            return None
        self._said_it_was_cut = True
        return _cut_short_in_words

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self._matches.spawn(work)

    def _forget(self, error: Unavailable | None = None) -> None:
        self._matches.forget(self, error)

    # The time.

    def _wake(self) -> None:
        super()._wake()
        if self._time_runs and (self._beating is None or self._beating.done()):
            self._beating = self._spawn(self._beat())

    @property
    def _time_runs(self) -> bool:
        """Whether any clock, claim or waiting time is running."""
        window = self.match.claim_window(self._now())
        claims = window is not None and window.closes is not None
        return claims or self.match.next_moment() is not None

    async def _beat(self) -> None:
        """Stores a heartbeat as long as time runs."""
        away, seen = self._matches.away, self._now()
        while self._time_runs and not self._is_closed:
            try:
                if away.was_away(seen):  # the device slept: nobody could have acted
                    self._outages.add(seen, self._now())
                    await away.add(self.id, seen, self._now())
                    self._wake()
                seen = self._now()
                await away.beat(self.id)
            except BrowserTrouble as error:  # the next command will report it
                _log.warning("not noted: %s", error)
            await asyncio.sleep(BEAT)
        if not self._is_closed:
            await away.stop(self.id)

    # The pages.

    def enter(self, page: Connection) -> None:
        """Adds a page; returns a new object if this one was closed in the meantime."""
        if self._is_closed:
            page.end(1012)
            return
        self._pages.append(page)
        self._tell_presence()

    def leave(self, page: Connection) -> None:
        """Removes a page. After the last one the match is closed; all of it is stored."""
        if page in self._pages:
            self._pages.remove(page)
            self._spawn(self._rest())

    async def _rest(self) -> None:
        async with self._lock:  # not in the middle of a change
            if not self._pages:
                self._forget()

    def send_pages_away(self, error: Unavailable | None) -> None:
        """Closes all connections with an error; the pages connect again and read the stored
        match.
        """
        for page in list(self._pages):
            page.send_away(error)

    def _tell_presence(self) -> None:
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
            page.tell(as_json(presence))


def _cut_short_in_words(people: People, language: Tongue) -> str:
    sentence = language.gettext(
        "This device is slow for so strong an opponent: after {seconds} seconds it plays the best "
        "that it has found."
    )
    return sentence.format(seconds=f"{LONGEST_THOUGHT:g}")
