"""A dump from before an upgrade is restored by the steps of docs/host/deploy.md, on PostgreSQL.

The commands are those of the page. Of those for containers, what runs in the container is run here.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from menhirs.server.storage.database import open_database
from tests.cli.command import menhirs
from tests.server.databases import Postgresql, binaries
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start

HOST = Path(__file__).parents[2] / "docs" / "host"
PAGE = (HOST / "deploy.md").read_text("utf-8")
IN_CONTAINER = "docker compose exec -T database "
VERSIONS = (HOST / "administration.md").read_text("utf-8")
NEWEST = re.findall(r"^\| `(\d{4})` \|", VERSIONS, re.MULTILINE)[-1]
"""The tables of this version, as the page about administration lists them."""


def commands(row: str) -> tuple[str, str]:
    """The commands of the table of backups: to copy, and to restore."""
    (line,) = re.findall(rf"^\| {row} \|.*$", PAGE, re.MULTILINE)
    (copy,) = re.findall(r"`([^`]*pg_dump [^`]*)`", line)
    (restore,) = re.findall(r"`([^`]*pg_restore [^`]*)`", line)
    return copy.removeprefix(IN_CONTAINER), restore.removeprefix(IN_CONTAINER)


@pytest.fixture
def cluster() -> Iterator[Postgresql]:
    running = Postgresql()
    yield running
    running.remove()


@pytest.mark.parametrize(
    ("row", "role"),
    [pytest.param("PostgreSQL", "", marks=pytest.mark.long), ("in containers", "superuser")],
)
def test_a_dump_from_before_an_upgrade(
    cluster: Postgresql, tmp_path: Path, row: str, role: str
) -> None:
    with psycopg.connect(cluster.address("postgres"), autocommit=True) as connection:
        connection.execute(f"create role menhirs login {role}")
        connection.execute("create database menhirs owner menhirs")
    database = cluster.address("menhirs", user="menhirs")
    copy, restore = commands(row)
    path = f"{binaries()}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PGHOST": cluster.host, "PGUSER": "postgres"}

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    server = ServerProcess(database, tmp_path / "log")
    try:
        before = start(server.address).match
        server.stop()
        told = menhirs("admin", "--database", database, "downgrade", "0002", "--yes")
        assert told.returncode == 0, told.stderr
        done = run(copy)
        assert done.returncode == 0, done.stderr
        server.start()  # which brings the tables up to date
        after = start(server.address).match
        refused = run(restore)  # servers are to be stopped first
        assert refused.returncode and "being accessed by other users" in refused.stderr
        server.stop()
        open_database(database).dispose()  # nothing was harmed by that
        done = run(restore)
        assert done.returncode == 0, done.stderr
        assert _version(database) == "0002"
        server.start()
        assert _version(database) == NEWEST
        statuses = [
            CLIENT.get(f"{server.address}/api/matches/{match}").status_code
            for match in (before, after)
        ]
        assert statuses == [200, 404]
        assert start(server.address)
    finally:
        server.close()


def _version(database: str) -> str:
    with psycopg.connect(database) as connection:
        found = connection.execute("select version_num from alembic_version").fetchone()
    assert found
    return str(found[0])
