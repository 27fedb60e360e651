"""Every module that is to be compiled is: a failure is only a warning at the installation."""

from __future__ import annotations

import ast
import importlib
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def listed() -> list[str]:
    """The modules that ``setup.py`` compiles."""
    for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMPILED":
            names: list[str] = ast.literal_eval(node.value)
            return names
    raise AssertionError("setup.py has no list")


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler here")
@pytest.mark.parametrize("name", listed())
def test_it_is_compiled(name: str) -> None:
    assert not str(importlib.import_module(name).__file__).endswith(".py")
