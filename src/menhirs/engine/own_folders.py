"""The folders in which this program keeps what belongs to its user, where each system has them.

Linux has them in ``~/.local``, macOS in ``~/Library/Application Support``, Windows in
``%LOCALAPPDATA%``. Earlier versions used ``~/.local`` everywhere: what lies there is still found.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_NAME = "menhirs"


def data_folder(variables: Mapping[str, str] = os.environ) -> Path:
    """The folder of the server's database."""
    from platformdirs import user_data_path

    wanted = variables.get("XDG_DATA_HOME")
    return _chosen(wanted, user_data_path(_NAME, appauthor=False), ".local/share")


def state_folder(variables: Mapping[str, str] = os.environ) -> Path:
    """The folder of the games that are played in a terminal."""
    from platformdirs import user_state_path

    wanted = variables.get("XDG_STATE_HOME")
    return _chosen(wanted, user_state_path(_NAME, appauthor=False), ".local/state")


def _chosen(wanted: str | None, usual: Path, earlier: str) -> Path:
    if wanted:
        return Path(wanted).expanduser() / _NAME
    before = Path.home() / earlier / _NAME
    return before if before.exists() and not usual.exists() else usual
