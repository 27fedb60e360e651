"""The sample bot plays whole matches against a real server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from menhirs.notation.record import read_record
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess

_BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    yield running
    running.close()


def bot(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(_BOT), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def link_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def last_words(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    return output.splitlines()[-1]


def assert_played_to_the_end(link: str) -> None:
    record = read_record(httpx2.get(f"{link}/record").text)
    assert record.final.is_over


@pytest.mark.parametrize("rules", ["amsterdam", "base"])
def test_two_bots_play_each_other(server: ServerProcess, rules: str) -> None:
    host = bot(server.address, "--rules", rules)
    link = link_of(host)
    guest = bot(link)
    found = sorted(last_words(bot).split()[1] for bot in (guest, host))
    assert found in (["lost:", "won,"], ["tie:", "tie:"])
    assert_played_to_the_end(link)


def test_a_bot_plays_the_computer(server: ServerProcess) -> None:
    player = bot(server.address, "--rules", "base", "--vs", "computer")
    link = link_of(player)
    assert last_words(player)
    assert_played_to_the_end(link)


def test_it_is_short() -> None:
    assert len(_BOT.read_text("utf-8").splitlines()) < 60
