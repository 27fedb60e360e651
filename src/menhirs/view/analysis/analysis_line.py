"""A line of an analysis: actions from any position, for one reader.

It is shown like a match at one screen, without a clock. Nothing is stored: every request names the
start of the line and its actions. No I/O.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import Match, Ply
from menhirs.match.terms import Terms
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.people import People
from menhirs.view.analysis.analysis_messages import AnalysisState, Explanation
from menhirs.view.as_json import as_json
from menhirs.view.error_words import ContextTranslator, error_data
from menhirs.view.match.claiming import to_show
from menhirs.view.match.decision import decide
from menhirs.view.match.ply_cache import PlyCache
from menhirs.view.match.question import ActionQuestion, meant
from menhirs.view.match.status import status
from menhirs.view.messages import PlayerNumber, ProveState
from menhirs.view.player_names import side_names

LONGEST_LINE = 400
"""The most actions from the start of an analysis. Only an endless game can have more."""


def line_from(start: Position, actions: Iterable[str]) -> Match:
    """A match in which these actions were played; an error names the first impossible one."""
    terms = Terms(start.rules, start.menhirs, timed_claims=False, shared=True, position=start)
    match = Match(terms, [Entry(seat, 0, EntryKind.JOIN, seat, "") for seat in (1, 2)])
    for number, text in enumerate(actions, start=1):
        before = match.position
        try:
            action = read_action(text, before)
            after = before.play(action)
        except MenhirsError as error:
            raise error.locate(place=f"action {number}") from None
        player = before.actor(action) or before.player
        entry = Entry(match.entries + 1, 0, EntryKind.ACTION, player, write_action(action, before))
        match.append(Ply(entry, action, after))
    return match


class LineTeller:
    """A line of actions as data for one reader. The players are called South and North."""

    def __init__(self, match: Match, language: ContextTranslator) -> None:
        self._match = match
        self._language = language
        self._cache = PlyCache(match)
        self.people = People(others=side_names(language))

    def plies_text(self, since: int = 0) -> str:
        """The plies from one of them on, as a JSON list; ply 0 is the start."""
        numbers = range(min(since, len(self._match.plies)), len(self._match.plies) + 1)
        data = (self._cache.ply_text(number, self.people, self._language) for number in numbers)
        return f"[{','.join(data)}]"

    def message_text(self, since: int = 0) -> str:
        """The plies from one of them on and the position at the end, as JSON (``LineData``)."""
        return f'{{"plies":{self.plies_text(since)},"state":{as_json(self.state())}}}'

    def state(self) -> AnalysisState:
        """The position at the end of the line."""
        match, position, language = self._match, self._match.position, self._language
        claimant = position.claimant
        claim_words = ""
        if claimant is not None:
            claim_words = self.people.named(
                claimant, language.gettext("{player} claims victory"), language
            )
        return {
            "scene": self._cache.scene,
            "phase": position.phase.value,
            "status": status(match, [1, 2], self.people, language),
            "legal": self._cache.newest.legal,
            "claim": cast("PlayerNumber | None", claimant),
            "claim_words": claim_words,
            "prove": self._prove(),
            "decide": decide(position, self.people, language),
        }

    def explain(self, question: ActionQuestion) -> Explanation:
        """Whether an action is legal at the end of the line, and if not, why not."""
        position = self._match.position
        try:
            action = meant(question, position)
            position.check(action)
        except MenhirsError as error:
            data = error_data(error, self._language)
            code, rule, text = data["code"], data["rule"], data["text"]
            return {"legal": False, "action": "", "code": code, "rule": rule, "text": text}
        written = write_action(action, position)
        return {"legal": True, "action": written, "code": "", "rule": "", "text": ""}

    def _prove(self) -> ProveState | None:
        position = self._match.position
        if position.phase is not Phase.PROVE:
            return None
        title, words = to_show(position.player, True, self.people, self._language)
        player = cast("PlayerNumber", position.player)
        return {"player": player, "left": None, "title": title, "words": words}
