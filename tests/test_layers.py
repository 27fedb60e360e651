"""A package imports only from those above it."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import menhirs

PACKAGES = [
    "core",
    "notation",
    "fair_layouts",
    "verifier",
    "engine",
    "protocol",
    "match",
    "view",
    "learn",
    "tournament",
    "referee",
    "home",
    "browser",
    "web",
    "server",
    "site",
    "research",
    "tui",
    "cli",
]
SOURCE = Path(str(menhirs.__file__)).parent
FILES = sorted(path for package in PACKAGES for path in (SOURCE / package).rglob("*.py"))
MOST_FILES = 22
"""So many files in a folder one still overlooks."""
SERVER_PACKAGES = ["storage", "network", "live", "http"]
SERVERLESS = ("view", "learn", "tournament", "referee", "home", "browser")
VIEW_NEEDS_NOT = {"fastapi", "jinja2", "pydantic", "sqlalchemy", "starlette", "uvicorn"}
FACADES = {("engine/__init__.py", "menhirs.engine_api")}
"""The names that a package offers may come from further down: found at first use."""
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
            if [alias.name for alias in node.names] == ["__version__"]:
                continue  # of the package itself, for everybody
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_package_imports_only_from_those_above_it(path: Path) -> None:
    package = path.relative_to(SOURCE).parts[0]
    allowed = set(PACKAGES[: PACKAGES.index(package) + 1])
    for name in imported_modules(path):
        if (path.relative_to(SOURCE).as_posix(), name) in FACADES:
            continue
        if name.split(".")[0] == "menhirs":
            assert name.count("."), f"{path.name} imports the whole package"
            assert name.split(".")[1] in allowed, f"{package} must not import {name}"


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.is_relative_to(SOURCE / "core")], ids=lambda path: path.name
)
def test_the_core_depends_on_nothing_but_plain_python(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imported_modules(path)} - {"menhirs"}
    assert foreign <= CORE_MAY_IMPORT


@pytest.mark.parametrize(
    "path",
    [p for p in FILES if p.is_relative_to(SOURCE / "server") and p.parent.name != "server"],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_the_packages_of_the_server_are_in_order_too(path: Path) -> None:
    package = path.relative_to(SOURCE / "server").parts[0]
    below = set(SERVER_PACKAGES[SERVER_PACKAGES.index(package) + 1 :]) | {"app"}
    for name in imported_modules(path):
        if name.startswith("menhirs.server."):
            assert name.split(".")[2] not in below, f"{package} must not import {name}"


@pytest.mark.parametrize(
    "path",
    [p for p in FILES if p.relative_to(SOURCE).parts[0] in SERVERLESS],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_what_runs_without_a_server_needs_none(path: Path) -> None:
    assert not {name.split(".")[0] for name in imported_modules(path)} & VIEW_NEEDS_NOT


def test_every_package_is_in_the_list() -> None:
    found = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert found <= set(PACKAGES)


@pytest.mark.parametrize(
    "path",
    [p for p in FILES if p.relative_to(SOURCE).parts[0] in ("web", "site", "cli")],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_what_is_no_request_needs_no_server_that_answers_them(path: Path) -> None:
    imported = imported_modules(path)
    assert not any(name.startswith("menhirs.server.http") for name in imported)


def test_no_folder_is_a_heap() -> None:
    """A subcommand each is no heap: one finds it by its name."""
    counted = Counter(path.parent for path in FILES if path.name != "__init__.py")
    heaps = {str(one): many for one, many in counted.items() if many > MOST_FILES}
    assert heaps.keys() <= {str(SOURCE / "cli")}, heaps
