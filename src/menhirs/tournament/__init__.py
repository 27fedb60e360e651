"""Tournaments: pairings, standings with reasons, and ratings. No I/O."""
