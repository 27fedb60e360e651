"""A temporary PostgreSQL cluster for a measurement, run with the programs from Debian."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if they cannot be used here."""
    if find_spec("psycopg") is None:
        return None
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return folders[0] if folders else None


@contextmanager
def cluster(folder_of_programs: Path) -> Iterator[str]:
    """Runs a new cluster with default settings; yields the address of its database."""
    # A socket's path must be short, and PostgreSQL refuses to run as root.
    folder = Path(tempfile.mkdtemp(prefix="menhirs-pg-"))
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        command = [str(folder_of_programs / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, user=user, cwd=folder, stdout=subprocess.DEVNULL, check=True)

    run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8")
    options = f"-k {folder} -c listen_addresses=''"
    run("pg_ctl", "--wait", "--log", str(folder / "log"), "--options", options, "start")
    try:
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        run("pg_ctl", "--wait", "--mode=immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
