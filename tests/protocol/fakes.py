"""Engines that misbehave, written as small programs."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

_ENGINE = """\
import os, sys, time
for line in sys.stdin:
    command, *words = line.split()
    {misbehaviour}
    if command == "hello":
        print("protocol 1\\nname fake\\nversion 0\\nrules base amsterdam\\nok", flush=True)
    else:
        print("ok", flush=True)
"""


def fake(folder: Path, misbehaviour: str) -> str:
    """The command of an engine that answers ``ok`` to all, but does this at every command."""
    return script(folder, _ENGINE.format(misbehaviour=misbehaviour))


def script(folder: Path, text: str) -> str:
    """The command of a program."""
    path = folder / f"engine-{len(list(folder.iterdir()))}.py"
    path.write_text(text, "utf-8")
    return shlex.join([sys.executable, "-u", str(path)])


def spoiled_stand_in(folder: Path, spoil: str) -> str:
    """The command of the stand-in, with some lines of its source replaced first.

    ``spoil`` is Python that changes ``EngineHost`` or ``OnePly`` before the program begins.
    """
    return script(
        folder,
        "\n".join(
            [
                "import os, sys, time",
                f"sys.path.insert(0, {str(Path(__file__).parents[2])!r})",
                "from menhirs.core.actions import *",
                "from menhirs.protocol.engine_host import EngineHost",
                "from menhirs.protocol.server import serve",
                "from menhirs.protocol.session import Session",
                "from tests.protocol.stand_in import OnePly, should_claim",
                spoil,
                "serve(EngineHost(lambda settings: OnePly(), should_claim), 0, sys.stdout.buffer)",
                "",
            ]
        ),
    )
