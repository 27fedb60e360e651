"""Pyodide, which runs Python in a browser: the files of one version, each with its hash.

npm installs them by the lock file and checks the package as a whole. We check every file that goes
into a site once more, since a site is handed on to others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from menhirs.site.errors import BadSite

IN_THE_PROJECT = Path(__file__).parents[3] / "node_modules" / "pyodide"
"""The folder in which ``make site`` installs it."""


@dataclass(frozen=True)
class Pyodide:
    """A version of Pyodide."""

    version: str
    python: str
    """The version of Python in it."""
    hashes: Mapping[str, str]
    """The files that a site needs, with their SHA-256."""


PYODIDE = Pyodide(
    "314.0.7",
    "3.14.2",
    {
        "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
        "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
        "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
        "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    },
)


def pyodide_files(folder: Path) -> dict[str, bytes]:
    """The files of Pyodide by name; raises if one has another hash."""
    found = {}
    for name, expected in PYODIDE.hashes.items():
        path = folder / name
        try:
            contents = path.read_bytes()
        except OSError:
            raise BadSite("site-pyodide", version=PYODIDE.version, path=str(folder)) from None
        if hashlib.sha256(contents).hexdigest() != expected:
            raise BadSite("site-pyodide-hash", version=PYODIDE.version, path=str(path))
        found[name] = contents
    return found
