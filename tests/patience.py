"""How long tests wait for what must come."""

PATIENCE = 120.0
"""Seconds after which a test gives up. It is no measure of speed: busy machines are slow."""
