"""Runs the installed command in a process of its own, as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).parent / "menhirs"


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
    given = data if data is not None else (text or "").encode()
    done = subprocess.run(
        [str(COMMAND), *words],
        input=given,
        capture_output=True,
        timeout=120,
        check=False,
        env=environment,
    )
    return subprocess.CompletedProcess(
        done.args,
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )
