"""``menhirs serve`` that can't: a code, words, and exit code 2."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
from pathlib import Path
from typing import Protocol
from urllib.request import urlopen

import pytest
from alembic import command

from menhirs.cli.main import main
from menhirs.server.storage.database import migrations, open_database
from tests.cli.command import COMMAND, menhirs
from tests.patience import PATIENCE
from tests.server.databases import Postgresql
from tests.server.processes import ServerProcess
from tests.server.visitors import start


class Fails(Protocol):
    def __call__(self, code: str, *options: str) -> str: ...


@pytest.fixture
def fails(capsys: pytest.CaptureFixture[str]) -> Fails:
    """Runs the command and returns the words with which it ends."""

    def run(code: str, *options: str) -> str:
        assert main(["serve", "--no-browser", "--port", "0", *options]) == 2
        text = capsys.readouterr().err
        assert f"[{code}]" in text
        assert text.count("\n") == 1
        return text

    return run


def test_as_a_process() -> None:
    done = menhirs("serve", "--no-browser", "--database", "nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("menhirs: this is not the address of a database")
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """A terminal sends it to the server and to the processes of its engine."""
    words = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{tmp_path}/x"]
    process = subprocess.Popen(
        [COMMAND, *words], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    try:
        address = process.stderr.readline().split()[4]
        with urlopen(address, timeout=PATIENCE) as page:  # it listens already, and answers soon
            assert page.status == 200
        os.killpg(process.pid, signal.SIGINT)
        assert "Traceback" not in process.stderr.read()
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.stderr.close()


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "mysql://club@localhost/menhirs",
        "oracle://x",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://host:port/x",
    ],
)
def test_no_address_of_a_database(fails: Fails, address: str) -> None:
    fails("database-address", "--database", address)


def test_a_damaged_file(fails: Fails, tmp_path: Path) -> None:
    (tmp_path / "damaged").write_bytes(b"\0\xff" * 5_000)
    fails("database", "--database", f"sqlite:///{tmp_path / 'damaged'}")


def test_a_file_that_is_cut_short(fails: Fails, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    open_database(f"sqlite:///{whole}").dispose()
    (tmp_path / "cut").write_bytes(whole.read_bytes()[:5_000])
    fails("database", "--database", f"sqlite:///{tmp_path / 'cut'}")


def test_another_programs_file_is_left_alone(fails: Fails, tmp_path: Path) -> None:
    path = tmp_path / "other"
    with sqlite3.connect(path) as connection:
        connection.execute("create table bookmarks (url text)")
    connection.close()
    before = path.read_bytes()
    assert "bookmarks" in fails("database", "--database", f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        names = connection.execute("select name from sqlite_master").fetchall()
    connection.close()
    assert names == [("bookmarks",)]
    assert len(path.read_bytes()) == len(before)


def test_the_database_of_a_newer_version_is_left_alone(fails: Fails, tmp_path: Path) -> None:
    path = tmp_path / "newer"
    open_database(f"sqlite:///{path}").dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    assert "9999" in fails("database", "--database", f"sqlite:///{path}")


def test_the_database_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'older'}"
    engine = open_database(address)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "base")
    engine.dispose()
    engine = open_database(address)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select count(*) from matches").scalar() == 0
    engine.dispose()


@pytest.mark.parametrize("place", ["/proc/menhirs.sqlite", "/dev/null/menhirs.sqlite"])
def test_a_folder_that_cannot_be_written(fails: Fails, place: str) -> None:
    fails("database", "--database", f"sqlite:///{place}")


def test_a_folder_in_the_place_of_the_file(fails: Fails, tmp_path: Path) -> None:
    fails("database", "--database", f"sqlite:///{tmp_path}")


def test_no_such_postgresql(fails: Fails, tmp_path: Path, postgresql: Postgresql) -> None:
    fails("database", "--database", f"postgresql://nobody@/none?host={tmp_path}")
    there = postgresql.new_database()
    assert "nothere" in fails("database", "--database", there.replace("/test", "/nothere"))


def test_a_password_is_never_shown(fails: Fails, tmp_path: Path) -> None:
    told = fails("database", "--database", f"postgresql://a:sesame@/none?host={tmp_path}")
    assert "sesame" not in told


def test_a_port_that_is_taken(fails: Fails, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = fails("port", "--database", f"sqlite:///{tmp_path / 'x'}", "--port", port)
    assert port in told and "in use" in told


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999999999999"])
def test_no_port(fails: Fails, tmp_path: Path, port: str) -> None:
    fails("port", "--database", f"sqlite:///{tmp_path / 'x'}", "--port", port)


def test_no_such_host(fails: Fails, tmp_path: Path) -> None:
    told = fails("port", "--database", f"sqlite:///{tmp_path / 'x'}", "--host", "203.0.113.7")
    assert "assign" in told


@pytest.mark.parametrize(
    ("option", "rate"),
    [("--matches-a-minute", "0"), ("--requests-a-second", "-1"), ("--messages-a-second", "nan")],
)
def test_limits_are_numbers_above_zero(fails: Fails, option: str, rate: str) -> None:
    assert option in fails("number-positive", f"{option}={rate}")


def test_a_second_server_on_one_sqlite_file_is_refused(fails: Fails, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
    first = ServerProcess(database, tmp_path / "log")
    try:
        link = tmp_path / "link.sqlite"
        link.symlink_to(tmp_path / "menhirs.sqlite")
        for address in (database, f"sqlite:///{link}"):
            told = fails("database-in-use", "--database", address)
            assert str(tmp_path / "menhirs.sqlite") in told
        start(first.address, opponent="shared")  # the first one does not mind
        first.kill()
        first.start()  # and leaves no lock behind
    finally:
        first.close()
