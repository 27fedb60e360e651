"""The pages about commands, options and variables say what the program says."""

from __future__ import annotations

import re
from pathlib import Path

from tools.list_commands import COMMANDS_PAGE, OPTIONS_PAGE, commands_page, options_page

import menhirs
from menhirs.cli.variables import VARIABLES

REASON = "run .venv/bin/python -m tools.list_commands"
_READ = re.compile(r"environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"")
_SYSTEM = {"PATH", "DISPLAY", "WAYLAND_DISPLAY", "TERM", "HOME"}
"""Variables that every program has, whatever is in them."""


def test_the_pages_are_up_to_date() -> None:
    assert COMMANDS_PAGE.read_text("utf-8") == commands_page(), REASON
    assert OPTIONS_PAGE.read_text("utf-8") == options_page(), REASON


def test_every_variable_that_is_read_is_listed() -> None:
    sources = Path(menhirs.__file__).parent.rglob("*.py")
    read = {name for file in sources for name in _READ.findall(file.read_text("utf-8"))}
    assert read - _SYSTEM <= set(VARIABLES)
