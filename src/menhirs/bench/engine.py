"""The engine: positions a second in the search and in the solver, on one and two threads."""

from __future__ import annotations

import resource
import time
from threading import Thread

from menhirs.core.rules import BASE, RuleSet
from menhirs.engine.analysis import Limits
from menhirs.engine.rollout import Rollout
from menhirs.engine.search import Search
from menhirs.engine.solver.crew import Crew
from menhirs.engine.solver.layers import TurnRules
from menhirs.engine.solver.workshop import Workshop
from menhirs.notation.line import read_line

MIDDLE_GAMES = (
    "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -",
    "base .../o.m./.oMo./oo..M./.mM.o/..M./.M. 1 6 move 0,0 - - -",
)
_MENHIRS = "a3 b3 c3 d2 e1 f1 g1"
_TILES = 7
_PARCEL = 200  # games between two looks at the clock


def nodes_a_second(line: str, seconds: float) -> tuple[float, int]:
    """Nodes a second of the search on one thread, and how many turns deep it came."""
    analysis = Search().analyse(read_line(line), Limits(seconds=seconds))
    return analysis.nodes / max(analysis.seconds, 1e-9), analysis.depth


def solver_positions_a_second(threads: int) -> float:
    """Positions a second through one turn of the base game, with moves and taking away."""
    crew = Crew(BASE.geometry, threads)
    workshop = Workshop(crew, BASE.geometry.mask_of(_MENHIRS))
    try:
        workshop.wins(_TILES)
        fewer = workshop.constant(_TILES - 1, 0)
        rules = TurnRules(_TILES, 0, True, 0, [-1], [0])
        begin = time.perf_counter()
        workshop.solve(_TILES, rules, None, fewer)
        return crew.ranking.count(_TILES) / (time.perf_counter() - begin)
    finally:
        crew.close()


def random_games_a_second(rules: RuleSet, seconds: float, threads: int) -> float:
    """Whole random games played by compiled code, nobody claiming, on so many threads."""
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
