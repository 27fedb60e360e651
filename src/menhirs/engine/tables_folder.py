"""The folder of tables that somebody names: a wrong name is told, not taken for no tables."""

from __future__ import annotations

from pathlib import Path

from menhirs.core.errors import Malformed


def existing_folder(path: Path) -> Path:
    """The same path; an error if no folder is there, or none that can be looked at."""
    try:
        found = path.is_dir()
    except (OSError, ValueError) as error:  # no right to look, or a name that no file can have
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed("file", path=path, why=why) from None
    if not found:
        raise Malformed("file", path=path, why="there is no such folder")
    return path
