"""Export and import: games, reviews, exercises and sprints of this browser as one file.

Importing never loses stored data: of a game that both have the longer one stays, and where they
differ the one in the file becomes a new game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.browser.errors import BadImport
from menhirs.browser.local_own_play import LocalOwnPlay
from menhirs.browser.local_reviews import KIND as REVIEW
from menhirs.browser.local_reviews import is_finished, is_review
from menhirs.browser.local_sprints import LocalSprints, read_sprint
from menhirs.browser.match.stored_match import (
    StoredTerms,
    read_entry,
    read_stored,
    write_entry,
    write_summary,
)
from menhirs.core.errors import MenhirsError
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.learn.play.sprint import Sprint
from menhirs.learn.play.training import TrainingCard
from menhirs.match.addresses import is_match_id, match_id_of
from menhirs.match.entries import Entry
from menhirs.match.match import Match
from menhirs.referee.referee import take_in
from menhirs.view.as_json import as_json

FORMAT = 1


@dataclass(frozen=True)
class _Game:
    """A game with all its entries."""

    stored: StoredTerms
    entries: list[Entry]

    @staticmethod
    def read(name: str, text: str, entries: Sequence[str]) -> _Game:
        stored = read_stored(name, text)
        first = len(stored.entries) + 1
        later = [read_entry(number, entry) for number, entry in enumerate(entries, start=first)]
        return _Game(replace(stored, entries=()), [*stored.entries, *later])

    def played(self) -> Match:
        """The match after all entries; raises if they are impossible."""
        match = Match(self.stored.terms)
        for entry in self.entries:
            take_in(match, entry)
        return match

    def is_begun_by(self, other: _Game) -> bool:
        """Whether the other game is a beginning of this one, or equal to it."""
        same = self.stored == other.stored
        return same and self.entries[: len(other.entries)] == other.entries


class DataExchange:
    """Export and import of all data in this browser."""

    def __init__(
        self,
        storage: BrowserStorage,
        own_play: LocalOwnPlay,
        sprints: LocalSprints,
        on_match_changed: Callable[[str], None],
    ) -> None:
        """``heard`` is called with each match that became longer."""
        self._storage = storage
        self._own_play = own_play
        self._sprints = sprints
        self._on_match_changed = on_match_changed

    @property
    def routes(self) -> list[Route[Nothing]]:
        """The routes of export and import."""
        return [
            Route("GET", "/api/everything", self._write, Nothing),
            Route("POST", "/api/everything", self._read, Nothing, has_any_body=True),
        ]

    async def _write(self, visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
        games = []
        for name, _ in await self._storage.games():
            if (found := await self._storage.read(name)) is not None:
                games.append({"id": name, "text": found[0], "entries": list(found[1])})
        reviews = dict(await self._storage.all(REVIEW))
        kept = {"menhirs": FORMAT, "games": games, "reviews": reviews}
        kept |= await self._own_play.everything()
        kept["sprints"] = await self._sprints.everything()
        return Answer(200, as_json(kept))

    async def _read(self, visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
        data = _checked(request.body)
        # Everything is checked before anything is stored.
        games = [_read_game(one) for one in _part(data, "games", list)]
        reviews = _part(data, "reviews", dict)
        if not all(isinstance(text, str) and is_review(text) for text in reviews.values()):
            raise BadImport("everything", why="a review in it is none")
        cards = [_read_card(one) for one in _part(data, "training", dict).values()]
        days = _part(data, "trained", list)
        if not all(type(day) is int for day in days):
            raise BadImport("everything", why="a day in it is none")
        sprints = {n: _read_sprint(n, one) for n, one in _part(data, "sprints", dict).items()}
        new = sum([await self._take_game(game) for game in games])
        better = sum([await self._take_review(*review) for review in reviews.items()])
        await self._own_play.take_in(cards, days)
        await self._sprints.take_in(sprints)
        return json_answer({"games": new, "reviews": better})

    async def _take_game(self, game: _Game) -> bool:
        """Stores a game. Returns whether any of it was new."""
        name = game.stored.id
        found = await self._storage.read(name)
        if found is None:
            return await self._create(game)
        stored = _Game.read(name, *found)
        if stored.is_begun_by(game):
            return False
        if game.is_begun_by(stored):
            return await self._lengthen(game, len(stored.entries))
        # The games differ: the new id is derived, so importing a file twice makes one new game.
        other = match_id_of("\n".join([name, *map(write_entry, game.entries)]))
        return await self._create(replace(game, stored=replace(game.stored, id=other)))

    async def _create(self, game: _Game) -> bool:
        match, stored = game.played(), replace(game.stored, entries=game.entries)
        summary = write_summary(stored.terms, match.names, match.position, match.last_at)
        return await self._storage.create(stored.new(summary))

    async def _lengthen(self, game: _Game, known: int) -> bool:
        """Adds the file's further entries; entries that another tab writes meanwhile have
        priority.
        """
        match, name = Match(game.stored.terms), game.stored.id
        for entry in game.entries:
            take_in(match, entry)
            if entry.number <= known:
                continue
            summary = write_summary(match.terms, match.names, match.position, match.last_at)
            if not await self._storage.append(name, entry.number, write_entry(entry), summary):
                break
        self._on_match_changed(name)
        return True

    async def _take_review(self, name: str, text: str) -> bool:
        """Stores a review unless there is an equal or better one."""
        stored = await self._storage.get(REVIEW, name)
        if stored is not None and (is_finished(stored) or not is_finished(text)):
            return False
        await self._storage.put(REVIEW, name, text)
        return True


def _checked(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadImport("everything", why="it is no JSON") from None
    if not isinstance(data, dict) or data.get("menhirs") != FORMAT:
        raise BadImport("everything", why="another program wrote it, or a newer version")
    return data


def _part(data: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = data.get(name, kind())
    if not isinstance(value, kind):
        raise BadImport("everything", why=f"its {name} can't be read")
    return value


def _read_card(data: object) -> TrainingCard:
    try:
        if not isinstance(data, dict):
            raise TypeError
        return TrainingCard.from_json(data)
    except (KeyError, TypeError, ValueError):
        raise BadImport("everything", why="an exercise in it is none") from None


def _read_sprint(name: str, data: object) -> Sprint:
    try:
        if not isinstance(data, dict):
            raise TypeError
        sprint = read_sprint(name, data)
        if name != f"{sprint.day}-{sprint.run}" or type(sprint.score + sprint.ends) is not int:
            raise ValueError
        return sprint
    except (KeyError, TypeError, ValueError):
        raise BadImport("everything", why="a sprint in it is none") from None


def _read_game(data: object) -> _Game:
    match data:
        case {"id": str(name), "text": str(text), "entries": list(entries)} if is_match_id(name):
            try:
                game = _Game.read(name, text, [str(entry) for entry in entries])
                game.played()
            except MenhirsError:
                why = f"the game {name} can't be read"
                raise BadImport("everything", why=why) from None
            return game
    raise BadImport("everything", why="a game in it is none")
