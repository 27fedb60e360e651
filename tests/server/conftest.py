"""Servers and databases for the tests of the server: everything runs on SQLite and PostgreSQL.

What is stored is tested on both at every run. A test that talks to a server, or that is marked
``one_database``, runs on one of the two, chosen by its name, and on both with ``make long``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from zlib import crc32

import pytest

from menhirs.server.storage.database import open_database
from tests.server.browsers import Browser, NewBrowser
from tests.server.databases import Postgresql
from tests.server.processes import ServerProcess
from tests.thoroughness import is_long

DATABASES = ("sqlite", "postgresql")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the second database of tests that need only one."""
    if is_long():
        return
    left_out = [item for item in items if _is_on_the_other_database(item)]
    config.hook.pytest_deselected(items=left_out)
    others = set(left_out)
    items[:] = [item for item in items if item not in others]


def _is_on_the_other_database(item: pytest.Item) -> bool:
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return False
    kind = item.callspec.params.get("server")
    if item.get_closest_marker("one_database"):
        kind = item.callspec.params["database"]
    return kind in DATABASES and kind != DATABASES[crc32(item.originalname.encode()) % 2]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    cluster = Postgresql()
    yield cluster
    cluster.remove()


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them, to be copied."""
    file = tmp_path_factory.mktemp("sqlite") / "menhirs.sqlite"
    open_database(f"sqlite:///{file}").dispose()
    return file


def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database with all tables and nothing in them."""
    if kind == "sqlite":
        file = folder / "menhirs.sqlite"
        shutil.copy(request.getfixturevalue("sqlite_file"), file)
        return f"sqlite:///{file}"
    cluster: Postgresql = request.getfixturevalue("postgresql")
    return cluster.new_database(cluster.with_tables)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in its tables, once of each kind."""
    return new_database(request.param, tmp_path, request)


@pytest.fixture(scope="session")
def servers() -> Iterator[dict[str, ServerProcess]]:
    """The servers that run, by the kind of their database: each is started once."""
    running: dict[str, ServerProcess] = {}
    yield running
    for server in running.values():
        server.close()


@pytest.fixture(params=DATABASES, scope="module")
def server(
    request: pytest.FixtureRequest,
    servers: dict[str, ServerProcess],
    tmp_path_factory: pytest.TempPathFactory,
) -> ServerProcess:
    """A server that the tests share: each of them uses matches of its own."""
    kind = request.param
    if kind not in servers:
        folder = tmp_path_factory.mktemp("server")
        servers[kind] = ServerProcess(new_database(kind, folder, request), folder / "log")
    return servers[kind]


@pytest.fixture
def come() -> Iterator[NewBrowser]:
    """Lets browsers come to a server that have never been there; closes them afterwards."""
    with ExitStack() as opened:

        def come(server: ServerProcess, **how: str) -> Browser:
            return opened.enter_context(Browser(server, **how))

        yield come
