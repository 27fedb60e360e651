"""Positions and games as text and pictures."""

from menhirs.notation.display import teach_positions_to_show_themselves

teach_positions_to_show_themselves()
