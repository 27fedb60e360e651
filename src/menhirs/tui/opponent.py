"""The computer at a table: where it sits stands in the record, so a game goes on with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from menhirs.core.actions import Action, Claim, Player, Resign, Timeout, other
from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis
from menhirs.engine.levels import LevelPlayer
from menhirs.notation.record import Record
from menhirs.notation.words import in_words
from menhirs.tui.status import SIDES

_NAME = re.compile(r"level ([1-8])")


class Opponent:
    """A level that plays for one of the two players."""

    def __init__(self, seat: Player, level: int, seed: str, tables: Path | None = None) -> None:
        self.seat = seat
        self._player = LevelPlayer(level, seed, tables=tables)
        self._source = ""
        """Where its last choice came from, if it tells: ``search`` or ``table``."""

    def introduction(self) -> str:
        """Who sits where."""
        you, level = other(self.seat), self._player.level
        return (
            f"You are player {you} ({SIDES[you]}). Player {self.seat} ({SIDES[self.seat]}) is the"
            f" computer, level {level.number}, {level.name}: {level.about}."
        )

    def answered(self, record: Record) -> tuple[Record, list[str]]:
        """The record with all that the computer does now, and what to tell of it."""
        told = []
        while (action := self._next_action(record.final)) is not None:
            if isinstance(action, Claim):
                name = self._player.level.name
                told.append(f"{name}: “Claim! One move, and the last menhir is free.”")
            before, record = record.final, record.play(action)
            known = " (It knows this layout from its tables.)" if self._source == "table" else ""
            told.append(f"{in_sentences(before, action, record.final)}{known}")
        return record, told

    def _next_action(self, position: Position) -> Action | None:
        self._source = ""
        if position.is_over:
            return None
        if position.claimant == self.seat and self._player.wants_to_claim(position):
            return Claim()
        if position.player != self.seat:
            return None
        return self._player.choose(position, watch=self._notice)

    def _notice(self, analysis: Analysis) -> None:
        self._source = analysis.source


def opponent_in(headers: Mapping[str, str], tables: Path | None = None) -> Opponent | None:
    """The opponent that a record's headers name, if they name exactly one."""
    seated = {
        seat: int(named[1])
        for seat in (1, 2)
        if (named := _NAME.fullmatch(headers.get(_header(seat), "")))
    }
    if len(seated) != 1:
        return None
    [(seat, level)] = seated.items()
    return Opponent(seat, level, headers.get("Seed", ""), tables)


def seating(seat: Player, level: int, seed: str) -> dict[str, str]:
    """The headers that put a level on a seat; its chances follow from the seed."""
    return {_header(seat): f"level {level}", "Seed": seed}


def actor(action: Action, position: Position) -> Player | None:
    """Whose action it would be: a claim or giving up need not be that of the player to act."""
    match action:
        case Claim():
            return position.claimant
        case Resign(player) | Timeout(player):
            return player
        case _:
            return position.player


def in_sentences(before: Position, action: Action, after: Position) -> str:
    """What happened, in words."""
    events = what_happened(before, action, after)
    return " ".join(in_words(event, before.geometry) for event in events)


def _header(seat: Player) -> str:
    return f"Player{seat}"
