"""Running passes without the interpreter's lock, so that threads share the work.

Plain Python has no word for letting go of the lock, so this one step is written down twice: here
for a machine without a compiler, where there is nothing to let go for, and in ``unlocked.pxd``.
"""

from __future__ import annotations

from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch


def run_unlocked(part: LayerPass, highs_from: int, highs_to: int, scratch: Scratch) -> None:
    """Runs a part of a pass while other threads go on."""
    part.run(highs_from, highs_to, scratch)
