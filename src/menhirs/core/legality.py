"""What may be done: which actions are legal, and which rule a refused one breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from menhirs.core import fog as fog_moves
from menhirs.core import turn_flow
from menhirs.core.actions import (
    Action,
    Claim,
    Decide,
    Flip,
    Keep,
    Left,
    Move,
    Pass,
    Place,
    Remove,
    Resign,
    Timeout,
    new_move,
)
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Cell, Direction, Mask, cells_in
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase

if TYPE_CHECKING:
    from menhirs.core.position import Position

WANTED = {
    Phase.FLIP: "player {player} turns a menhir over",
    Phase.PLACE: "player {player} places a fog tile",
    Phase.MOVE: "player {player} moves fog",
    Phase.REMOVE: "player {player} takes a fog tile away",
    Phase.DECIDE: "player {player} decides to go back or on",
    Phase.PROVE: "player {player} shows the claimed win",
    Phase.OVER: "the game is over",
}
"""What each phase asks for."""

_PHASES_OF: dict[type, tuple[Phase, ...]] = {
    Flip: (Phase.FLIP,),
    Place: (Phase.PLACE,),
    Move: (Phase.MOVE, Phase.PROVE),
    Pass: (Phase.MOVE,),
    Remove: (Phase.REMOVE,),
    Keep: (Phase.REMOVE,),
    Decide: (Phase.DECIDE,),
}


def legal_actions(position: Position) -> list[Action]:
    """All that the player to act may do, but for claiming and resigning."""
    match position.phase:
        case Phase.FLIP:
            return [Flip(cell) for cell in cells_in(position.menhirs)]
        case Phase.PLACE:
            bare = position.geometry.cells & ~position.fog
            return [Place(cell) for cell in cells_in(bare)]
        case Phase.MOVE | Phase.PROVE:
            return _moves(position) or [Pass()]  # M7
        case Phase.REMOVE:
            takeable: list[Action] = [Remove(cell) for cell in cells_in(position.takeable)]
            return [*takeable, Keep()] if may_keep(position) else takeable
        case Phase.DECIDE:
            return [Decide(go_on=False), Decide(go_on=True)]
        case Phase.OVER:
            return []
        case _:
            assert_never(position.phase)


def check(position: Position, action: Action) -> None:
    """Raises :class:`Illegal` with the rule that the action breaks; else does nothing.

    A value that is not an action is a mistake in the calling program: a ``TypeError``.
    """
    if _is_plainly_legal(position, action):
        return
    if position.is_over:
        raise Illegal("game-over", position=position)
    match action:
        case Claim():
            _check_claim(position)
        case Resign(player) | Timeout(player) | Left(player):
            if player not in (1, 2):
                raise Illegal("no-player", position=position, player=player)
        case _:
            _check_phase(position, action)
            try:
                _check_on_board(position, action)
            except TypeError as error:
                raise TypeError(
                    f"{action!r} is not made of numbers: position.geometry.cell('d6') is a cell, "
                    "position.geometry.mask_of('e4 e5') the tiles of a move, Direction.SW a way"
                ) from error


def _is_plainly_legal(position: Position, action: Action) -> bool:
    """Whether it is one of the common actions, and legal.

    Only of others is it asked which rule they break, if they break one.
    """
    phase = position.phase
    try:
        if type(action) is Move:
            geometry, tiles, direction = position.rules.geometry, action.tiles, action.direction
            return (
                (phase is Phase.MOVE or phase is Phase.PROVE)
                and fog_moves.is_move(
                    tiles, direction, position.fog, geometry.cells, geometry.stride
                )
                and not goes_straight_back(position, tiles, direction)
            )
        if type(action) is Place and phase is Phase.PLACE:
            bare = position.rules.geometry.cells & ~position.fog
            return bool(1 << action.cell & bare)
        if type(action) is Flip and phase is Phase.FLIP:
            return bool(1 << action.cell & position.menhirs)
        if type(action) is Remove and phase is Phase.REMOVE:
            return bool(1 << action.cell & position.takeable)
    except (TypeError, ValueError, OverflowError):  # no number of a cell, or of a way
        pass
    return False


def not_an_action(value: object) -> TypeError:
    """The error for an object of a type that is not an action, such as a text."""
    return TypeError(
        f"{value!r} is no action: menhirs.read_action(text, position) reads one, "
        "and menhirs.play_text(position, text) plays what is written"
    )


def _check_phase(position: Position, action: Action) -> None:
    try:
        phases = _PHASES_OF[type(action)]
    except KeyError:
        raise not_an_action(action) from None
    if position.phase in phases:
        return
    if position.phase is Phase.PROVE:
        raise Illegal("prove-move", position=position)
    raise Illegal(
        "wrong-phase",
        position=position,
        action=type(action).__name__.lower(),
        wanted=WANTED[position.phase].format(player=position.player),
    )


def _check_on_board(position: Position, action: Action) -> None:
    match action:
        case Move(tiles, direction):
            _check_move(position, tiles, direction)
        case Flip(cell):
            if not _has(position, position.menhirs, cell):
                raise _at(position, "flip-no-menhir", cell)
        case Place(cell):
            if _has(position, position.fog, cell):
                raise _at(position, "place-on-fog", cell)
        case Remove(cell):
            if not _has(position, position.fog, cell):
                raise _at(position, "remove-no-fog", cell)
            if not _has(position, position.takeable, cell):
                raise _at(position, "remove-last", cell)
        case Keep():
            if not may_keep(position):
                raise Illegal("keep-forced", position=position)
        case Pass():
            moves = _moves(position)
            if moves:
                raise Illegal("pass-with-moves", position=position, moves=len(moves))


def _check_move(position: Position, tiles: Mask, direction: Direction) -> None:
    geometry, fog = position.geometry, position.fog
    cells, stride = geometry.cells, geometry.stride
    if tiles <= 0:
        raise Illegal("move-nothing", position=position)
    if tiles & ~cells:
        raise Illegal("no-such-cell", position=position)
    if tiles & ~fog:
        raise _at(position, "move-no-fog", _first(tiles & ~fog))
    if fog_moves.flood(tiles & -tiles, tiles, stride) != tiles:
        names = " ".join(geometry.names_of(tiles))
        raise Illegal("move-apart", position=position, tiles=names)
    cluster = fog_moves.flood(tiles, fog, stride)
    if tiles != cluster:
        _check_split(position, cluster, tiles)
    if not fog_moves.stays_on_board(tiles, direction, cells, stride):
        leaving = next(c for c in cells_in(tiles) if geometry.neighbour(c, direction) is None)
        raise _at(position, "move-off-board", leaving, direction=direction.name)
    if not fog_moves.lands_free(tiles, direction, fog, stride):
        onto = fog_moves.step(tiles, direction, stride) & fog & ~tiles
        landing = fog_moves.step(onto & -onto, direction.opposite, stride)
        raise _at(position, "move-onto-fog", _first(landing), direction=direction.name)
    if goes_straight_back(position, tiles, direction):
        raise Illegal("return", position=position)


def _check_split(position: Position, cluster: Mask, part: Mask) -> None:
    """M2, with the reason that a player can do something with."""
    stride = position.geometry.stride
    if not fog_moves.may_be_split(cluster):
        tiles = fog_moves.size(cluster)
        raise Illegal("split-small-cluster", position=position, tiles=tiles)
    if not fog_moves.is_large_enough(part):
        raise Illegal("split-small-part", position=position, tiles=fog_moves.size(part))
    if not fog_moves.leaves_large_groups(cluster, part, stride):
        rest = cluster & ~part
        groups = (fog_moves.flood(1 << cell, rest, stride) for cell in cells_in(rest))
        smallest = min(groups, key=fog_moves.size)
        raise Illegal(
            "split-small-rest",
            position=position,
            group=" ".join(position.geometry.names_of(smallest)),
            tiles=fog_moves.size(smallest),
        )


def _check_claim(position: Position) -> None:
    if position.phase is Phase.PROVE:
        raise Illegal("claim-pending", position=position)
    if position.claimant is not None:
        return
    if not any(entry.claims for entry in position.rules.schedule):
        raise Illegal("claim-unknown", position=position)
    if not position.current_round.claims:
        raise Illegal("claim-round", position=position, round=position.round)
    raise Illegal("claim-closed", position=position)


def goes_straight_back(position: Position, tiles: Mask, direction: int) -> bool:
    """M4. A group of which a tile was taken away is not to be found on the board any more."""
    last = position.last
    return last is not None and turn_flow.goes_straight_back(
        tiles, direction, last.tiles, last.direction
    )


def check_layout(rules: RuleSet, menhirs: Mask) -> None:
    """Raises :class:`Illegal` unless exactly the right number of menhirs lies on the board."""
    if menhirs < 0 or menhirs & ~rules.geometry.cells:
        raise Illegal("no-such-cell")
    if menhirs.bit_count() != rules.menhirs:
        raise Illegal("layout-menhirs", expected=rules.menhirs, found=menhirs.bit_count())


def _moves(position: Position) -> list[Action]:
    geometry = position.geometry
    remembered = position.last.tiles if position.last else 0  # no other tiles can go back
    return [
        new_move(tiles, _DIRECTIONS[number])
        for tiles, number in fog_moves.moves(position.fog, geometry.cells, geometry.stride)
        if tiles != remembered or not goes_straight_back(position, tiles, number)
    ]


_DIRECTIONS = tuple(Direction)


def may_keep(position: Position) -> bool:
    """A3: whether the player who may take a tile away may also leave it."""
    return position.rules.flow.may_keep(position.turn, position.takeable)


def _has(position: Position, mask: Mask, cell: Cell) -> bool:
    if cell < 0 or not position.geometry.cells >> cell & 1:
        raise Illegal("no-such-cell", position=position)
    return bool(mask >> cell & 1)


def _first(mask: Mask) -> Cell:
    return (mask & -mask).bit_length() - 1


def _at(position: Position, code: str, cell: Cell, **details: object) -> Illegal:
    return Illegal(code, position=position, cell=position.geometry.name(cell), **details)
