"""The table of addresses that both editions answer."""

from __future__ import annotations

from typing import Any

from menhirs.home import analysis, exercises
from menhirs.home.asking import Route

ROUTES: tuple[Route[Any], ...] = (*exercises.ROUTES, *analysis.ROUTES)
