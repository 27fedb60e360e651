"""Evaluates the games of people who opened their statistics page, and makes their exercises.

Nothing is done for people who do not ask. Facts that follow from the rules are computed at once;
the review is made in idle time, in a low-priority process, and only so many per day. People take
turns, and one person gets at most a part of these reviews.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from menhirs.home.review_maker import ReviewMaker
from menhirs.learn.play.facts import facts_of
from menhirs.learn.play.spaced_repetition import DAY
from menhirs.learn.play.training import new_cards
from menhirs.learn.review import BadReview, Review
from menhirs.learn.review.progress import Subject
from menhirs.match.match import Match
from menhirs.referee.tasks import Tasks
from menhirs.server.live.clock import now
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.writer import Writer
from menhirs.server.storage.people.play_store import PlayStore, UnevaluatedGame

_VISITOR = ""
"""The visitor in whose name background reviews are made."""
_A_TURN = 3
"""The number of games of one person that are evaluated before the next person's turn."""
_PART = 10
"""Of this number of background reviews a day one person gets at most one."""

_log = logging.getLogger(__name__)


class OwnPlayMaker:
    """The games that are still to be evaluated on this server."""

    def __init__(self, writer: Writer, reviews: ReviewMaker, settings: ServerSettings) -> None:
        self._writer = writer
        self._reviews = reviews
        self._most = settings.own_reviews_a_day
        self.store = PlayStore(writer.store.engine)
        self._wanted: dict[str, list[UnevaluatedGame] | None] = {}
        """The people whose games are to be evaluated, in order, with those games once read."""
        self._turn_of: str | None = None
        self._tasks = Tasks()
        self._is_working = False
        self._day = 0
        self._made = 0
        """The number of background reviews started on that day."""
        self._made_for: Counter[str] = Counter()
        """The same by person."""

    def want(self, person: str) -> None:
        """Adds a person whose games are to be evaluated."""
        if person != self._turn_of:
            self._wanted.setdefault(person, None)
        if not self._is_working:
            self._is_working = True
            self._tasks.spawn(self._work())

    async def _work(self) -> None:
        try:
            while self._wanted:
                person = self._turn_of = next(iter(self._wanted))
                try:
                    if left := await self._look_at(person, self._wanted.pop(person)):
                        self._wanted[person] = left
                except Exception:  # the other people's games are still evaluated
                    _log.exception("games were not looked at")
        finally:
            self._turn_of = None
            self._is_working = False

    async def _look_at(
        self, person: str, games: list[UnevaluatedGame] | None
    ) -> list[UnevaluatedGame]:
        """Evaluates a few games of a person; returns those for the next turn."""
        if games is None:
            games = await self._writer.read(self.store.unseen, person)
            for game in games:
                if game.facts is None:
                    await self._learn(game)
        for game in games[:_A_TURN]:
            if not await self._take_in(person, game):
                return []
        return games[_A_TURN:]

    async def _learn(self, game: UnevaluatedGame) -> None:
        """Stores the facts of a game that follow from the rules."""
        if (match := await self._load(game)) is not None:
            facts = await asyncio.to_thread(facts_of, game.match, match, game.player)
            await self._writer.run(self.store.put, facts)

    async def _take_in(self, person: str, game: UnevaluatedGame) -> bool:
        """Stores the facts of a game that follow from its review. False: today's limit is
        reached.
        """
        if (match := await self._load(game)) is None:
            return True
        subject = Subject(game.match, match.record(), game.match, match.late_claims)
        found = await self._reviews.look(subject, _VISITOR)
        review = None if found is None else found.review
        if review is None:
            if not self._may_make_one(person):
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
        found = await self._reviews.finished(subject.id)
        return None if found is None else found[1]

    def _may_make_one(self, person: str) -> bool:
        """Counts a background review; False if a limit of today is reached."""
        today = now() // DAY
        if today != self._day:
            self._day, self._made = today, 0
            self._made_for.clear()
        if self._made >= self._most or self._made_for[person] * _PART >= self._most:
            return False
        self._made += 1
        self._made_for[person] += 1
        return True

    async def _load(self, game: UnevaluatedGame) -> Match | None:
        stored = await self._writer.read(self._writer.store.load, game.match)
        if stored is None:
            return None
        return await asyncio.to_thread(Match, stored.terms, stored.entries)

    def close(self) -> None:
        """Stops the work."""
        self._tasks.cancel()
