"""Running compiled work without the interpreter's lock.

Plain Python has no word for letting go of the lock, so this one step is written down twice: here
for a machine without a compiler, where there is nothing to let go for, and in ``unlocked.pxd`` for
compiled callers.
"""

from __future__ import annotations

from menhirs.engine.work import Work


def run(work: Work) -> None:
    """Runs it while other threads go on."""
    work.run()
