"""Positions, actions and events as the plain data that a board draws from."""

from __future__ import annotations

from functools import cache
from typing import Any, assert_never

from menhirs.core import events as happened
from menhirs.core import fog as fog_moves
from menhirs.core.actions import Action, Claim, Flip, Move, Place, Remove
from menhirs.core.geometry import Direction, Geometry, Mask
from menhirs.core.position import Position
from menhirs.notation.actions import write_action
from menhirs.notation.board import write_board
from menhirs.notation.svg.layout import Layout
from menhirs.server.messages import Event, LastMove, Legal, View


@cache
def geometry_data(geometry: Geometry) -> dict[str, Any]:
    """Where the cells lie, and how far one step goes in each direction."""
    layout = Layout(geometry)
    middle = next(
        cell
        for column in geometry.columns
        for cell in column
        if all(geometry.neighbour(cell, direction) is not None for direction in Direction)
    )
    x, y = layout.centre(middle)
    steps = {}
    for direction in Direction:
        neighbour = geometry.neighbour(middle, direction)
        assert neighbour is not None
        to_x, to_y = layout.centre(neighbour)
        steps[direction.name] = [to_x - x, to_y - y]
    return {
        "cells": [
            {"name": geometry.name(cell), "x": layout.centre(cell)[0], "y": layout.centre(cell)[1]}
            for column in geometry.columns
            for cell in column
        ],
        "directions": steps,
        "view_box": [int(number) for number in layout.view_box.split()],
    }


def view(position: Position, start: Position, last: LastMove | None) -> View:
    """All that a picture of a position needs."""
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


def mark(before: Position, action: Action, earlier: LastMove | None) -> LastMove | None:
    """What to mark as the last move after an action, given what was marked before it."""
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
    """What the player to act may do, without claims."""
    return [_legal(position, action) for action in position.board_actions()]


def _legal(position: Position, action: Action) -> Legal:
    geometry = position.geometry
    told: Legal = {"action": write_action(action, position), "kind": type(action).__name__.lower()}
    match action:
        case Move(tiles, direction):
            landed = fog_moves.step(tiles, direction, geometry.stride)
            whole = tiles == fog_moves.flood(tiles, position.fog, geometry.stride)
            told["tiles"] = geometry.names_of(tiles)
            told["direction"] = direction.name
            told["lands"] = geometry.names_of(landed)
            told["split"] = not whole
        case Flip(cell) | Place(cell) | Remove(cell):
            told["cell"] = geometry.name(cell)
        case _:
            pass
    return told


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
        case happened.GameOver(outcome):
            return {
                "type": "over",
                "winner": outcome.winner,
                "score": outcome.score,
                "reason": outcome.reason.value,
            }
        case _:
            assert_never(event)
