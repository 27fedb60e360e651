"""The value of a position with perfect play, as text and as JSON."""

from __future__ import annotations

import json

from menhirs.core.position import Position
from menhirs.engine.solver import Placings, Worth


def verdict(value: int) -> str:
    """Who wins, and by how much, from a value to player 1."""
    if value == 0:
        return "With perfect play from here on it is a tie."
    winner = 1 if value > 0 else 2
    return f"With perfect play from here on player {winner} wins {_points(value)}."


def worth_as_text(position: Position, worth: Worth) -> str:
    """For a person."""
    lines = [verdict(worth.value)]
    if not worth.proven:
        lines = ["A win, unless it leads through positions that have come up before (D15)."]
    if worth.placings:
        lines += _placings_as_text(position, worth.placings)
    return "\n".join(lines)


def worth_as_json(position: Position, worth: Worth) -> str:
    """For programs. ``value`` is to the player to act, as everywhere else."""
    lines: dict[str, object] = {
        "value": worth.value if position.player == 1 else -worth.value,
        "value_to_player_1": worth.value,
        "winner": worth.winner,
        "proven": worth.proven,
    }
    if worth.placings:
        cell_name = position.geometry.name
        lines["placings"] = {
            "of": sum(worth.placings.values.values()),
            "values": {str(value): n for value, n in sorted(worth.placings.values.items())},
            "first": {cell_name(cell): value for cell, value in worth.placings.first.items()},
            "keeping": worth.placings.keeping,
        }
    return json.dumps(lines)


def _placings_as_text(position: Position, placings: Placings) -> list[str]:
    of = sum(placings.values.values())
    lines = [f"Of the {of:,} placings of all free tiles:"]
    for value, count in sorted(placings.values.items(), reverse=True):
        how = f"won by player {1 if value > 0 else 2} ({_points(value)})" if value else "tied"
        lines.append(f"{count:9,} {how}")
    lines.append(f"{placings.keeping} of {len(placings.first)} first placings keep the value.")
    return lines


def _points(value: int) -> str:
    return "1 point" if abs(value) == 1 else f"{abs(value)} points"
