"""What ``import menhirs`` offers: all names for playing, reading, writing and drawing."""

from __future__ import annotations

import secrets

import menhirs.engine as engine
from menhirs.core import events
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
from menhirs.core.events import Event, what_happened
from menhirs.core.geometry import STANDARD, Cell, Direction, Geometry, Mask
from menhirs.core.perft import perft
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, Round, RuleSet, Taking, rule_set
from menhirs.core.scoring import RoundScoring, Scoring, TileScoring, WinScoring
from menhirs.core.setup import random_menhirs
from menhirs.core.state import LastTurn, Outcome, Phase, Reason
from menhirs.notation.actions import play_text, read_action, write_action
from menhirs.notation.ascii import read_ascii, write_ascii
from menhirs.notation.board import read_board, read_layout, write_board
from menhirs.notation.house_rules import read_house_rules, read_rule_set, write_rule_set
from menhirs.notation.line import read_line, write_line
from menhirs.notation.png import render as render_png
from menhirs.notation.record import (
    Record,
    read_record,
    read_records,
    write_record,
    write_records,
)
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.notation.svg.animation import animate
from menhirs.notation.tree import ChildNode, Game, GameNode
from menhirs.notation.tree_text import read_tree, read_trees, write_tree, write_trees
from menhirs.notation.words import in_words


def new_game(rules: str | RuleSet = "amsterdam", *, seed: int | str | None = None) -> Position:
    """The position before the first action, the tiles laid at random.

    The same seed always lays the same tiles; without one they lie differently every time.
    """
    chosen = rule_set(rules)
    drawn = random_menhirs(chosen, secrets.token_hex(4) if seed is None else seed)
    return Position.start(chosen, drawn)


__all__ = [
    "RULE_SETS",
    "STANDARD",
    "Action",
    "Cell",
    "ChildNode",
    "Claim",
    "Decide",
    "Direction",
    "Drawing",
    "Event",
    "Flip",
    "Game",
    "GameNode",
    "Geometry",
    "Illegal",
    "Keep",
    "LastTurn",
    "Left",
    "Malformed",
    "Mask",
    "MenhirsError",
    "Move",
    "Outcome",
    "Pass",
    "Phase",
    "Place",
    "Player",
    "Position",
    "Reason",
    "Record",
    "Remove",
    "Resign",
    "Round",
    "RoundScoring",
    "RuleSet",
    "Scoring",
    "Taking",
    "Theme",
    "TileScoring",
    "Timeout",
    "WinScoring",
    "animate",
    "draw",
    "engine",
    "events",
    "in_words",
    "new_game",
    "perft",
    "play_text",
    "random_menhirs",
    "read_action",
    "read_ascii",
    "read_board",
    "read_house_rules",
    "read_layout",
    "read_line",
    "read_record",
    "read_records",
    "read_rule_set",
    "read_tree",
    "read_trees",
    "render_png",
    "rule_set",
    "what_happened",
    "write_action",
    "write_ascii",
    "write_board",
    "write_line",
    "write_record",
    "write_records",
    "write_rule_set",
    "write_tree",
    "write_trees",
]
