"""The solver: perfect play, worked out turn by turn from the last one and kept in tables on disk.

================  ==========================================================================
``schedule.py``   the stages of a game that have tables of their own
``layers.py``     the values of one stage for all fogs of so many tiles
``buffers.py``    memory for them
``passes/``       compiled: the loops over all fogs
``tables/``       table files: written, checked, asked
``drivers/``      what solves a layout, or all ways to turn menhirs over, stage by stage
================  ==========================================================================
"""
