"""Files that are there whole or not at all: written under another name, then renamed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from menhirs.core.errors import Malformed


def write_file(path: Path, blocks: Iterable[bytes | memoryview]) -> None:
    """Writes a file, with its folder; an error leaves nothing behind."""
    draft = path.with_suffix(".draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            for block in blocks:
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise Malformed("file-write", path=path, why=error.strerror) from None
