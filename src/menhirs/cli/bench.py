"""Measure how fast the rules and the engine run on this machine, or with --server the server.

The server's figures stand beside those of a bare echo on the same stack and the bare commits of
the database, on SQLite with one process and on PostgreSQL with two.

All figures come from one run, so that their ratios mean something on a noisy machine. The
benchmarks are part of the sources, not of the installed package: run this from a checkout.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from menhirs.cli.progress import log_line
from menhirs.core import fog
from menhirs.core.errors import Malformed
from menhirs.core.rules import AMSTERDAM, BASE, rule_set

if TYPE_CHECKING:
    from benchmarks.server.load import Size

_LOAD = 8
"""The factor by which a measurement of the server takes longer than one of the rules."""

_TELL_EVERY = 30.0
"""In a long run, the seconds that a line of figures is about."""

_MODES = ("--hold", "--levels", "--solver", "--thinking", "--attacks")
_BESIDE = ("--beside-engine", "--beside-widgets", "--together")
NEEDS = {
    "--matches": ("--server", "--hold", "--attacks"),
    **dict.fromkeys(_BESIDE, ("--server",)),
    **dict.fromkeys(("--rules", "--layouts", "--seed"), ("--solver",)),
    "--json": ("--server", "--levels", "--hold", "--attacks"),
}
APART = {mode: [other for other in _MODES if other != mode] for mode in _MODES}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="for each figure (default: 1)"
    )
    parser.add_argument("--server", action="store_true", help="measure the server under load")
    parser.add_argument(
        "--matches", type=int, default=1_000, metavar="N", help="held at once (default: 1000)"
    )
    parser.add_argument(
        "--levels",
        action="store_true",
        help="measure a move of each level: compiled, uncompiled and in Chromium",
    )
    parser.add_argument(
        "--solver",
        action="store_true",
        help="measure the solver on whole layouts: tables and the value alone, one and two threads "
        "(base: 2 minutes, 3 GB; amsterdam: 10 minutes, 6 GB)",
    )
    parser.add_argument(
        "--rules",
        default="base,amsterdam",
        metavar="NAME[,NAME…]",
        help="with --solver: whose layouts (default: base,amsterdam)",
    )
    parser.add_argument(
        "--layouts", type=int, default=1, metavar="N", help="with --solver: of each (default: 1)"
    )
    parser.add_argument(
        "--seed",
        default="bench",
        metavar="TEXT",
        help="with --solver: the same seed draws the same layouts (default: bench)",
    )
    parser.add_argument(
        "--thinking",
        action="store_true",
        help="measure how long one waits for the computer while somebody else keeps it busy",
    )
    parser.add_argument(
        "--hold",
        type=float,
        metavar="MINUTES",
        help="with --server: hold the matches for so long at an action every 2 s, and tell how "
        "answers and memory develop, beside a bare echo",
    )
    beside = parser.add_mutually_exclusive_group()
    beside.add_argument(
        "--beside-engine",
        action="store_true",
        help="with --server: the same load alone, and beside reviews and live analyses, in turns",
    )
    beside.add_argument(
        "--beside-widgets",
        action="store_true",
        help="with --server: the same load alone, and beside 20 views a second of widgets on other "
        "sites, in turns",
    )
    beside.add_argument(
        "--together",
        action="store_true",
        help="with --server: the same load alone, and beside 200 people in the lobby and a "
        "tournament of 64 players, in turns",
    )
    beside.add_argument(
        "--attacks",
        nargs="?",
        const="",
        metavar="NAME[,NAME…]",
        help="the server with its usual limits, alone and beside one attacker, in turns: all "
        "attacks, or those whose names begin so",
    )
    parser.add_argument(
        "--json", action="store_true", help="the figures of --server and --levels as JSON"
    )


def run(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 3600:
        raise Malformed("number-positive", name="--seconds", text=str(options.seconds))
    if not 0 < options.matches <= 10_000:
        raise Malformed("number-positive", name="--matches", text=str(options.matches))
    if not 0 < options.layouts <= 1_000:
        raise Malformed("number-positive", name="--layouts", text=str(options.layouts))
    if options.hold is not None and not 0 < options.hold <= 24 * 60:
        raise Malformed("number-positive", name="--hold", text=str(options.hold))
    _find_benchmarks()
    if options.hold is not None:
        return _hold(options)
    if options.levels:
        return _levels(options)
    if options.solver:
        return _solver(options)
    if options.thinking:
        return _thinking()
    if options.attacks is not None:
        return _attacks(options)
    if options.server:
        return _run_server(options)
    return _run_engine(options)


def _find_benchmarks() -> None:
    """Makes ``benchmarks`` importable, which is beside ``src`` in a checkout."""
    checkout = Path(__file__).parents[3]
    if not (checkout / "benchmarks" / "__init__.py").exists():
        raise Malformed("only-in-sources", what="menhirs bench")
    sys.path.append(str(checkout))


def _run_engine(options: argparse.Namespace) -> int:
    from benchmarks.agents import random_games
    from benchmarks.engine import (
        MIDDLE_GAMES,
        memory_high_water_mark,
        nodes_a_second,
        random_games_a_second,
    )
    from benchmarks.rules import compare_generators, games_a_second, is_compiled

    from benchmarks import solver

    if not is_compiled(fog):
        print(
            "The move generator is not compiled here: the installation found no compiler, or came "
            "from a wheel with nothing compiled in it."
        )
    print("move generation, positions a second:")
    for tiles in (11, 8, 5):
        compiled, plain = compare_generators(tiles, options.seconds)
        print(
            f"  {tiles:2} tiles  compiled {compiled:12,.0f}   uncompiled {plain:9,.0f}"
            f"   ratio {compiled / plain:6.1f}",
            flush=True,
        )
    print("whole random games a second through the public API:")
    for name, rules in options.known.items():
        print(f"  {name:10} {games_a_second(rules, options.seconds):8,.0f}", flush=True)
    print("whole random games a second by compiled code:")
    for rules in (BASE, AMSTERDAM):
        one, two = (random_games_a_second(rules, options.seconds, n) for n in (1, 2))
        print(f"  {rules.name:10} {_one_and_two(one, two)}", flush=True)
    print("whole random games a second and core for learning programs, nobody claiming:")
    for name, games in random_games(options.seconds):
        print(f"  {name:32} {games:10,.0f}", flush=True)
    print("search, nodes a second on one thread:")
    for line in MIDDLE_GAMES:
        nodes, depth = nodes_a_second(line, options.seconds)
        print(f"  {line.split()[0]:10} {nodes:12,.0f}   {depth} turns deep", flush=True)
    print("\n".join(solver.report()))
    print(f"memory high-water mark: {memory_high_water_mark():,} MB")
    return 0


def _run_server(options: argparse.Namespace) -> int:
    from benchmarks.server.load import Size, measure
    from benchmarks.server.report import table

    size = Size(matches=options.matches, seconds=_LOAD * options.seconds)
    if options.beside_engine or options.beside_widgets or options.together:
        return _compare(options, size)
    runs = measure(size, log_line)
    if options.json:
        print(json.dumps([run.as_dict() for run in runs], indent=2))
    else:
        print("\n".join(table(runs)))
    return 0


def _compare(options: argparse.Namespace, size: Size) -> int:
    from benchmarks.server.beside import compare
    from benchmarks.server.engine_work import engine_work
    from benchmarks.server.gathering import gathering_of
    from benchmarks.server.report import comparison_table
    from benchmarks.server.widget_views import widget_views

    name, begin = "beside many people", gathering_of()
    if options.beside_engine:
        name, begin = "beside the engine", engine_work
    if options.beside_widgets:
        name, begin = "beside widgets", widget_views
    result = compare(name, begin, size, log_line)
    print(
        json.dumps(result.as_dict(), indent=2)
        if options.json
        else "\n".join(comparison_table(result))
    )
    return 0


def _attacks(options: argparse.Namespace) -> int:
    from benchmarks.server.attacks import ATTACKS
    from benchmarks.server.load import Size
    from benchmarks.server.siege import besiege, siege_table

    wanted = tuple(word.strip() for word in options.attacks.split(","))
    names = [name for name in ATTACKS if name.startswith(wanted)]
    if not names:
        raise Malformed("attack", text=options.attacks, known=", ".join(ATTACKS))
    size = Size(matches=options.matches, seconds=_LOAD * options.seconds)
    result = besiege(names, size, lambda doing: print(doing, file=sys.stderr, flush=True))
    if options.json:
        print(json.dumps([one.as_dict() for one in result], indent=2))
    else:
        print("\n".join(siege_table(result, size)))
    return 0


def _hold(options: argparse.Namespace) -> int:
    from benchmarks.server.load import Size, hold
    from benchmarks.server.report import HELD, held_line

    size = Size(matches=options.matches, seconds=60 * options.hold)
    moments = hold(size, _TELL_EVERY, log_line)
    if options.json:
        result = [{"of": name, **moment.as_dict()} for name, moment in moments]
        print(json.dumps(result, indent=2))
        return 0
    print(f"server on SQLite, {options.matches:,} matches held; ms:\n{HELD}")
    for name, moment in moments:
        print(held_line(name, moment), flush=True)
    return 0


def _levels(options: argparse.Namespace) -> int:
    from benchmarks.levels import Column, columns, table

    from menhirs.engine.levels import LEVELS

    numbers = [level.number for level in LEVELS]
    found, missing = [], []
    for column in columns(numbers, log_line):
        if isinstance(column, Column):
            found.append(column)
        else:
            missing.append(column)
    if options.json:
        print(json.dumps([column.as_dict() for column in found], indent=2))
    else:
        print("\n".join(table(found, missing)))
    return 0


def _solver(options: argparse.Namespace) -> int:
    from benchmarks.layouts import report

    rule_sets = [rule_set(name.strip(), options.known) for name in options.rules.split(",")]
    for line in report(rule_sets, options.layouts, options.seed, options.house_rules):
        print(line, flush=True)
    return 0


def _thinking() -> int:
    from benchmarks.thinking import waits

    print("the longest wait for the computer in ms, alone and beside 20 matches at level 8:")
    for level, alone, crowded in waits():
        print(f"  level {level}  {1000 * alone:8,.0f}  {1000 * crowded:8,.0f}", flush=True)
    return 0


def _one_and_two(one: float, two: float) -> str:
    return f"one thread {one:12,.0f}   two threads {two:12,.0f}   ratio {two / one:5.2f}"
