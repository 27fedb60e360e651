"""Finds the extra of a package that is not installed.

``pip install menhirs`` brings the game and the engine. Serving pages, pairing players, drawing
PNGs and clusters need extras, and a command that misses one names the extra instead of a module.
"""

from __future__ import annotations

from menhirs.core.errors import Malformed
from menhirs.notation.extras import needed_extra

EXTRAS = {
    "tournament": {"networkx"},
    "server": {
        "alembic",
        "babel",
        "cryptography",
        "fastapi",
        "httptools",
        "jinja2",
        "markdown_it",
        "markupsafe",
        "prometheus_client",
        "pydantic",
        "pydantic_core",
        "segno",
        "sqlalchemy",
        "starlette",
        "typing_extensions",
        "uvicorn",
        "uvloop",
        "webauthn",
        "websockets",
    },
    "postgresql": {"psycopg"},
    "png": {"resvg_py"},
    "research": {"gymnasium", "matplotlib", "numpy", "open_spiel", "pettingzoo", "pyspiel"},
    "cluster": {"dask", "distributed"},
}
"""The modules of every extra that this package imports, directly or because one of them does."""


def missing_extra(error: ModuleNotFoundError, command: str) -> Malformed | None:
    """The error for a command that could not import a module; None if no extra has it."""
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return needed_extra(f"menhirs {command}", extra)
    return None
