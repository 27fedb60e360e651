"""The solver: perfect play by retrograde analysis, from the last turn back to the first.

Begin with ``passes/turn_pass.py``, which explains the words, or with docs/python/engine.md, which
works out a small example.

=================  =========================================================================
``schedule.py``    the stages of a game that have tables of their own
``layers.py``      the values of one stage for all fogs of so many tiles
``turn_task.py``   the input of the passes over a turn
``passes/``        compiled: the loops over all fogs
``drivers/``       what runs them, for a layout or all ways to turn menhirs over
``tables/``        table files: written, checked, looked up
``value_only.py``  who wins a layout, and by how much, without tables
``buffers.py``     memory for layers, or files
``needs.py``       what solving takes, and what this machine has
``plan.py``        from both: whether memory is used, or files
=================  =========================================================================

Tried without gain: ``-march=native`` and large pages (the passes wait for memory), asking for moves
sixteen fogs ahead, listing moves within the western half (5 % of a pass), vector instructions for
the moves within a half (they settle a sixth to a quarter of a pass), trying moves first that were
good in the fog before, and solving the first lap from its own later rounds instead of the second
lap (13 % slower with 9 tiles, and tables half as large again).
"""

from menhirs.engine.solver.value_only import Placings, Worth, worth

__all__ = ["Placings", "Worth", "worth"]
