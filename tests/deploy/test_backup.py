"""The daily backup, as the timer runs it: whole copies, for nobody else, and old ones go."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.server.databases import Postgresql, binaries
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = "menhirs-backup.service", "menhirs-backup.timer"
MENHIRS = Path(sys.executable).with_name("menhirs")
PROGRAMS = f"{binaries()}:{os.environ['PATH']}"
A_MONTH_AGO = 30 * 24 * 3600


def back_up(database: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    data = {"DATABASE": database, "BACKUPS": str(folder), "MENHIRS": str(MENHIRS), **more}
    return subprocess.run(
        ["/bin/sh", str(DEPLOY / "backup.sh")],
        env={**os.environ, **data},
        capture_output=True,
        text=True,
        check=False,
    )


def old_files(folder: Path) -> Mapping[str, Path]:
    """A copy of a month ago, and other files."""
    folder.mkdir()
    files = {name: folder / name for name in ("menhirs-2026-01-01.sqlite", "notes.txt")}
    for file in files.values():
        file.write_text("before", "utf-8")
        at = file.stat().st_mtime - A_MONTH_AGO
        os.utime(file, (at, at))
    return files


def test_a_copy_of_a_running_server_is_a_server_again(tmp_path: Path) -> None:
    database, folder = f"sqlite:///{tmp_path / 'menhirs.sqlite'}", tmp_path / "backups"
    old = old_files(folder)
    server = ServerProcess(database, tmp_path / "log")
    try:
        match = start(server.address, opponent="shared").match
        done = back_up(database, folder)
        assert done.returncode == 0, done.stderr
    finally:
        server.close()
    copy = Path(done.stdout.strip().splitlines()[-1])
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(folder.iterdir()) == sorted([copy, old["notes.txt"]])
    restored = ServerProcess(f"sqlite:///{copy}", tmp_path / "log of the copy")
    try:
        assert CLIENT.get(f"{restored.address}/api/matches/{match}").status_code == 200
    finally:
        restored.close()


def test_a_copy_that_fails_is_told_and_deletes_nothing(tmp_path: Path) -> None:
    old = old_files(tmp_path / "backups")
    done = back_up(f"sqlite:///{tmp_path / 'nothing.sqlite'}", tmp_path / "backups")
    assert done.returncode != 0 and done.stderr
    assert set((tmp_path / "backups").iterdir()) == set(old.values())


@pytest.fixture
def cluster() -> Iterator[Postgresql]:
    running = Postgresql()
    yield running
    running.remove()


def test_postgresql_is_dumped_whole(tmp_path: Path, cluster: Postgresql) -> None:
    database = cluster.new_database()
    server = ServerProcess(database, tmp_path / "log")
    try:
        start(server.address, opponent="shared")
        done = back_up(database, tmp_path / "backups", PATH=PROGRAMS)
        assert done.returncode == 0, done.stderr
    finally:
        server.close()
    (dump,) = (tmp_path / "backups").iterdir()
    listed = subprocess.run(
        ["pg_restore", "--list", dump],
        env={"PATH": PROGRAMS},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "TABLE DATA public matches" in listed.stdout


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("User=menhirs", "User=root"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = [line for line in done.stderr.splitlines() if "menhirs-backup" in line]
    assert not wrong, done.stderr
