"""The search: any position, any rules, values in points, proven where it sees the end.

====================  ======================================================================
``search.py``         :class:`Search`, the analyst: limits, threads, the answer
``root.py``           the first actions, compared
``tiebreak.py``       among equal ones, the hardest for the opponent
``lines.py``          how the game goes on
``deadline.py``       stopping in time
``encode.py``         a position as numbers
``alphabeta.py``      compiled: moves, alpha-beta with a transposition table
``phases.py``         compiled: everything between two moves, from taking away to the next lap
``evaluation.py``     compiled: what a search stands on; the estimate
``transposition.py``  compiled: the transposition table
====================  ======================================================================
"""

from menhirs.engine.search.search import Search

__all__ = ["Search"]
