"""Runs the command in a process of its own, as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.forked import Files, fork
from tests.patience import PATIENCE

COMMAND = Path(sys.executable).parent / "menhirs"
"""The installed command."""


def menhirs(
    *words: str,
    text: str | None = None,
    data: bytes | None = None,
    home: Path | None = None,
    path: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """The finished process, its output as text; other programs are looked for in ``path`` only."""
    environment = os.environ | {"NO_COLOR": "1"}
    if home is not None:
        environment["XDG_STATE_HOME"] = str(home)
    if path is not None:
        environment["PATH"] = str(path)
    with TemporaryDirectory() as folder:
        files = Files(*(Path(folder, name) for name in ("input", "output", "errors")))
        files.input.write_bytes(data if data is not None else (text or "").encode())
        process = fork(words, files, environment)
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"menhirs {' '.join(words)}: {files.errors.read_text()}")
        output, errors = (
            file.read_bytes().decode("utf-8", "replace") for file in (files.output, files.errors)
        )
    return subprocess.CompletedProcess(["menhirs", *words], process.exitcode, output, errors)
