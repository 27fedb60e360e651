"""Layouts that are proven fair: with perfect play by both players they are a tie.

``layouts.jsonl`` holds the proofs, made by ``tools/fair_layouts.py`` from the results of surveys;
``proofs.py`` reads them, checks whether a layout is among them, and draws one.
"""

from menhirs.fair_layouts.proofs import NoFairLayouts, ProvenTies, draw_layout, proofs_of

__all__ = ["NoFairLayouts", "ProvenTies", "draw_layout", "proofs_of"]
