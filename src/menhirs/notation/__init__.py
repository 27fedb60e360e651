"""Positions and games as text and pictures."""
