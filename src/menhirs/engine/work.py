"""Compiled work that runs without the interpreter's lock, so that threads share the cores."""

from __future__ import annotations


class Work:
    """Something to be run; see ``unlocked.py``."""

    def run(self) -> None:
        """Does it."""
