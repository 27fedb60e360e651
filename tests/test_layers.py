"""A package imports only from those above it."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import menhirs
from menhirs.cli.extras import EXTRAS

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
ALONE = {"platformdirs", "prompt_toolkit"}
"""What ``pip install menhirs`` brings: the rest are extras."""
IN_A_BROWSER = {"pyodide"}
"""Part of the Python that a browser runs."""
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


@cache
def imported_modules(path: Path) -> frozenset[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if [alias.name for alias in node.names] == ["__version__"]:
                continue  # of the package itself, for everybody
            names.add(node.module or "")
    return frozenset(names)


def files_in(*packages: str) -> list[Path]:
    return [path for path in FILES if path.relative_to(SOURCE).parts[0] in packages]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_from_those_above_it(package: str) -> None:
    allowed = set(PACKAGES[: PACKAGES.index(package) + 1])
    for path in files_in(package):
        for name in imported_modules(path):
            if (path.relative_to(SOURCE).as_posix(), name) in FACADES:
                continue
            if name.split(".")[0] == "menhirs":
                assert name.count("."), f"{path} imports the whole package"
                assert name.split(".")[1] in allowed, f"{path} must not import {name}"


def test_the_core_depends_on_nothing_but_plain_python() -> None:
    for path in files_in("core"):
        foreign = {name.split(".")[0] for name in imported_modules(path)} - {"menhirs"}
        assert foreign <= CORE_MAY_IMPORT, path


def test_the_packages_of_the_server_are_in_order_too() -> None:
    for path in files_in("server"):
        if path.parent.name == "server":
            continue
        package = path.relative_to(SOURCE / "server").parts[0]
        below = set(SERVER_PACKAGES[SERVER_PACKAGES.index(package) + 1 :]) | {"app"}
        for name in imported_modules(path):
            if name.startswith("menhirs.server."):
                assert name.split(".")[2] not in below, f"{path} must not import {name}"


def test_what_runs_without_a_server_needs_none() -> None:
    for path in files_in(*SERVERLESS):
        needed = {name.split(".")[0] for name in imported_modules(path)}
        assert not needed & VIEW_NEEDS_NOT, path


def test_every_package_is_in_the_list() -> None:
    found = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert found <= set(PACKAGES)


def test_what_is_no_request_needs_no_server_that_answers_them() -> None:
    for path in files_in("web", "site", "cli"):
        imported = imported_modules(path)
        assert not any(name.startswith("menhirs.server.http") for name in imported), path


def test_every_foreign_package_belongs_to_an_extra() -> None:
    known = set(sys.stdlib_module_names) | ALONE | IN_A_BROWSER | {"menhirs", "benchmarks"}
    for path in SOURCE.rglob("*.py"):
        for name in {name.partition(".")[0] for name in imported_modules(path)} - known - {""}:
            assert any(name in some for some in EXTRAS.values()), f"{path}: {name}"


def test_no_folder_is_a_heap() -> None:
    """A subcommand each is no heap: one finds it by its name."""
    counted = Counter(path.parent for path in FILES if path.name != "__init__.py")
    heaps = {str(one): many for one, many in counted.items() if many > MOST_FILES}
    assert heaps.keys() <= {str(SOURCE / "cli")}, heaps
