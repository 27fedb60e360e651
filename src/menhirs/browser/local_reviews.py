"""Reviews of finished games in a browser: made ply by ply, and stored after each ply.

A closed tab loses at most one ply: the next one continues from there. If two tabs are open, one of
them works and the other follows.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from menhirs.browser.questions import write_position
from menhirs.browser.shelf import Shelf
from menhirs.browser.thinking_queue import ThinkingQueue, Urgency
from menhirs.core.errors import MenhirsError
from menhirs.core.rules import RuleSet
from menhirs.learn.messages import ProofState
from menhirs.learn.review import (
    BadReview,
    Review,
    Reviewer,
    ply_from_json,
    review_from_json,
    review_to_json,
)
from menhirs.learn.review.progress import ReviewProgress, Subject, check_length, page_of
from menhirs.notation.actions import write_action
from menhirs.notation.house_rules import read_rules, write_rules
from menhirs.notation.record import Record, read_record, write_record
from menhirs.view.as_json import as_json

KIND = "review"
"""The kind of stored reviews."""
NODES = 1_000
"""Positions searched for each action: some tenths of a second where nothing is compiled."""
_GONE = 6_000
"""Milliseconds without a heartbeat after which another tab's work is taken over."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Kept:
    """A review as it is stored."""

    record: str
    plies: int
    rules: Any = None
    """The house rules of the game: the site's may change later."""
    match: str | None = None
    late_claims: frozenset[int] = frozenset()
    parts: list[Any] = field(default_factory=list)
    """The finished plies."""
    review: Any = None
    """Once it is done."""
    by: str = ""
    """The desk that is working on the review."""
    at: int = 0
    """The last heartbeat of that desk."""

    def text(self) -> str:
        data = {**vars(self), "late_claims": sorted(self.late_claims)}
        return as_json(data)

    @staticmethod
    def read(text: str) -> _Kept | None:
        """The stored review; None if another version stored it."""
        try:
            data = json.loads(text)
            kept = _Kept(**{**data, "late_claims": frozenset(data["late_claims"])})
            kept.readable_by({})
            if kept.review is not None:
                review_from_json(kept.review)
            for part in kept.parts:
                ply_from_json(part)
        except (ValueError, TypeError, KeyError, AttributeError, MenhirsError) as error:
            _log.warning("a review is made anew: %s", error)
            return None
        return kept

    def readable_by(self, known: Mapping[str, RuleSet]) -> Mapping[str, RuleSet]:
        """The rules by which its record can be read."""
        if self.rules is None:  # stored before reviews had rules
            return known
        rules = read_rules(self.rules)
        return {**known, rules.name: rules}

    def progress(self, name: str) -> ReviewProgress:
        review = None if self.review is None else review_from_json(self.review)
        return ReviewProgress.as_kept(name, self.plies, len(self.parts), review)


def is_review(text: str) -> bool:
    """Whether a text is a stored review, finished or not."""
    return _Kept.read(text) is not None


def is_finished(text: str) -> bool:
    """Whether a text is a finished stored review."""
    kept = _Kept.read(text)
    return kept is not None and kept.review is not None


class LocalReviews:
    """The reviews of this browser."""

    def __init__(
        self,
        shelf: Shelf,
        thoughts: ThinkingQueue,
        now: Callable[[], int],
        known: Mapping[str, RuleSet],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._shelf = shelf
        self._thoughts = thoughts
        self._now = now
        self._known = known
        self._spawn = spawn
        self._me = secrets.token_hex(6)
        self._jobs: dict[str, _Kept] = {}
        """The reviews that wait and the current one, in order of arrival."""
        self._is_working = False

    async def go_on(self) -> None:
        """Continues reviews that a closed tab left unfinished."""
        while True:
            taken = True
            for name, text in await self._shelf.all(KIND):
                kept = _Kept.read(text)
                if kept is not None and kept.review is None and name not in self._jobs:
                    taken &= await self._take_over(name, kept)
            if taken:
                return
            await asyncio.sleep(_GONE / 1000)  # another tab works, or was closed just now

    async def look(self, subject: Subject) -> ReviewProgress | None:
        """The progress of a review; None if it was never requested."""
        if subject.id in self._jobs:
            return self._progress(subject.id)
        kept = await self._find(subject.id)
        if kept is None:
            return None
        if kept.review is None and await self._take_over(subject.id, kept):
            return self._progress(subject.id)
        return kept.progress(subject.id)

    async def begin(self, subject: Subject) -> ReviewProgress:
        """Begins a review unless there is one."""
        if (found := await self.look(subject)) is not None:
            return found
        check_length(subject.record)
        record, plies = write_record(subject.record), len(subject.record.actions)
        rules = write_rules(subject.record.start.rules)
        wanted = _Kept(record, plies, rules, subject.match, subject.late_claims, by=self._me)
        await self._take(subject.id, wanted)
        return self._progress(subject.id)

    async def record(self, name: str) -> Record:
        """The game whose record was brought to be reviewed, by the name of the review."""
        kept = await self._find(name)
        if kept is None or kept.match is not None:
            raise BadReview("no-review")
        return self._record(kept)

    async def finished(self, name: str) -> tuple[Record, Review] | None:
        """A finished review and its game."""
        kept = await self._find(name)
        if kept is None or kept.review is None:
            return None
        return self._record(kept), review_from_json(kept.review)

    async def page_of(self, name: str, ply: int) -> str:
        """The page on which a review is looked at, at the position before a ply."""
        kept = await self._find(name)
        return "/review" if kept is None else page_of(name, kept.match, ply)

    async def look_at_proof(self, subject: Subject) -> ProofState:
        """Never offered: the tables of a layout take minutes and gigabytes."""
        return {"status": "unavailable", "words": "", "done": 0, "stages": 0}

    async def begin_proof(self, subject: Subject) -> ProofState:
        """Always refused."""
        raise BadReview("no-proof")

    def _record(self, kept: _Kept) -> Record:
        return read_record(kept.record, kept.readable_by(self._known))

    async def _find(self, name: str) -> _Kept | None:
        text = await self._shelf.get(KIND, name)
        return None if text is None else _Kept.read(text)

    def _progress(self, name: str) -> ReviewProgress:
        job, place = self._jobs[name], list(self._jobs).index(name)
        progress = job.progress(name)
        return replace(progress, ahead=place, status="waiting" if place else "working")

    # The work.

    async def _take_over(self, name: str, kept: _Kept) -> bool:
        """Takes over a review from another desk, unless that one is still working."""
        if kept.by != self._me and self._now() - kept.at < _GONE:
            return False
        await self._take(name, kept)
        return True

    async def _take(self, name: str, kept: _Kept) -> None:
        if name in self._jobs:
            return
        self._jobs[name] = kept
        try:
            await self._save(name)
        except MenhirsError:
            self._jobs.pop(name, None)
            raise
        if not self._is_working:
            self._is_working = True
            self._spawn(self._work())

    async def _save(self, name: str) -> None:
        self._jobs[name] = replace(self._jobs[name], by=self._me, at=self._now())
        await self._shelf.put(KIND, name, self._jobs[name].text())

    async def _work(self) -> None:
        """Makes review after review."""
        try:
            while self._jobs:
                name = next(iter(self._jobs))
                try:
                    await self._make(name)
                except Exception:  # the next review is still made; this one again on request
                    _log.exception("a review was not made")
                finally:
                    self._jobs.pop(name, None)
        finally:
            self._is_working = False

    async def _make(self, name: str) -> None:
        record = self._record(self._jobs[name])
        reviewer = Reviewer(record, nodes=NODES, late_claims=self._jobs[name].late_claims)
        while len(self._jobs[name].parts) < reviewer.plies:
            job = self._jobs[name]
            answer = await self._thoughts.ask(_question(record, job), Urgency.REVIEW)
            if await self._is_others(name):
                return
            self._jobs[name] = replace(job, parts=[*job.parts, answer])
            await self._save(name)
        plies = [ply_from_json(part) for part in self._jobs[name].parts]
        review = review_to_json(reviewer.finish(plies))
        self._jobs[name] = replace(self._jobs[name], review=review, parts=[])
        await self._save(name)

    async def _is_others(self, name: str) -> bool:
        """Whether another tab has taken over or finished a review: then this one stops."""
        kept = await self._find(name)
        return kept is not None and kept.by != self._me


def _question(record: Record, job: _Kept) -> dict[str, Any]:
    steps = zip(record.actions, record.positions, strict=False)
    return {
        "kind": "ply",
        "position": write_position(record.start),
        "actions": [write_action(action, position) for action, position in steps],
        "done": job.parts,
        "late_claims": sorted(job.late_claims),
        "nodes": NODES,
    }
