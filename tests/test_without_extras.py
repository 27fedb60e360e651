"""The game and its engine with nothing else installed, and what commands say that need more.

Python runs with ``-S`` here: it sees its own library and our sources, and no installed package.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import menhirs
from menhirs.cli.extras import missing_extra

SOURCE = Path(str(menhirs.__file__)).parent
CUP = 'rules = "base"\nplayers = ["Ann", "Bo", "Cy", "Di"]\nsystem = "{}"\n'
LIBRARY = (
    *("core", "notation", "engine", "protocol", "match", "view", "learn", "tournament", "referee"),
    *("browser", "tui", "cli"),
)
NEEDS_SERVER = {"menhirs.cli.booklet", "menhirs.cli.handout", "menhirs.cli.site"}
LINE = "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -"


def bare(*words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Runs Python without any installed package."""
    return subprocess.run(
        [sys.executable, "-S", *words],
        input=told,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCE.parent), "XDG_STATE_HOME": os.devnull},
    )


def modules() -> list[str]:
    """All modules of the library."""
    files = [path for package in LIBRARY for path in (SOURCE / package).rglob("*.py")]
    named = (".".join(path.relative_to(SOURCE.parent).with_suffix("").parts) for path in files)
    return sorted(name.removesuffix(".__init__") for name in named)


def test_the_library_imports_no_installed_package() -> None:
    names = ["menhirs", "menhirs.api", "menhirs.engine_api", *modules()]
    code = "import importlib\nfor name in {}: importlib.import_module(name)"
    done = bare("-c", code.format([name for name in names if name not in NEEDS_SERVER]))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["perft", LINE, "--depth", "1"],
        ["new", "--seed", "oak"],
        ["puzzles", "list", "--kind", "trap"],
    ],
    ids=lambda words: " ".join(words[:1] + words[2:]),
)
def test_a_command_that_needs_no_extra_works(words: list[str]) -> None:
    done = bare("-m", "menhirs", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_engine_answers() -> None:
    done = bare("-m", "menhirs", "engine", told=f"position {LINE}\ngo nodes 50\nquit\n")
    assert "best " in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "server"),
        (["admin", "people"], "server"),
        (["handout", "base"], "server"),
        (["show", LINE, "--png"], "png"),
    ],
    ids=lambda told: " ".join(told[:1]) if isinstance(told, list) else "",
)
def test_a_command_that_needs_an_extra_names_it(words: list[str], extra: str) -> None:
    done = bare("-m", "menhirs", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f'pip install "menhirs[{extra}]"' in done.stderr
    assert "[missing-extra]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_tournament_needs_one_where_pairs_are_chosen_among_many() -> None:
    done = bare("-m", "menhirs", "tournament", "-", told=CUP.format("round-robin"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann" in done.stdout
    done = bare("-m", "menhirs", "tournament", "-", told=CUP.format("swiss"))
    assert done.returncode == 2
    assert 'pip install "menhirs[tournament]"' in done.stderr


def test_without_a_server_the_bare_command_lists_the_others() -> None:
    done = bare("-m", "menhirs")
    assert done.returncode == 2
    assert "play in this terminal" in done.stdout
    assert 'pip install "menhirs[server]"' in done.stderr


def test_it_is_told_to_programs_too() -> None:
    done = bare("-m", "menhirs", "admin", "--json", "people")
    assert json.loads(done.stdout)["error"]["code"] == "missing-extra"


def test_a_module_that_no_extra_brings_is_a_mistake_of_ours() -> None:
    assert missing_extra(ModuleNotFoundError(name="chess"), "show") is None
    told = missing_extra(ModuleNotFoundError(name="psycopg.errors"), "serve")
    assert told is not None
    assert told.details["extra"] == "postgresql"
