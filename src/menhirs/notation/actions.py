"""Actions as text: ``*c3``, ``+c3``, ``c3-NE``, ``b2b3c3-NE``, ``xc3``, ``keep``, ``claim`` …

A move names the whole cluster by any one or two of its tiles; three or more tiles are exactly the
tiles that move. Written, a whole cluster is its first tile in the order a1, a2, …, g3, and a split
lists all its tiles in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from menhirs.core import fog as fog_moves
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
    Player,
    Remove,
    Resign,
    Timeout,
)
from menhirs.core.errors import Illegal, Malformed, MenhirsError
from menhirs.core.geometry import Cell, Direction, Geometry, Mask
from menhirs.core.legality import not_an_action
from menhirs.core.position import Position

_WORDS: dict[str, Action] = {
    "keep": Keep(),
    "pass": Pass(),
    "back": Decide(go_on=False),
    "on": Decide(go_on=True),
    "claim": Claim(),
}
_FORFEITS: dict[str, Callable[[Player], Action]] = {
    "resign": Resign,
    "time": Timeout,
    "left": Left,
    "left-tie": partial(Left, tie=True),
}
_ON_CELL: dict[str, Callable[[Cell], Action]] = {"*": Flip, "+": Place, "x": Remove}
_SIGNS: dict[type, str] = {Flip: "*", Place: "+", Remove: "x"}
_MOVE = re.compile(r"([a-z0-9]+)-([A-Z]+)", re.ASCII)
_TILES = re.compile(r"(?:[a-z][0-9])+", re.ASCII)
_FORFEIT = re.compile(r"(resign|time|left|left-tie)([12]?)", re.ASCII)


def read_action(text: str, position: Position) -> Action:
    """The action that a text means in a position. Whether it is legal is not asked here."""
    try:
        return _read(text, position)
    except MenhirsError as error:
        error.position = position
        raise error.locate(text=text) from None


def play_text(position: Position, text: str) -> Position:
    """The position after the actions of a text, separated by white space.

    An error says which action of the text it is about: ``action 2``.
    """
    for number, word in enumerate(text.split(), start=1):
        try:
            position = position.play(read_action(word, position))
        except MenhirsError as error:
            raise error.locate(text=word, place=f"action {number}") from None
    return position


def write_action(action: Action, position: Position) -> str:
    """The written form of an action in the position in which it is played."""
    geometry = position.geometry
    match action:
        case Move(tiles, direction):
            return write_move(geometry.names_of(tiles), is_split(tiles, position), direction)
        case Flip() | Place() | Remove():
            return write_on_cell(action, geometry)
        case Keep():
            return "keep"
        case Pass():
            return "pass"
        case Decide(go_on):
            return "on" if go_on else "back"
        case Claim():
            return "claim"
        case Resign(player):
            return "resign" + _unless_on_turn(player, position)
        case Timeout(player):
            return "time" + _unless_on_turn(player, position)
        case Left(player, tie):
            return ("left-tie" if tie else "left") + _unless_on_turn(player, position)
        case _:
            raise not_an_action(action)


def write_on_cell(action: Flip | Place | Remove, geometry: Geometry) -> str:
    """An action on one cell: ``*c3``, ``+c3``, ``xc3``, whatever the position."""
    return f"{_SIGNS[type(action)]}{geometry.name(action.cell)}"


def is_split(tiles: Mask, position: Position) -> bool:
    """Whether tiles that move are only a part of their cluster."""
    return tiles != fog_moves.flood(tiles, position.fog, position.geometry.stride)


def read_tiles(geometry: Geometry, text: str) -> tuple[Mask, Direction]:
    """The tiles and the direction of ``b2b3c3-NE``."""
    match = _MOVE.fullmatch(text)
    if match is None or not _TILES.fullmatch(match[1]):
        raise Malformed("action", text=text)
    tiles = 0
    for start in range(0, len(match[1]), 2):
        name = match[1][start : start + 2]
        bit = 1 << geometry.cell(name)
        if tiles & bit:
            raise Malformed("action-tiles", text=text, cell=name)
        tiles |= bit
    if match[2] not in Direction.__members__:
        raise Malformed("direction", text=match[2])
    return tiles, Direction[match[2]]


def write_tiles(geometry: Geometry, tiles: Mask, direction: Direction) -> str:
    """Tiles and direction: ``b2b3c3-NE``."""
    return write_move(geometry.names_of(tiles), True, direction)


def write_move(tiles: list[str], split: bool, direction: Direction) -> str:
    """A move of the tiles with these names: of a whole cluster only the first is written."""
    return f"{''.join(tiles) if split else tiles[0]}-{direction.name}"


def _read(text: str, position: Position) -> Action:
    geometry = position.geometry
    if text in _WORDS:
        return _WORDS[text]
    if forfeit := _FORFEIT.fullmatch(text):
        player = int(forfeit[2] or position.player)
        return _FORFEITS[forfeit[1]](player)
    if text[:1] in _ON_CELL and "-" not in text:
        return _ON_CELL[text[0]](geometry.cell(text[1:]))
    tiles, direction = read_tiles(geometry, text)
    if tiles.bit_count() < 3:
        tiles = _whole_cluster(position, tiles)
    return Move(tiles, direction)


def _whole_cluster(position: Position, named: Mask) -> Mask:
    """The cluster that one or two named tiles stand for."""
    geometry = position.geometry
    if bare := named & ~position.fog:
        cell = geometry.names_of(bare)[0]
        raise Illegal("move-no-fog", position=position, cell=cell)
    cluster = fog_moves.flood(named & -named, position.fog, geometry.stride)
    if named & ~cluster:
        names = " ".join(geometry.names_of(named))
        raise Illegal("move-apart", position=position, tiles=names)
    return cluster


def _unless_on_turn(player: Player, position: Position) -> str:
    return "" if player == position.player else str(player)
