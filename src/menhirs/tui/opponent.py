"""The computer as an opponent. The record names its seat, so a resumed game goes on with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from menhirs.core.actions import Action, Claim, Player, other
from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis
from menhirs.engine.levels import LEVELS, LevelPlayer
from menhirs.notation.record import Record
from menhirs.notation.words import events_in_words
from menhirs.protocol.engine_host import Complain
from menhirs.tui.status import SIDES

_NAMES = {f"level {level.number}": level.number for level in LEVELS}


class Opponent:
    """A level that plays for one of the two players."""

    def __init__(
        self,
        seat: Player,
        level: int,
        seed: str,
        tables: Path | None = None,
        complain: Complain = lambda error: None,
    ) -> None:
        self.seat = seat
        self._player = LevelPlayer(level, seed, tables=tables, complain=complain)
        self._source = ""
        """The source of its last choice, ``search`` or ``table``, if known."""

    def introduction(self) -> str:
        """A sentence that says who sits where."""
        person, level = other(self.seat), self._player.level
        return (
            f"You are player {person} ({SIDES[person]}). Player {self.seat} "
            f"({SIDES[self.seat]}) is the computer, level {level.number}, "
            f"{level.name}: {level.about}."
        )

    def answered(self, record: Record) -> tuple[Record, list[str]]:
        """The record with the computer's actions added, and sentences about them."""
        lines = []
        while (action := self._next_action(record.final)) is not None:
            if isinstance(action, Claim):
                name = self._player.level.name
                lines.append(f"{name}: “Claim! One move, and the last menhir is free.”")
            before, record = record.final, record.play(action)
            known = " (It knows this layout from its tables.)" if self._source == "table" else ""
            lines.append(f"{in_sentences(before, action, record.final)}{known}")
        return record, lines

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


def opponent_in(
    headers: Mapping[str, str],
    tables: Path | None = None,
    complain: Complain = lambda error: None,
) -> Opponent | None:
    """The opponent that a record's headers name, if they name exactly one."""
    seated = {
        seat: _NAMES[name] for seat in (1, 2) if (name := headers.get(_header(seat), "")) in _NAMES
    }
    if len(seated) != 1:
        return None
    [(seat, level)] = seated.items()
    return Opponent(seat, level, headers.get("Seed", ""), tables, complain)


def seating(seat: Player, level: int, seed: str) -> dict[str, str]:
    """The headers that give a seat to a level; the seed fixes its random choices."""
    return {_header(seat): f"level {level}", "Seed": seed}


def in_sentences(before: Position, action: Action, after: Position) -> str:
    """Describes an action and its effects in words."""
    events = what_happened(before, action, after)
    return " ".join(events_in_words(events, before.geometry))


def _header(seat: Player) -> str:
    return f"Player{seat}"
