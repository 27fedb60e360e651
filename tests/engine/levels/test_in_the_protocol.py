"""The option ``level`` of the engine program."""

from __future__ import annotations

from threading import Event

import pytest

from menhirs.engine.analysis import Limits
from menhirs.engine.levels import LevelPlayer
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line
from menhirs.protocol.engine_host import engine_host
from menhirs.protocol.session import Session
from tests.cli.command import menhirs
from tests.engine.levels.walks import claimable_positions
from tests.random_play import random_walk


class Talk:
    """A session, and what it has said."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._session = Session(engine_host(), self._said.append)

    def ask(self, command: str) -> list[str]:
        self._said.clear()
        self._session.answer(command.encode(), Event())
        return list(self._said)


@pytest.mark.parametrize("level", [1, 4, 7])
def test_go_plays_as_the_level_does(level: int) -> None:
    talk = Talk()
    assert talk.ask(f"set level {level}") == ["ok"]
    for seed in range(5):
        position = random_walk("amsterdam", seed, 10)
        talk.ask(f"position {write_line(position)}")
        chosen = LevelPlayer(level).choose(position, Limits(nodes=500))
        assert talk.ask("go nodes 500") == [f"best {write_action(chosen, position)}", "ok"]


def test_claims_are_overlooked_as_the_level_does() -> None:
    talk = Talk()
    claimable = claimable_positions(20)
    said = {}
    for level in (0, 1, 8):
        talk.ask(f"set level {level}")
        answers = []
        for position in claimable:
            talk.ask(f"position {write_line(position)}")
            answers.append(talk.ask("claim?")[0])
        said[level] = answers
    assert said[0] == said[8] == ["claim yes"] * 20
    assert "claim no" in said[1]


def test_an_analysis_knows_no_level() -> None:
    talk = Talk()
    talk.ask("set level 1")
    talk.ask(f"position {write_line(random_walk('base', 2, 6))}")
    assert talk.ask("analyse nodes 500")[0].startswith("info line 1 ")


def test_a_level_that_is_none_is_refused() -> None:
    assert Talk().ask("set level 9")[0].startswith("error number-range")


def test_two_levels_play_a_match() -> None:
    engines = ("menhirs engine --level 3", "menhirs engine --level 2")
    done = menhirs("match", *engines, "--games", "2", "--seed", "oak")
    assert done.returncode == 0, done.stderr
    assert "games   2" in done.stdout
    assert done.stdout.count("faults 0") == 2
