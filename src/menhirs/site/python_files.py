"""Our own Python for the browser: the modules that it needs and no others, in one ZIP file."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1]
ENTRIES = ("menhirs.browser.local_server_worker", "menhirs.browser.engine_worker")
"""What the two workers import."""
_DATA = {".jsonl", ".txt"}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def needed_files() -> list[Path]:
    """The files of all modules that the browser needs, and the data beside them."""
    found: set[Path] = set()
    waiting = list(ENTRIES)
    while waiting:
        for path in _files_of(waiting.pop()):
            if path not in found:
                found.add(path)
                waiting += _imports_of(path)
    data = {file for path in found for file in path.parent.iterdir() if file.suffix in _DATA}
    return sorted(found | data)


def python_archive() -> bytes:
    """Those files as a ZIP, the same bytes whenever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in needed_files():
            name = f"menhirs/{path.relative_to(SOURCE).as_posix()}"
            archive.writestr(
                zipfile.ZipInfo(name, _LONG_AGO), path.read_bytes(), zipfile.ZIP_DEFLATED
            )
    return made.getvalue()


def _files_of(module: str) -> Iterator[Path]:
    """The file of a module and the ``__init__.py`` files of its packages."""
    path = SOURCE
    yield path / "__init__.py"
    for part in module.split(".")[1:]:
        path /= part
        if not path.is_dir():
            break
        yield path / "__init__.py"
    if path.with_suffix(".py").exists():  # otherwise it is a name in a package
        yield path.with_suffix(".py")


def _imports_of(path: Path) -> Iterator[str]:
    """Our modules that a file imports when it runs."""
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.startswith("menhirs."))
