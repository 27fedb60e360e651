"""Benchmarks of the engine: search and random games."""

from __future__ import annotations

import resource
import time
from threading import Thread

from menhirs.core.rules import RuleSet
from menhirs.engine.analysis import Limits
from menhirs.engine.rollout import Rollout
from menhirs.engine.search import Search
from menhirs.notation.line import read_line

MIDDLE_GAMES = (
    "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -",
    "base .../o.m./.oMo./oo..M./.mM.o/..M./.M. 1 6 move 0,0 - - -",
)
_PARCEL = 200  # games between two checks of the clock


def nodes_a_second(line: str, seconds: float) -> tuple[float, int]:
    """Nodes per second of the search on one thread, and the depth it reached in turns."""
    analysis = Search().analyse(read_line(line), Limits(seconds=seconds))
    return analysis.nodes / max(analysis.seconds, 1e-9), analysis.depth


def random_games_a_second(rules: RuleSet, seconds: float, threads: int) -> float:
    """Random games per second played by compiled code on this number of threads."""
    players = [Rollout(rules, seed) for seed in range(threads)]
    begin = time.perf_counter()

    def play(player: Rollout) -> None:
        player.play(_PARCEL)  # at least one parcel, however late a busy machine starts the thread
        while time.perf_counter() - begin < seconds:
            player.play(_PARCEL)

    workers = [Thread(target=play, args=(player,)) for player in players]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(player.games for player in players) / (time.perf_counter() - begin)


def memory_high_water_mark() -> int:
    """The most memory that this process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
