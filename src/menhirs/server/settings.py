"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def _data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "menhirs"


def default_database() -> str:
    """One file in the user's data folder."""
    return f"sqlite:///{_data_folder() / 'menhirs.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    database: str = field(default_factory=default_database)
    matches_a_minute: float = 30
    """How many matches one address may create."""
    requests_a_second: float = 40
    """How many other requests one address may make."""
    messages_a_second: float = 20
    """How many messages one socket may send."""
    thinkers: int | None = None
    """Processes for the computer's thoughts; None leaves one core to the server."""
