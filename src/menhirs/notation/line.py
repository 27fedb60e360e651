"""The position line: nine fields that hold all of a position and read back equal.

``rules board player round phase counts last chooser outcome``
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from menhirs.core.consistency import check_consistent
from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.geometry import Geometry
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.state import LastTurn, Outcome, Phase, Reason
from menhirs.notation.actions import read_tiles, write_tiles
from menhirs.notation.board import read_board, write_board

_ROUND = re.compile(r"(0|[1-9][0-9]?)(b?)", re.ASCII)
_COUNTS = re.compile(r"([0-9]{1,2}),([0-9]{1,2})", re.ASCII)
_LAST = re.compile(r"([^@]+)(?:@([0-9]{1,2})(?:x(.*))?)?", re.ASCII)
_OUTCOME = re.compile(r"([012]):([0-9]{1,3}):([a-z-]+)", re.ASCII)


def write_line(position: Position) -> str:
    """The position line of a position."""
    one, two = position.counts
    return " ".join(
        (
            position.rules.name,
            write_board(position),
            str(position.player),
            write_round(position),
            position.phase.value,
            f"{one},{two}",
            "-" if position.last is None else _write_last(position.geometry, position.last),
            "-" if position.chooser is None else str(position.chooser),
            "-" if position.outcome is None else _write_outcome(position.outcome),
        )
    )


def write_round(position: Position) -> str:
    """``7``, in lap 2 ``7b``."""
    return f"{position.round}{'b' if position.lap == 2 else ''}"


def read_line(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Position:
    """The position that a line tells; an error if it contradicts the rules or itself."""
    try:
        position = _read(text, known)
        check_consistent(position)
    except MenhirsError as error:
        raise error.locate(text=text) from None
    return position


def _read(text: str, known: Mapping[str, RuleSet]) -> Position:
    fields = text.strip().split(" ")
    if len(fields) != 9:
        raise Malformed("position-fields", found=len(fields))
    name, board, player, round_text, phase, counts, last, chooser, outcome = fields
    rules = rule_set(name, known)
    menhirs, fog = read_board(board, rules.geometry)
    if player not in ("1", "2"):
        raise Malformed("position-player", text=player)
    if chooser not in ("-", "1", "2"):
        raise Malformed("position-chooser", text=chooser)
    round_number, lap = _read_round(round_text, rules)
    return Position(
        rules=rules,
        menhirs=menhirs,
        fog=fog,
        player=int(player),
        round=round_number,
        lap=lap,
        phase=_read_phase(phase),
        counts=_read_counts(counts),
        last=None if last == "-" else _read_last(rules, last),
        chooser=None if chooser == "-" else int(chooser),
        outcome=None if outcome == "-" else _read_outcome(outcome),
    )


def _read_round(text: str, rules: RuleSet) -> tuple[int, int]:
    match = _ROUND.fullmatch(text)
    if match is None or not rules.has_round(int(match[1])):
        raise Malformed("position-round", text=text)
    return int(match[1]), 2 if match[2] else 1


def _read_phase(text: str) -> Phase:
    try:
        return Phase(text)
    except ValueError:
        raise Malformed("position-phase", text=text, known=", ".join(Phase)) from None


def _read_counts(text: str) -> tuple[int, int]:
    match = _COUNTS.fullmatch(text)
    if match is None:
        raise Malformed("position-counts", text=text)
    return int(match[1]), int(match[2])


def _write_last(geometry: Geometry, last: LastTurn) -> str:
    written = write_tiles(geometry, last.tiles, last.direction)
    if last.round is not None:
        written += f"@{last.round}"
    if last.taken is not None:
        written += f"x{geometry.name(last.taken)}"
    return written


def _read_last(rules: RuleSet, text: str) -> LastTurn:
    match = _LAST.fullmatch(text)
    if match is None:
        raise Malformed("position-last", text=text)
    tiles, direction = read_tiles(rules.geometry, match[1])
    number = None if match[2] is None else int(match[2])
    if number is not None and not rules.has_round(number):
        raise Malformed("position-round", text=match[2])
    taken = None if match[3] is None else rules.geometry.cell(match[3])
    return LastTurn(tiles, direction, number, taken)


def _write_outcome(outcome: Outcome) -> str:
    return f"{outcome.winner}:{outcome.score}:{outcome.reason.value}"


def _read_outcome(text: str) -> Outcome:
    match = _OUTCOME.fullmatch(text)
    if match is None or match[3] not in set(Reason):
        raise Malformed("position-outcome", text=text, known=", ".join(Reason))
    return Outcome(int(match[1]), int(match[2]), Reason(match[3]))
