"""The plies of a match as data, made once for all visitors.

Only the newest position is cached, since it is sent to everybody. Earlier ones are computed again
from the plies when a visitor arrives, so a long game takes no more memory than its log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from menhirs.core.actions import Claim, Move, Place
from menhirs.core.events import Event, what_happened
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.match.match import Match, Ply
from menhirs.notation.line import write_line, write_round
from menhirs.notation.people import People, Translator
from menhirs.notation.record_frame import round_in_record
from menhirs.notation.words import events_in_words
from menhirs.view import board_data
from menhirs.view.as_json import as_json
from menhirs.view.match.round_track import track_at
from menhirs.view.messages import (
    LastMove,
    Legal,
    PlayerNumber,
    PlyFacts,
    Scene,
    SceneBesidesTrack,
    View,
)

_SLICE = 20
"""The number of plies that are made in one go, in about two milliseconds, before other work has
its turn.
"""


class PlyCache:
    """A cache of the newest position of a match: each action costs the same, however long the
    game.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._newest: Newest | None = None

    async def ply_texts(self, people: People, language: Translator) -> list[str]:
        """The game ply by ply as JSON, from the position before the first action on."""
        return await in_slices(self._match, lambda number: self.ply_text(number, people, language))

    def ply_text(self, number: int, people: People, language: Translator) -> str:
        """One ply as JSON; ply 0 is the position before the first action."""
        if number == len(self._match.plies):
            return self.newest.ply_text(people, language)
        return PlyData(self._match, number, self._view(number)).text(people, language)

    @property
    def newest(self) -> Newest:
        """The position as it is now."""
        plies = self._match.plies
        last = plies[-1] if plies else None
        if self._newest is None or self._newest.ply is not last:
            self._newest = Newest(self._match, last, self._view(len(plies)))
        return self._newest

    @property
    def scene(self) -> Scene:
        """The current position as data, for a new visitor. Not cached."""
        position, number = self._match.position, len(self._match.plies)
        track = track_at(position.rules, position.lap, position.round)
        besides_track = scene_besides_track(position, number, self._view(number))
        return {**besides_track, "track": track.steps}

    def _view(self, number: int) -> View:
        position = _position(self._match, number)
        return board_data.view(position, self._match.start, self._mark(number))

    def _mark(self, number: int) -> LastMove | None:
        """The last move to mark after so many actions."""
        plies, first = self._match.plies, number
        while first and not isinstance(plies[first - 1].action, Move | Place):
            first -= 1
        mark = None if first else board_data.mark_of(self._match.start)
        for ply in range(max(0, first - 1), number):
            mark = board_data.marked_after(_position(self._match, ply), plies[ply].action, mark)
        return mark


async def in_slices(match: Match, text_of: Callable[[int], str]) -> list[str]:
    """The texts of all plies, the position before the first action included.

    A long game is made in slices, between which other work has its turn; play may go on in it too.
    When this returns, the newest ply is included.
    """
    data: list[str] = [text_of(0)]
    plies: list[Ply] = []
    """The plies that were reported."""
    while True:
        # Actions taken back in the meantime are dropped.
        while plies and (
            len(plies) > len(match.plies) or plies[-1] is not match.plies[len(plies) - 1]
        ):
            plies.pop()
            data.pop()
        if len(plies) == len(match.plies):
            return data
        for ply in match.plies[len(plies) : len(plies) + _SLICE]:
            plies.append(ply)
            data.append(text_of(len(plies)))
        if len(plies) < len(match.plies):
            await asyncio.sleep(0)


class Newest:
    """The newest position as JSON."""

    def __init__(self, match: Match, ply: Ply | None, view: View) -> None:
        self.ply = ply
        """The ply that led to the position."""
        position, number = match.position, len(match.plies)
        besides_track = scene_besides_track(position, number, view)
        track = track_at(position.rules, position.lap, position.round)
        self.text = f'{as_json(besides_track)[:-1]},"track":{track.text}}}'
        self._position = position
        self._data = PlyData(match, number, view)

    def ply_text(self, people: People, language: Translator) -> str:
        """The ply that led to it as JSON."""
        return self._data.text(people, language)

    @property
    def legal(self) -> list[Legal]:
        """The legal actions. Not cached: they may take 80 kB."""
        return board_data.legal(self._position)


def scene_besides_track(position: Position, number: int, view: View) -> SceneBesidesTrack:
    """The part of a position's data that is the same for all visitors."""
    rules = position.rules
    return {
        "ply": number,
        "rules": rules.name,
        "position": write_line(position),
        "view": view,
        "player": cast("PlayerNumber", position.player),
        "round": write_round(position),
        "chances": None if rules.chances is None else list(position.chances_left),
        "all_chances": rules.chances,
        "to_place": list(position.counts) if position.phase is Phase.PLACE else None,
    }


class PlyData:
    """A ply as JSON. Only its words differ from reader to reader."""

    def __init__(self, match: Match, number: int, view: View) -> None:
        self._position = position = _position(match, number)
        self._happened: list[Event] = []
        facts: PlyFacts = {
            "ply": number,
            "action": None,
            "player": 0,
            "round": write_round(match.start),
            "events": [],
            "view": view,
            "after": {"round": write_round(position), "phase": position.phase.value},
            "at": 0,
        }
        if number:
            ply, before = match.plies[number - 1], _position(match, number - 1)
            self._happened = what_happened(before, ply.action, position)
            facts["action"] = ply.entry.text
            facts["player"] = ply.entry.player
            # A claim belongs to the turn that it answers, also where the next round has begun.
            facts["round"] = round_in_record(position if isinstance(ply.action, Claim) else before)
            geometry = position.geometry
            facts["events"] = [board_data.event(event, geometry) for event in self._happened]
            facts["at"] = ply.entry.at
        self._facts = as_json(facts)

    def text(self, people: People, language: Translator) -> str:
        """The ply as text, in the words of one reader."""
        words = events_in_words(self._happened, self._position.geometry, language, people)
        return f'{self._facts[:-1]},"words":{as_json(" ".join(words))}}}'


def _position(match: Match, number: int) -> Position:
    """The position after so many actions."""
    return match.plies[number - 1].position if number else match.start
