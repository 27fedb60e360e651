"""The lock that allows one server per SQLite file: a second one would miss the first one's changes.

It is an operating system lock on a file beside the database, not inherited by child processes: it
ends with the server in every case.
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
    """Locks an SQLite file; other databases need no lock.

    A wrong address is reported when the database is opened.
    """
    with ExitStack() as held:
        if path := _file_of(url):
            is_locked = True
            with suppress(OSError, ValueError):  # opening the database will report the problem
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
    """Tries to lock the file; False if another process holds the lock."""
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
