"""A position set up by hand: the fields of the form, and whether the position is possible.

The fields are those of the position line. A contradiction of the rules is shown with its code; the
board is shown all the same. No I/O.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from menhirs.core import fog as fog_moves
from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import Direction
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, Taking, rule_set
from menhirs.core.state import Phase
from menhirs.notation.actions import write_tiles
from menhirs.notation.board import write_board
from menhirs.notation.line import read_line, write_line, write_round
from menhirs.notation.people import People
from menhirs.view.analysis.analysis_messages import Named, SetUpData, SetUpFields
from menhirs.view.board_data import geometry_data, view
from menhirs.view.error_words import ContextTranslator, error_data
from menhirs.view.match.round_track import tracks
from menhirs.view.player_names import plate_name, side_names

_MOST_TURNS = 60
"""The number of last turns that are suggested."""


@dataclass(frozen=True)
class SetUp:
    """The fields of a position, as filled in by a visitor."""

    rules: str
    menhirs: tuple[str, ...]
    fog: tuple[str, ...]
    player: str
    round: str
    phase: str
    counts: tuple[int, int]
    last: str = "-"
    chooser: str = "-"


def set_up_of(position: Position) -> SetUp:
    """The fields of a position; of a finished game as if it went on."""
    fields = write_line(position).split(" ")
    return SetUp(
        rules=position.rules.name,
        menhirs=tuple(position.geometry.names_of(position.menhirs)),
        fog=tuple(position.geometry.names_of(position.fog)),
        player=str(position.player),
        round=write_round(position),
        phase=(Phase.MOVE if position.is_over else position.phase).value,
        counts=position.counts,
        last=fields[6],
        chooser=fields[7],
    )


def set_up_data(
    wanted: SetUp, known: Mapping[str, RuleSet], language: ContextTranslator, settles: bool = False
) -> SetUpData:
    """The board, the possible values of each field, the position line, and its error if it has one.

    With ``settles`` the round or the game was just chosen: fields that follow from it are filled
    in.
    """
    rules = rule_set(wanted.rules, known)
    wanted = _fitting(wanted, rules)
    board = _board(wanted, rules)
    phases = _phases_of(wanted, rules)
    if settles:
        wanted = _settled(wanted, board, phases)
    line, problem, lasts = _line(wanted, board), None, list[str]()
    try:
        position = read_line(line, {rules.name: rules})
    except MenhirsError as error:
        problem = error_data(error, language)
    else:
        lasts = _last_turns(wanted, board, position)
    return {
        "position": line,
        "problem": problem,
        "fields": _fields(wanted),
        "view": view(board, board, None),
        "geometry": geometry_data(rules.geometry),
        "tracks": tracks(rules),
        "rounds": [step["round"] for lap in tracks(rules) for step in lap],
        "phases": [one for one in _phases(language) if one["value"] in {*phases, wanted.phase}],
        "players": _players(language),
        "counts_words": _counts_words(wanted.phase, language),
        "lasts": lasts,
    }


def _fitting(wanted: SetUp, rules: RuleSet) -> SetUp:
    """The fields, without values that do not exist in the chosen game."""
    names = {rules.geometry.name(cell) for column in rules.geometry.columns for cell in column}
    rounds = [step["round"] for lap in tracks(rules) for step in lap]
    return replace(
        wanted,
        menhirs=tuple(cell for cell in wanted.menhirs if cell in names),
        fog=tuple(cell for cell in wanted.fog if cell in names),
        round=wanted.round if wanted.round in rounds else str(rules.first_moving_round.number),
        last=wanted.last.strip() or "-",
    )


def _phases_of(wanted: SetUp, rules: RuleSet) -> tuple[Phase, ...]:
    """The phases of the chosen round, the likeliest first."""
    number = int(wanted.round.removesuffix("b"))
    entry = next(one for one in rules.schedule if one.number == number)
    if entry.places:
        flips = rules.flips_each and entry == rules.schedule[0] and not wanted.round.endswith("b")
        return (Phase.PLACE, Phase.FLIP) if flips else (Phase.PLACE,)
    takes = any(taking is not Taking.NEVER for taking in entry.taking)
    decides = rules.decision_after is not None and not wanted.round.endswith("b")
    return (
        Phase.MOVE,
        *((Phase.REMOVE,) if takes else ()),
        *((Phase.PROVE,) if rules.has_claims else ()),
        *((Phase.DECIDE,) if decides else ()),
    )


def _settled(wanted: SetUp, board: Position, phases: Sequence[Phase]) -> SetUp:
    """The possible fields with this board and round that are closest to the given ones.

    If no fields are possible, the board itself is impossible: the fields stay as they are.
    """
    rules = board.rules
    kept = [wanted.phase] if wanted.phase in phases else []
    names = list(dict.fromkeys([*kept, *(phase.value for phase in phases)]))
    missing = max(0, rules.fog_tiles - board.fog.bit_count())
    half = missing // 2
    likely = [wanted.counts, (0, 0), (half, missing - half), (missing - half, half)]
    counts = dict.fromkeys([*likely, *((one, missing - one) for one in range(missing + 1))])
    choices = product(
        names,
        dict.fromkeys([wanted.last, "-"]),
        dict.fromkeys([wanted.chooser, "-", "1", "2"]),
        dict.fromkeys([wanted.player, "1", "2"]),
        counts,
    )
    for phase, last, chooser, player, taken in choices:
        one = replace(wanted, phase=phase, last=last, chooser=chooser, player=player, counts=taken)
        if _can_be(one, board):
            return one
    return replace(wanted, phase=names[0], last="-", chooser="-")


def _board(wanted: SetUp, rules: RuleSet) -> Position:
    """A position with that board, possible or not."""
    geometry = rules.geometry
    menhirs, fog = geometry.mask_of(wanted.menhirs), geometry.mask_of(wanted.fog)
    return Position(rules, menhirs, fog, 1, rules.schedule[0].number, 1, Phase.MOVE)


def _line(wanted: SetUp, board: Position) -> str:
    one, two = wanted.counts
    fields = (
        wanted.rules,
        write_board(board),
        wanted.player,
        wanted.round,
        wanted.phase,
        f"{one},{two}",
        "".join(wanted.last.split()),
        wanted.chooser,
        "-",
    )
    return " ".join(fields)


def _last_turns(wanted: SetUp, board: Position, position: Position) -> list[str]:
    """Turns that may have led here: every group that could be moved back."""
    geometry, turns = position.geometry, list[str]()
    for tiles, number in fog_moves.moves(position.fog, geometry.cells, geometry.stride):
        if len(turns) == _MOST_TURNS:
            break
        turn = write_tiles(geometry, tiles, Direction(number).opposite)
        for written in (turn, f"{turn}@{position.round}"):
            if _can_be(replace(wanted, last=written), board):
                turns.append(written)
                break
    return turns


def _can_be(wanted: SetUp, board: Position) -> bool:
    try:
        read_line(_line(wanted, board), {board.rules.name: board.rules})
    except MenhirsError:
        return False
    return True


def _fields(wanted: SetUp) -> SetUpFields:
    return {
        "rules": wanted.rules,
        "menhirs": list(wanted.menhirs),
        "fog": list(wanted.fog),
        "player": wanted.player,
        "round": wanted.round,
        "phase": wanted.phase,
        "counts": list(wanted.counts),
        "last": wanted.last,
        "chooser": wanted.chooser,
    }


def _phases(language: ContextTranslator) -> list[Named]:
    _ = language.gettext
    names = {
        Phase.FLIP: _("turns a menhir over"),
        Phase.PLACE: _("places fog"),
        Phase.MOVE: _("moves fog"),
        Phase.REMOVE: _("takes fog away"),
        Phase.DECIDE: _("decides: back, or on"),
        Phase.PROVE: _("shows a claim"),
    }
    return [{"value": phase.value, "name": name} for phase, name in names.items()]


def _players(language: ContextTranslator) -> list[Named]:
    people = People(others=side_names(language))
    return [{"value": str(seat), "name": plate_name(people, seat, language)} for seat in (1, 2)]


def _counts_words(phase: str, language: ContextTranslator) -> str:
    if phase == Phase.PLACE:
        return language.gettext("Tiles still to place")
    return language.gettext("Tiles taken away in this lap")
