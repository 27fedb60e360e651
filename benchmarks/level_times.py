"""How long a move of each level takes: a script for any Python, also that of a browser.

``python level_times.py compiled 1 2 3`` writes a line of JSON for the import and one for every
move of these levels. With ``uncompiled`` all of our modules are run from their source. The script
imports nothing of the other benchmarks, so that it can be run by itself.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Collection, Iterator
from importlib.machinery import FileFinder, SourceFileLoader
from typing import Any

POSITIONS = (
    "base ooo/..M./.Mo../M..M../MM.../M.../... 1 3 move 0,0 - - -",
    "base .../o.m./.oMo./oo..M./.mM.o/..M./.M. 1 6 move 0,0 - - -",
    "base oo./.M../..o../.Momm./.ooo./m..m/m.. 2 8 remove 0,0 a2b2c3d2d3-S - -",
    "amsterdam ooo/ooo./...../M..M../MM.../M.../... 1 11 move 0,0 - - -",
    "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -",
    "amsterdam .../ooo./mo.../.M..M./...o./..M./..M 2 9 move 1,1 d5e4f3g3-SE@9 - -",
)
_EVERY_THIRD = frozenset({8})
"""Levels that think for long where nothing is compiled: a position of each game does."""


LIMIT = 3.0
"""Seconds that a level thinks at most in the edition without a server."""
LIMITED = 8
"""The level that this concerns: it is measured as it plays there, too."""


def positions_of(level: int) -> tuple[str, ...]:
    """The positions in which a level is asked for a move."""
    return POSITIONS[1::3] if level in _EVERY_THIRD else POSITIONS


def use_only_source() -> None:
    """From now on none of our modules is loaded compiled."""

    def from_source(folder: str) -> FileFinder:
        if "menhirs" not in folder:
            raise ImportError
        return FileFinder(folder, (SourceFileLoader, [".py"]))

    sys.path_hooks.insert(0, from_source)
    sys.path_importer_cache.clear()


def measured(levels: Collection[int]) -> Iterator[dict[str, Any]]:
    """The seconds of the import, then of each move, with what was played.

    At the end come the moves of the highest level within its limit, if it is one of these levels,
    with how many positions it looked at.
    """
    begin = time.perf_counter()
    from menhirs.core import fog
    from menhirs.engine.analysis import Analysis, Limits
    from menhirs.engine.levels import LevelPlayer
    from menhirs.notation.actions import write_action
    from menhirs.notation.line import read_line

    compiled = not str(fog.__file__).endswith(".py")
    yield {"import": time.perf_counter() - begin, "compiled": compiled}
    for number in levels:
        for line in positions_of(number):
            position = read_line(line)
            player = LevelPlayer(number, seed=1)
            begin = time.perf_counter()
            action = player.choose(position)
            seconds = time.perf_counter() - begin
            yield {"level": number, "seconds": seconds, "played": write_action(action, position)}
    for line in POSITIONS if LIMITED in levels else ():
        position = read_line(line)
        seen: list[Analysis] = []
        begin = time.perf_counter()
        player = LevelPlayer(LIMITED, seed=1)
        action = player.choose(position, Limits(seconds=LIMIT), watch=seen.append)
        yield {
            "limited": LIMITED,
            "seconds": time.perf_counter() - begin,
            "played": write_action(action, position),
            "nodes": seen[-1].nodes,
        }


if __name__ == "__main__":
    if sys.argv[1] == "uncompiled":
        use_only_source()
    for told in measured([int(word) for word in sys.argv[2:]]):
        print(json.dumps(told), flush=True)
