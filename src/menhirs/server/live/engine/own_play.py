"""Looks at the games of people who want to know how they play: what each tells, and its exercises.

Nothing is done for whoever does not come. What the rules tell of a game is worked out at once; its
review is made when no other is asked for, in the process that steps back for everything else, and
so many of them a day at most.
"""

from __future__ import annotations

import asyncio
import logging

from menhirs.learn.play.facts import facts_of
from menhirs.learn.play.memory import DAY
from menhirs.learn.play.training import new_cards
from menhirs.learn.review import BadReview, Review
from menhirs.learn.review.progress import Subject
from menhirs.match.match import Match
from menhirs.referee.tasks import Tasks
from menhirs.server.live.clock import now
from menhirs.server.live.engine.reviews import Reviews
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.writer import Writer
from menhirs.server.storage.people.play_store import PlayStore, Unseen

_VISITOR = ""
"""Whoever has asked for what is made unasked."""

_log = logging.getLogger(__name__)


class OwnPlayMaker:
    """The games that are still to be looked at on this server."""

    def __init__(self, writer: Writer, reviews: Reviews, settings: ServerSettings) -> None:
        self._writer = writer
        self._reviews = reviews
        self._most = settings.own_reviews_a_day
        self.store = PlayStore(writer.store.engine)
        self._wanted: dict[str, None] = {}
        """The people who want to know, in the order in which they came."""
        self._tasks = Tasks()
        self._is_working = False
        self._day = 0
        self._made = 0
        """How many reviews were begun unasked on that day."""

    def want(self, person: str) -> None:
        """Somebody wants to know how they play."""
        self._wanted[person] = None
        if not self._is_working:
            self._is_working = True
            self._tasks.spawn(self._work())

    async def _work(self) -> None:
        try:
            while self._wanted:
                person = next(iter(self._wanted))
                try:
                    await self._look_at(person)
                except Exception:  # the others are looked at all the same
                    _log.exception("games were not looked at")
                finally:
                    self._wanted.pop(person, None)
        finally:
            self._is_working = False

    async def _look_at(self, person: str) -> None:
        games = await self._writer.read(self.store.unseen, person)
        for game in games:
            if game.facts is None:
                await self._learn(game)
        for game in games:
            if not await self._take_in(person, game):
                return

    async def _learn(self, game: Unseen) -> None:
        """Keeps what the rules tell of a game."""
        if (match := await self._load(game)) is not None:
            facts = await asyncio.to_thread(facts_of, game.match, match, game.player)
            await self._writer.run(self.store.put, facts)

    async def _take_in(self, person: str, game: Unseen) -> bool:
        """Keeps what the review of a game tells. False: enough was done for today."""
        if (match := await self._load(game)) is None:
            return True
        subject = Subject(game.match, match.record(), game.match, match.late_claims)
        found = await self._reviews.look(subject, _VISITOR)
        review = None if found is None else found.review
        if review is None:
            if not self._may_make_one():
                return False
            review = await self._make(subject)
        if review is None:  # another server works on it, or it can't be made
            return True
        about = (subject.id, subject.record, review, game.player, now())
        cards = await asyncio.to_thread(lambda: list(new_cards(*about)))
        facts = await asyncio.to_thread(facts_of, game.match, match, game.player, review)
        await self._writer.run(self.store.add_cards, person, cards)
        await self._writer.run(self.store.put, facts)
        return True

    async def _make(self, subject: Subject) -> Review | None:
        await self._reviews.idle()
        try:
            await self._reviews.begin(subject, _VISITOR, lambda: None)
        except BadReview:  # too long, or nothing was played
            return None
        await self._reviews.ended(subject.id)
        found = await self._writer.read(self._reviews.find, subject.id)
        return None if found is None else found[1]

    def _may_make_one(self) -> bool:
        """Counts a review that is made unasked, unless there were enough today."""
        today = now() // DAY
        if today != self._day:
            self._day, self._made = today, 0
        self._made += 1
        return self._made <= self._most

    async def _load(self, game: Unseen) -> Match | None:
        stored = await self._writer.read(self._writer.store.load, game.match)
        if stored is None:
            return None
        return await asyncio.to_thread(Match, stored.terms, stored.entries)

    def close(self) -> None:
        """Nothing is looked at any more."""
        self._tasks.cancel()
