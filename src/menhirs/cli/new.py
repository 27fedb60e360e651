"""Lay the tiles for a new game and print its position line.

Without --seed or --layout the tiles are laid at random; the seed used is written to standard error,
so that another table can play the same layout. A layout is either a board in text, or the cells of
the menhirs: --layout "a3 b3 c3 d2 e1 f1 g1".
"""

from __future__ import annotations

import argparse
import secrets
import sys

from menhirs.cli.sources import add_rules_argument
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.notation.board import read_layout
from menhirs.notation.line import write_line
from menhirs.notation.record import Record, write_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_argument(parser)
    add_layout_arguments(parser)
    parser.add_argument(
        "--record", action="store_true", help="print an empty game record instead of a line"
    )


def add_layout_arguments(parser: argparse.ArgumentParser) -> None:
    """The options --seed and --layout."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--seed", metavar="TEXT", help="the same seed always lays the same tiles")
    group.add_argument("--layout", metavar="BOARD", help="where the menhirs lie")


def run(options: argparse.Namespace) -> int:
    rules = rule_set(options.rules, options.known)
    start = laid_out(rules, options.seed, options.layout)
    print(write_record(Record(start)) if options.record else write_line(start))
    return 0


def laid_out(rules: RuleSet, seed: str | None, layout: str | None) -> Position:
    """The starting position that the options ask for."""
    if layout is not None:
        if "/" in layout:
            return read_layout(layout, rules)
        return Position.start(rules, rules.geometry.mask_of(layout))
    if seed is None:
        seed = secrets.token_hex(4)
        print(f"seed {seed}", file=sys.stderr)
    return Position.start(rules, random_menhirs(rules, seed))
