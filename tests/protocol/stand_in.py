"""A small engine with the real protocol around it: it sees one action ahead and no further.

As a program it plays whole games in a moment, and so shows what the protocol does, not the search.
"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event
from time import monotonic

from menhirs.core.actions import Action, Claim
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.protocol.engine_host import EngineHost
from menhirs.protocol.server import serve

COMMAND = f"{sys.executable} {Path(__file__)}"


class OnePly:
    """Wins if one action wins, claims if that is right, and else takes the first action."""

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        began = monotonic()
        actions = position.board_actions()
        if position.claimant == position.player:
            actions.append(Claim())
        known = sorted(
            (_line(position, action) for action in actions), key=lambda line: -line.value
        )

        def state() -> Analysis:
            best = known[0]
            passed = monotonic() - began
            shown = tuple(known[:lines])
            return Analysis(shown, best.value, best.proven, 1, len(known), passed, "search")

        if watch is not None:
            watch(state())
        # More time teaches it nothing, but it takes the time that it is given, as a search does.
        if stop is not None and not known[0].proven and limits.nodes is limits.depth is None:
            stop.wait(limits.seconds)
        return state()


def should_claim(position: Position) -> bool:
    return not position.play(Claim()).is_over


def _line(position: Position, action: Action) -> Line:
    reached = position.play(action)
    if reached.outcome is not None and reached.outcome.winner:
        mine = reached.outcome.winner == position.player
        return Line((action,), reached.outcome.score if mine else -reached.outcome.score, mine)
    if reached.phase is Phase.PROVE:
        return Line((action,), reached.round, False)
    return Line((action,), 0, False)


if __name__ == "__main__":
    serve(
        EngineHost(lambda settings: OnePly(), should_claim), sys.stdin.fileno(), sys.stdout.buffer
    )
