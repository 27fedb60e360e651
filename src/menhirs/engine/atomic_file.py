"""Writes files that are there whole or not at all: under another name first, then renamed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from menhirs.core.errors import Malformed


def write_atomically(path: Path, blocks: Iterable[bytes | memoryview]) -> None:
    """Writes a file, with its folder, whatever is killed; an error leaves nothing behind."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{token_hex(4)}.draft")
        try:
            with draft.open("xb") as file:
                for block in blocks:
                    file.write(block)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink()  # on a full disk above all, nothing useless is left
            raise
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError | ValueError) -> Malformed:
    """The error of a file that can't be written."""
    return Malformed("file-write", path=path, why=getattr(error, "strerror", None) or str(error))
