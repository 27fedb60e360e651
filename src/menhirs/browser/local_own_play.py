"""Statistics of the games in this browser, and the exercises made from them.

Games are evaluated one by one in idle time, the latest first. A closed tab interrupts at most one
review, which continues at the next visit.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.browser.local_reviews import LocalReviews
from menhirs.browser.match.local_matches import LocalMatches
from menhirs.browser.match.stored_match import read_summary
from menhirs.core.errors import MenhirsError
from menhirs.learn.play.facts import GameFacts, facts_of, player_of_interest
from menhirs.learn.play.training import TrainingCard, new_cards
from menhirs.learn.review import Review
from menhirs.learn.review.progress import Subject
from menhirs.view.as_json import as_json

FACTS, CARDS, DAYS = "played", "training", "trained"
"""The kinds of stored texts: a game's facts, an exercise, a day of training."""
_LOOK_AGAIN = 0.5
"""Seconds between two polls of a review in progress."""

_log = logging.getLogger(__name__)


class LocalOwnPlay:
    """The statistics and exercises of the person at this screen."""

    def __init__(
        self, storage: BrowserStorage, matches: LocalMatches, reviews: LocalReviews
    ) -> None:
        self._storage = storage
        self._matches = matches
        self._reviews = reviews
        self._is_working = False

    async def facts(self) -> list[GameFacts]:
        return [GameFacts.from_json(json.loads(text)) for _, text in await self._storage.all(FACTS)]

    async def cards(self) -> list[TrainingCard]:
        return [
            TrainingCard.from_json(json.loads(text)) for _, text in await self._storage.all(CARDS)
        ]

    async def days(self) -> list[int]:
        return [int(day) for day, _ in await self._storage.all(DAYS)]

    async def keep(self, card: TrainingCard, day: int) -> None:
        await self._storage.put(CARDS, card.exercise, as_json(card.as_json()))
        await self._storage.put(DAYS, str(day), "")

    async def prepare(self) -> None:
        """Starts evaluating newly finished games in the background."""
        if not self._is_working:
            self._is_working = True
            self._matches.spawn(self._work())

    async def _work(self) -> None:
        try:
            known = {facts.match: facts for facts in await self.facts()}
            names = await self._finished()
            for name in names:
                if name not in known:
                    await self._look_at(name)
            for name in names:
                if name not in known or known[name].reviewed is None:
                    await self._look_at(name, reviewed=True)
        finally:
            self._is_working = False

    async def _finished(self) -> list[str]:
        """The stored finished games, the latest first."""
        found = []
        for name, text in await self._storage.games():
            with suppress(MenhirsError):  # stored by a newer version
                if (summary := read_summary(name, text)).outcome is not None:
                    found.append((summary.updated, name))
        return [name for _, name in sorted(found, reverse=True)]

    async def _look_at(self, name: str, *, reviewed: bool = False) -> None:
        """Stores the facts of a game, with its review, which is made if necessary."""
        try:
            stored, match = await self._matches.as_it_is(name)
            player = player_of_interest(match, tuple(stored.own_seats))
            if player is None:
                return
            review = None
            if reviewed:
                subject = Subject(name, match.record(), name, match.late_claims)
                if (review := await self._review(subject)) is None:
                    return
                for card in new_cards(name, subject.record, review, player, self._matches.now()):
                    if await self._storage.get(CARDS, card.exercise) is None:
                        await self._storage.put(CARDS, card.exercise, as_json(card.as_json()))
            facts = facts_of(name, match, player, review)
            await self._storage.put(FACTS, name, as_json(facts.as_json()))
        except MenhirsError as error:  # the other games are still evaluated
            _log.warning("a game was not looked at: %s", error)

    async def everything(self) -> dict[str, Any]:
        """Exercises and days of training, for the export."""
        cards = {card.exercise: card.as_json() for card in await self.cards()}
        return {"training": cards, "trained": sorted(await self.days())}

    async def take_in(self, cards: Iterable[TrainingCard], days: Iterable[int]) -> None:
        """Adds imported exercises and days; of an exercise that both have, the one tried more
        often stays.
        """
        own_cards = {card.exercise: card for card in await self.cards()}
        for card in cards:
            known = own_cards.get(card.exercise)
            if known is None or known.times < card.times:
                await self._storage.put(CARDS, card.exercise, as_json(card.as_json()))
        for day in days:
            await self._storage.put(DAYS, str(day), "")

    async def _review(self, subject: Subject) -> Review | None:
        """The review of a game, made if there is none; None if another tab dropped it."""
        progress = await self._reviews.begin(subject)
        while progress.is_under_way:
            await asyncio.sleep(_LOOK_AGAIN)
            found = await self._reviews.look(subject)
            if found is None:
                return None
            progress = found
        return progress.review
