"""The file that engine games are written to."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Self, TextIO

from menhirs.engine.atomic_file import unwritable
from menhirs.notation.record import Record, write_record


class GameRecords:
    """The file that the games are written to, if one is wanted.

    Each is written at once, so later failures lose nothing. If the file can't be written, an error
    is printed and the match goes on.
    """

    def __init__(self, path: str | None) -> None:
        self._file: TextIO | None = None
        self.failed = False
        if path is not None:
            try:
                self._file = Path(path).open("w", encoding="utf-8")  # noqa: SIM115
            except (OSError, ValueError) as error:
                raise unwritable(Path(path), error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with suppress(OSError):  # the failure was already reported
                self._file.close()

    def keep(self, record: Record) -> None:
        """Writes a game."""
        if self._file is None or self.failed:
            return
        try:
            print(write_record(record), file=self._file, flush=True)
        except OSError as error:
            self.failed = True
            print(f"menhirs: {unwritable(Path(self._file.name), error)}", file=sys.stderr)
