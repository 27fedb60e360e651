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

Tried without gain: ``-march=native`` and large pages (the passes wait for memory), keeping the
memory of all deltas (3 % faster, 0.4 GB more), asking for moves sixteen fogs ahead, listing moves
within the western half (5 % of a pass), vector instructions for the moves within a half (they
settle a sixth to a quarter of a pass).
"""

from menhirs.engine.solver.value_only import Placings, Worth, worth

__all__ = ["Placings", "Worth", "worth"]
