"""Servers and databases for the tests of the server: everything runs on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import Postgresql
from tests.server.processes import ServerProcess

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    cluster = Postgresql()
    yield cluster
    cluster.remove()


def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'menhirs.sqlite'}"
    cluster: Postgresql = request.getfixturevalue("postgresql")
    return cluster.new_database()


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    return new_database(request.param, tmp_path, request)


@pytest.fixture(params=DATABASES, scope="session")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A server that the tests share: each of them uses matches of its own."""
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess(new_database(request.param, folder, request), folder / "log")
    yield running
    running.close()
