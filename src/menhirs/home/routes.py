"""The table of addresses that both editions answer."""

from __future__ import annotations

from typing import Any

from menhirs.home import analysis, exercises, matches, own_play, value
from menhirs.home.asking import Route

ROUTES: tuple[Route[Any], ...] = (
    *matches.ROUTES,
    *exercises.ROUTES,
    *analysis.ROUTES,
    *value.ROUTES,
    *own_play.ROUTES,
)
