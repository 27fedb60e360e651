"""Positions, actions and events as the plain data that a board draws from."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import assert_never

from menhirs.core import events as happened
from menhirs.core import fog as fog_moves
from menhirs.core.actions import Action, Claim, Flip, Move, Place, Remove
from menhirs.core.geometry import Direction, Geometry, Mask
from menhirs.core.position import Position
from menhirs.notation.actions import is_split, write_action, write_move, write_on_cell
from menhirs.notation.board import write_board
from menhirs.notation.svg.layout import Layout
from menhirs.view.messages import BoardGeometry, Event, LastMove, Legal, View


@cache
def geometry_data(geometry: Geometry) -> BoardGeometry:
    """Where the cells lie, and how far one step goes in each direction."""
    layout = Layout(geometry)
    middle = next(
        cell
        for column in geometry.columns
        for cell in column
        if all(geometry.neighbour(cell, direction) is not None for direction in Direction)
    )
    x, y = layout.centre(middle)
    steps: dict[str, tuple[float, float]] = {}
    for direction in Direction:
        neighbour = geometry.neighbour(middle, direction)
        assert neighbour is not None
        to_x, to_y = layout.centre(neighbour)
        steps[direction.name] = (to_x - x, to_y - y)
    left, top, width, height = (int(number) for number in layout.view_box.split())
    return {
        "cells": [
            {"name": geometry.name(cell), "x": layout.centre(cell)[0], "y": layout.centre(cell)[1]}
            for column in geometry.columns
            for cell in column
        ],
        "directions": steps,
        "view_box": (left, top, width, height),
    }


def view(position: Position, start: Position, last: LastMove | None) -> View:
    """The data that a board is drawn from."""
    names = position.geometry.names_of
    return {
        "board": write_board(position),
        "fog": names(position.fog),
        "menhirs": names(position.menhirs),
        "flipped": names(start.menhirs & ~position.menhirs),
        "free": names(position.menhirs & ~position.fog),
        "clusters": [names(cluster) for cluster in _clusters(position)],
        "last": last,
    }


def _clusters(position: Position) -> list[Mask]:
    clusters, rest = [], position.fog
    while rest:
        cluster = fog_moves.flood(rest & -rest, position.fog, position.geometry.stride)
        clusters.append(cluster)
        rest &= ~cluster
    return clusters


def mark_of(position: Position) -> LastMove | None:
    """The last move to mark where a match begins in the middle of a game."""
    if (last := position.last) is None:
        return None
    geometry = position.geometry
    taken = None if last.taken is None else geometry.name(last.taken)
    return {
        "tiles": geometry.names_of(last.tiles),
        "direction": last.direction.name,
        "taken": taken,
    }


def marked_after(before: Position, action: Action, earlier: LastMove | None) -> LastMove | None:
    """The last move to mark after an action, given the one marked before it."""
    geometry = before.geometry
    match action:
        case Move(tiles, direction):
            landed = fog_moves.step(tiles, direction, geometry.stride)
            return {
                "tiles": geometry.names_of(landed),
                "direction": direction.name,
                "taken": None,
            }
        case Place(cell):
            return {"tiles": [geometry.name(cell)], "direction": None, "taken": None}
        case Remove(cell) if earlier is not None:
            return {**earlier, "taken": geometry.name(cell)}
        case Claim() if earlier is not None:
            return {**earlier, "taken": None}
        case _:
            return earlier


def legal(position: Position) -> list[Legal]:
    """The legal actions of the player to act, without claims."""
    actions, names_of = position.board_actions(), position.geometry.names_of
    # Most groups of tiles can go in several directions.
    moving = {action.tiles for action in actions if isinstance(action, Move)}
    groups = {tiles: (names_of(tiles), is_split(tiles, position)) for tiles in moving}
    return [
        _move(position.geometry, action, *groups[action.tiles])
        if isinstance(action, Move)
        else _legal(position, action)
        for action in actions
    ]


def legal_action(position: Position, action: Action) -> Legal:
    """One action that may be played."""
    if not isinstance(action, Move):
        return _legal(position, action)
    tiles = position.geometry.names_of(action.tiles)
    return _move(position.geometry, action, tiles, is_split(action.tiles, position))


def _move(geometry: Geometry, move: Move, tiles: list[str], split: bool) -> Legal:
    landed = fog_moves.step(move.tiles, move.direction, geometry.stride)
    return {
        "action": write_move(tiles, split, move.direction),
        "kind": "move",
        "tiles": tiles,
        "direction": move.direction.name,
        "lands": geometry.names_of(landed),
        "split": split,
    }


_ON_CELL = (Flip, Place, Remove)


def _legal(position: Position, action: Action) -> Legal:
    if isinstance(action, _ON_CELL):
        return _on_cell(position.geometry, action)
    return {"action": write_action(action, position), "kind": type(action).__name__.lower()}


@lru_cache(maxsize=1_000)  # ten boards
def _on_cell(geometry: Geometry, action: Flip | Place | Remove) -> Legal:
    return {
        "action": write_on_cell(action, geometry),
        "kind": type(action).__name__.lower(),
        "cell": geometry.name(action.cell),
    }


def event(event: happened.Event, geometry: Geometry) -> Event:
    """An event as data."""
    name, names = geometry.name, geometry.names_of
    match event:
        case happened.Flipped(player, cell):
            return {"type": "flipped", "player": player, "cell": name(cell)}
        case happened.MenhirsCovered(cells):
            return {"type": "covered", "cells": names(cells)}
        case happened.Placed(player, cell):
            return {"type": "placed", "player": player, "cell": name(cell)}
        case happened.Moved(player, tiles, direction, _, split):
            return {
                "type": "moved",
                "player": player,
                "tiles": names(tiles),
                "landed": names(fog_moves.step(tiles, direction, geometry.stride)),
                "direction": direction.name,
                "split": split,
            }
        case happened.Freed(cells):
            return {"type": "freed", "cells": names(cells)}
        case happened.CoveredAgain(cells):
            return {"type": "covered-again", "cells": names(cells)}
        case happened.Taken(player, cell):
            return {"type": "taken", "player": player, "cell": name(cell)}
        case happened.Kept(player):
            return {"type": "kept", "player": player}
        case happened.Passed(player):
            return {"type": "passed", "player": player}
        case happened.Claimed(player, number):
            return {"type": "claimed", "player": player, "round": number}
        case happened.PutBack(cell):
            return {"type": "put-back", "cell": name(cell)}
        case happened.DecisionMoment():
            return {"type": "decision"}
        case happened.Decided(player, go_on):
            return {"type": "decided", "player": player, "go_on": go_on}
        case happened.LapBegun(lap):
            return {"type": "lap", "lap": lap}
        case happened.RoundBegun(number, lap):
            return {"type": "round", "round": number, "lap": lap}
        case happened.Repeated(times, _):
            return {"type": "repeated", "times": times}
        case happened.GameOver(outcome):
            return {
                "type": "over",
                "winner": outcome.winner,
                "score": outcome.score,
                "reason": outcome.reason.value,
            }
        case _:
            assert_never(event)
