"""Real databases for the tests: an SQLite file, or a PostgreSQL cluster of our own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import psycopg

from menhirs.server.storage.database import open_database


def binaries() -> Path:
    """The folder of PostgreSQL's programs; Debian keeps them out of the search path."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if not folders:
        raise RuntimeError("PostgreSQL is not installed: make test installs it")
    return folders[0]


class Postgresql:
    """A cluster in a folder of its own, reached over a socket in that folder."""

    def __init__(self) -> None:
        # Not in pytest's folder: the path of a socket must be short, and PostgreSQL refuses to run
        # as root, so the folder belongs to another user then.
        self._folder = Path(tempfile.mkdtemp(prefix="menhirs-pg-"))
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self._folder, self._user)
        self._data = self._folder / "data"
        # Nothing is forced onto the disk: it is the processes that are killed, not the machine.
        options = ("--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync")
        self._run("initdb", *options)
        self.start()
        self._databases = 0

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(binaries() / program), "-D", str(self._data), *arguments]
        done = subprocess.run(
            command, user=self._user, cwd=self._folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}{done.stdout}")

    def start(self) -> None:
        settings = ("listen_addresses=''", "max_connections=200", "fsync=off")
        options = " ".join([f"-k {self._folder}", *(f"-c {setting}" for setting in settings)])
        log = str(self._folder / "log")
        self._run("pg_ctl", "--wait", "--log", log, "--options", options, "start")

    def stop(self) -> None:
        """Stops at once, as a power cut would."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def kill(self) -> None:
        """Kills all its processes: none has a chance to write anything."""
        lock = self._data / "postmaster.pid"
        main = int(lock.read_text().splitlines()[0])
        processes = [main, *_children(main)]
        for process in processes:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.kill(process, signal.SIGKILL)
        while any(map(_runs, processes)):
            time.sleep(0.001)
        # Of a process that nobody has buried yet these would tell that it runs.
        for left in (lock, *self._folder.glob(".s.PGSQL.*.lock")):
            left.unlink()

    def restart(self) -> None:
        self.stop()
        self.start()

    def new_database(self, like: str = "template1") -> str:
        """The address of a fresh database: empty, or a copy of another one."""
        self._databases += 1
        name = f"test{self._databases}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name} template {like}")
        return self.address(name)

    @cached_property
    def with_tables(self) -> str:
        """The name of a database with all tables and nothing in them, to be copied."""
        open_database(self.new_database()).dispose()
        return f"test{self._databases}"

    @property
    def host(self) -> str:
        """The folder of its socket, as PostgreSQL's programs want it in ``PGHOST``."""
        return str(self._folder)

    def address(self, database: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self._folder}"

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def _children(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if int(_status(int(folder.name))[1]) == parent:
                found.append(int(folder.name))
    return found


def _runs(process: int) -> bool:
    try:
        return _status(process)[0] not in "ZX"
    except OSError:
        return False


def _status(process: int) -> list[str]:
    """State, parent and more of a process, from the kernel."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
