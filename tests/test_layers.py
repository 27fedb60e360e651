"""A room imports only from the rooms above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import menhirs

ROOMS = [
    "core",
    "notation",
    "engine",
    "protocol",
    "match",
    "server",
    "web",
    "tui",
    "bench",
    "cli",
]
SOURCE = Path(str(menhirs.__file__)).parent
FILES = sorted(path for room in ROOMS for path in (SOURCE / room).rglob("*.py"))
CORE_MAY_IMPORT = {
    "__future__",
    "array",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "random",
    "typing",
}


def imported_modules(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_from_rooms_above_it(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0]
    allowed = set(ROOMS[: ROOMS.index(room) + 1])
    for name in imported_modules(path):
        if name.split(".")[0] == "menhirs":
            assert name.count("."), f"{path.name} imports the whole package"
            assert name.split(".")[1] in allowed, f"{room} must not import {name}"


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.is_relative_to(SOURCE / "core")], ids=lambda path: path.name
)
def test_the_core_depends_on_nothing_but_plain_python(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imported_modules(path)} - {"menhirs"}
    assert foreign <= CORE_MAY_IMPORT


def test_every_room_is_in_the_list() -> None:
    found = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert found <= set(ROOMS)
