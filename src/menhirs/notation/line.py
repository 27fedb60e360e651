"""The position line: nine fields that hold all of a position and read back equal.

``rules board player round phase counts last chooser outcome``
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from menhirs.core.consistency import check_consistent
from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.geometry import Geometry, Mask
from menhirs.core.past import Past
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.state import LastTurn, Outcome, Phase, Reason
from menhirs.core.turn_flow import picture_before
from menhirs.notation.actions import read_tiles, write_tiles
from menhirs.notation.board import read_board, write_board

_ROUND = re.compile(r"(0|[1-9][0-9]?)([b-z]?)", re.ASCII)
_LAPS = ("", *"bcdefghijklmnopqrstuvwxyz")
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
            _write_turns(position),
            "-" if position.chooser is None else str(position.chooser),
            "-" if position.outcome is None else _write_outcome(position.outcome),
        )
    )


def write_round(position: Position) -> str:
    """``7``, in lap 2 ``7b``, in lap 3 ``7c``."""
    return round_text(position.round, position.lap)


def round_text(number: int, lap: int) -> str:
    """A round of a lap: ``7``, in lap 2 ``7b``, in lap 3 ``7c``."""
    return f"{number}{_LAPS[lap - 1]}"


def read_line(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Position:
    """The position of a line; an error if it contradicts the rules or itself."""
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
    last_turn, past = _read_turns(rules, fog, last)
    return Position(
        rules=rules,
        menhirs=menhirs,
        fog=fog,
        player=int(player),
        round=round_number,
        lap=lap,
        phase=_read_phase(phase),
        counts=_read_counts(counts),
        last=last_turn,
        past=past,
        chooser=None if chooser == "-" else int(chooser),
        outcome=None if outcome == "-" else _read_outcome(outcome),
    )


def _read_round(text: str, rules: RuleSet) -> tuple[int, int]:
    match = _ROUND.fullmatch(text)
    if match is None or not rules.has_round(int(match[1])):
        raise Malformed("position-round", text=text)
    return int(match[1]), 1 + _LAPS.index(match[2])


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


def _write_turns(position: Position) -> str:
    """The turn that M4 remembers; in a game without end all turns so far, oldest first (D15)."""
    geometry, past = position.geometry, position.past
    if past is None:
        return "-" if position.last is None else _write_last(geometry, position.last)
    turns = [position.last, *(step.last for step in past)][: past.length]
    return ",".join("pass" if t is None else _write_last(geometry, t) for t in reversed(turns))


def _read_turns(rules: RuleSet, fog: Mask, text: str) -> tuple[LastTurn | None, Past | None]:
    """The last turn, and the positions before it as far as they have to be remembered."""
    if text == "-":
        return None, None
    if not rules.is_endless:
        return _read_last(rules, text), None
    turns = [None if word == "pass" else _read_last(rules, word) for word in text.split(",")]
    fogs = [fog]
    for turn in reversed(turns):
        before = fogs[-1]
        if turn is not None:
            stride = rules.geometry.stride
            before = picture_before(before, turn.tiles, turn.direction, stride)
        fogs.append(before)
    past = None
    for earlier, turn in zip(reversed(fogs[1:]), [None, *turns[:-1]], strict=True):
        past = Past(earlier, turn, past)
    return turns[-1], past


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
