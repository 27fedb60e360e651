"""Plays a game of every level with itself; run by the Python of an environment with only a wheel.

``python games_of_every_level.py RULES [NODES]``: at full strength, or with thoughts cut short.
"""

from __future__ import annotations

import json
import sys

import menhirs
from menhirs.core import fog


class Player:
    """A level with a limit to its thoughts."""

    def __init__(self, number: int, seed: str, limits: menhirs.engine.Limits) -> None:
        self._level = menhirs.engine.level(number, seed)
        self._limits = limits

    def choose(self, position: menhirs.Position) -> menhirs.Action:
        return self._level.choose(position, self._limits)

    def wants_to_claim(self, position: menhirs.Position) -> bool:
        return self._level.wants_to_claim(position)


def main() -> None:
    rules, nodes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None
    start = menhirs.new_game(rules, seed="oak")
    limits = menhirs.engine.Limits(nodes=nodes)
    reasons = []
    for level in menhirs.engine.LEVELS:
        players = (Player(level.number, seed, limits) for seed in ("south", "north"))
        played = menhirs.engine.play_game(start, *players)
        assert menhirs.read_record(str(played)).actions == played.actions
        assert played.final.outcome is not None
        reasons.append(played.final.outcome.reason)
    compiled = not str(fog.__file__).endswith(".py")
    print(json.dumps({"compiled": compiled, "from": menhirs.__file__, "reasons": reasons}))


if __name__ == "__main__":
    main()
