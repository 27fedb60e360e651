"""One server for one SQLite file: a second one would not hear what the first one writes.

The lock is the system's, on a file beside the database, and not inherited by the processes that a
server starts: however a server ends, its lock ends with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from menhirs.server.errors import ServerUnavailable


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Holds an SQLite file alone; other databases need no lock.

    A wrong address is reported when the database is opened.
    """
    with ExitStack() as held:
        if path := _file_of(url):
            is_locked = True
            with suppress(OSError, ValueError):  # whoever opens the database says what is wrong
                path.parent.mkdir(parents=True, exist_ok=True)
                file = path.with_name(f"{path.name}.lock").open("ab")
                held.enter_context(file)
                is_locked = _lock(file)
            if not is_locked:
                raise ServerUnavailable("database-in-use", path=path)
        yield


def _file_of(url: str) -> Path | None:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return None
    if address.get_backend_name() != "sqlite" or not address.database:
        return None
    return None if address.database == ":memory:" else Path(address.database).resolve()


def _lock(file: IO[bytes]) -> bool:
    """Whether this process holds the file now; False if another one does."""
    try:
        try:
            import fcntl
        except ImportError:  # Windows
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
