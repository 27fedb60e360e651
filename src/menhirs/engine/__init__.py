"""The computer's play: search, solver, levels."""
