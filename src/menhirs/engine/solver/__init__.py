"""The solver: perfect play, worked out turn by turn from the last one and kept in tables on disk.

================  ==========================================================================
``schedule.py``   the stages of a game that have tables of their own
``layers.py``     the values of one stage for all fogs of so many tiles
``buffers.py``    memory for them, or files
``needs.py``      what solving takes, and what this machine has
``plan.py``       from both: whether memory is used, or files
``passes/``       compiled: the loops over all fogs
``tables/``       table files: written, checked, asked
``value_only.py`` who wins a layout, and by how much, without tables
``drivers/``      what solves a layout, or all ways to turn menhirs over, stage by stage
================  ==========================================================================

Tried without gain: ``-march=native`` and large pages (the passes wait for memory), keeping all
memory of changes (3 % faster, 0.4 GB more), asking for moves sixteen fogs ahead.
"""

from menhirs.engine.solver.value_only import Placings, Worth, worth

__all__ = ["Placings", "Worth", "worth"]
