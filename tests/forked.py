"""The command ``menhirs`` in a process of its own, without the time that its imports take.

Most of a start is importing. One process has imported everything already and is forked for each
start; the fork runs the command from its first line.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

_IMPORTED = [
    "alembic.command",
    "alembic.config",
    "menhirs.cli.main",
    "menhirs.cli.admin",
    "menhirs.cli.serve",
    "menhirs.server.app",
    "menhirs.server.network.bounded_http",
    "menhirs.server.network.bounded_socket",
    "menhirs.server.storage.admin_store",
    "menhirs.server.storage.backup",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
]
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(_IMPORTED)


@dataclass(frozen=True)
class Files:
    """Where a command reads and writes: paths of files."""

    input: Path
    output: Path
    errors: Path


def fork(
    words: Sequence[str],
    files: Files,
    environment: Mapping[str, str],
    *,
    most_files: int | None = None,
) -> ForkServerProcess:
    """Starts ``menhirs`` with these words; what it writes is added to its files."""
    process = _FORKS.Process(
        target=_run, args=(list(words), files, dict(environment), str(Path.cwd()), most_files)
    )
    process.start()
    return process


def _run(
    words: list[str], files: Files, environment: dict[str, str], folder: str, most_files: int | None
) -> None:
    """The forked child: it runs the command as a shell would."""
    gc.freeze()  # nobody looks for garbage in what was there before
    os.chdir(folder)
    os.dup2(os.open(files.input, os.O_RDONLY), 0)
    os.dup2(os.open(files.output, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
    os.dup2(os.open(files.errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    if most_files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    if "LD_PRELOAD" in environment:  # only a program that begins anew loads it
        command = str(Path(sys.executable).with_name("menhirs"))
        os.execve(command, [command, *words], environment)
    os.environ.clear()
    os.environ.update(environment)
    # The streams of the process that was forked know other files.
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    sys.argv = ["menhirs", *words]

    from menhirs.cli.main import main

    sys.exit(main(words))
