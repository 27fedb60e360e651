"""Runs scripts with the engine as it is where there is no compiler."""

from __future__ import annotations

import subprocess
import sys

_ONLY_SOURCE = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader

def only_source(folder):
    if "menhirs" not in folder:
        raise ImportError
    return FileFinder(folder, (SourceFileLoader, [".py"]))

sys.path_hooks.insert(0, only_source)
sys.path_importer_cache.clear()
from menhirs.engine.search import alphabeta
assert alphabeta.__file__.endswith(".py")
from menhirs.core import fog
assert fog.__file__.endswith(".py")
"""


def run_uncompiled(script: str, text: str = "") -> str:
    """What a script prints that is given that text, with none of our modules compiled."""
    words = [sys.executable, "-c", _ONLY_SOURCE + script]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout
