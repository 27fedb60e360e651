"""Talks to a program as a driver does, line by line, without the client."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.patience import PATIENCE
from tests.protocol.stand_in import COMMAND

REAL = f"{Path(sys.executable).parent / 'menhirs'} engine"
STAND_IN = COMMAND


class Conversation:
    """A running program, its input and output as bytes."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), "the program has ended"
        return line.decode().rstrip("\n")

    def answer(self) -> list[str]:
        """The lines of the next answer, the last one included."""
        lines = [self.line()]
        while lines[-1] != "ok" and not lines[-1].startswith("error "):
            lines.append(self.line())
        return lines

    def ask(self, line: str | bytes) -> list[str]:
        self.send(line)
        return self.answer()

    def finish(self) -> tuple[str, str]:
        """Ends the input; all that is still said on both streams."""
        output, complaints = self.process.communicate(timeout=PATIENCE)
        return output.decode(), complaints.decode()
