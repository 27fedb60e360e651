"""The folder of tables that a user names: errors in it are reported, not passed over."""

from __future__ import annotations

from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.solver.tables.flips import FlipResults
from menhirs.engine.solver.tables.folders import folder_of, layout_text
from menhirs.engine.solver.tables.results import result_file


def existing_folder(path: Path) -> Path:
    """Returns the path; raises an error if no folder is there that can be read."""
    try:
        found = path.is_dir()
    except (OSError, ValueError) as error:  # no right to look, or a name that no file can have
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed("file", path=path, why=why) from None
    if not found:
        raise Malformed("file", path=path, why="there is no such folder")
    return path


def missing_tables(tables: Path, position: Position) -> Malformed | None:
    """The error for a folder without the tables of a position's layout; None if it has them."""
    if position.phase is Phase.FLIP:
        found = FlipResults(position.rules, tables).are_begun(position)
    else:
        # A way to turn over was solved too, though only its result may have been kept.
        solved = result_file(tables, position.rules, position.menhirs).exists()
        found = solved or folder_of(tables, position.rules, position.menhirs).is_dir()
    if found:
        return None
    layout = layout_text(position.rules, position.menhirs)
    return Malformed("no-tables", path=tables, layout=layout)
