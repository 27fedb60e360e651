"""Measure how fast the rules and the engine run on this machine.

All figures come from one run, so that their ratios mean something on a noisy machine.
"""

from __future__ import annotations

import argparse

from menhirs.bench.engine import (
    MIDDLE_GAMES,
    memory_high_water_mark,
    nodes_a_second,
    solver_positions_a_second,
)
from menhirs.bench.rules import compare_generators, games_a_second, is_compiled
from menhirs.core import fog
from menhirs.core.errors import Malformed
from menhirs.core.rules import RULE_SETS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="for each figure (default: 1)"
    )


def run(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 3600:
        raise Malformed("number-positive", name="--seconds", text=str(options.seconds))
    if not is_compiled(fog):
        print("The move generator is not compiled here: no compiler was found at install.")
    print("move generation, positions a second:")
    for tiles in (11, 8, 5):
        compiled, plain = compare_generators(tiles, options.seconds)
        print(
            f"  {tiles:2} tiles  compiled {compiled:12,.0f}   uncompiled {plain:9,.0f}"
            f"   ratio {compiled / plain:6.1f}",
            flush=True,
        )
    print("whole random games a second through the public API:")
    for name, rules in RULE_SETS.items():
        print(f"  {name:10} {games_a_second(rules, options.seconds):8,.0f}", flush=True)
    print("search, nodes a second on one thread:")
    for line in MIDDLE_GAMES:
        nodes, depth = nodes_a_second(line, options.seconds)
        print(f"  {line.split()[0]:10} {nodes:12,.0f}   {depth} turns deep", flush=True)
    one, two = solver_positions_a_second(1), solver_positions_a_second(2)
    print("solver, positions a second through a turn with 7 tiles:")
    print(f"  one thread {one:12,.0f}   two threads {two:12,.0f}   ratio {two / one:5.2f}")
    print(f"memory high-water mark: {memory_high_water_mark():,} MB")
    return 0
