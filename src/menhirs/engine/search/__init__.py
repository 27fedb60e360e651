"""The search: any position, any rules, values in points, proven where it sees the end.

===============  =================================================================
``search.py``    :class:`Search`, the analyst: limits, threads, the answer
``root.py``      the first actions, compared
``problems.py``  among equal ones, the hardest for the opponent
``lines.py``     how the game goes on
``clock.py``     stopping in time
``plan.py``      a rule set as a flat table of turns
``question.py``  a position as numbers
``kernel.py``    compiled: alpha-beta over whole turns
``course.py``    compiled: how the game goes on after a move
``ground.py``    compiled: what a search stands on; the estimate
``table.py``     compiled: the transposition table
===============  =================================================================
"""

from menhirs.engine.search.search import Search

__all__ = ["Search"]
