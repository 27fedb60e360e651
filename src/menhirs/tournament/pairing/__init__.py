"""Pairings: one file for each system, behind :func:`next_round`."""
