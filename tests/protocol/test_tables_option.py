"""The option ``tables``: engine and match answer from solved layouts, and say so."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.engine.analysis import Analysis, Limits
from menhirs.engine.levels import LevelPlayer
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.notation.line import write_line
from menhirs.protocol.client import EngineClient
from menhirs.protocol.engine_host import engine_host
from menhirs.protocol.player import EnginePlayer
from menhirs.protocol.session import Session
from menhirs.protocol.wire import as_one_word, from_one_word
from tests.cli.command import menhirs
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_BASE
from tests.protocol.conversation import REAL, STAND_IN
from tests.protocol.fakes import fake

MENHIRS = SMALL_BASE.geometry.mask_of("a1 b3")
START = Position.start(SMALL_BASE, MENHIRS)


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, with a name that is no single word, in which a small layout was solved."""
    monkeypatch.setitem(RULE_SETS, SMALL_BASE.name, SMALL_BASE)
    folder = tmp_path / "my 100% tables"
    Solver(SMALL_BASE, MENHIRS, folder_of(folder, SMALL_BASE, MENHIRS)).run()
    return folder


class Talk:
    """A session, and what it has said."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._session = Session(engine_host(), self._said.append)

    def ask(self, command: str) -> list[str]:
        self._said.clear()
        self._session.answer(command.encode(), Event())
        return list(self._said)


@pytest.mark.parametrize("level", [0, 8])
def test_answers_come_from_the_tables_and_say_so(tables: Path, level: int) -> None:
    talk = Talk()
    assert talk.ask(f"set level {level}") == ["ok"]
    talk.ask(f"position {write_line(START)}")
    assert " source search " in talk.ask("go nodes 500")[-3]
    assert talk.ask(f"set tables {as_one_word(str(tables))}") == ["ok"]
    assert (
        f"option tables type folder value {as_one_word(str(tables))} default - about"
        in (talk.ask("options")[3])
    )
    info, best, ok = talk.ask("go nodes 500")[-3:]
    value = BruteForce().value(START)
    assert info.startswith(f"info line 1 value {value} proven yes ")
    assert " source table actions " in info
    assert best == f"best {info.split()[-1]}"
    assert ok == "ok"
    assert " source table " in talk.ask("analyse nodes 500")[0]
    talk.ask("set tables -")
    assert " source search " in talk.ask("analyse nodes 500")[-2]


def test_lower_levels_never_look_into_tables(tables: Path) -> None:
    talk = Talk()
    talk.ask(f"position {write_line(START)}")
    for level in range(1, 8):
        talk.ask(f"set level {level}")
        talk.ask("set tables -")
        without = talk.ask("go nodes 500")
        talk.ask(f"set tables {as_one_word(str(tables))}")
        assert talk.ask("go nodes 500") == without
        assert len(without) == 2


def test_the_highest_level_plays_by_the_tables(tables: Path) -> None:
    seen: list[Analysis] = []
    player = LevelPlayer(8, tables=tables)
    position = START
    truth = BruteForce()
    while not position.is_over:
        after = position.play(player.choose(position, watch=seen.append))
        sign = 1 if after.player == position.player else -1
        assert sign * truth.value(after) == truth.value(position)
        position = after
    assert {analysis.source for analysis in seen} == {"table"}


def test_a_damaged_table_is_told_once_and_searched_around(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in folder_of(tables, SMALL_BASE, MENHIRS).iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    talk = Talk()
    talk.ask(f"set tables {as_one_word(str(tables))}")
    talk.ask(f"position {write_line(START)}")
    for _ in range(3):
        assert " source search " in talk.ask("go nodes 500")[-3]
    text = capsys.readouterr().err
    assert text.count("menhirs: searched, because") == text.count("\n") == 1
    assert "[table]" in text


@pytest.mark.parametrize("word", ["no/such/folder", "%00", "%ff%fe", __file__.replace("%", "%25")])
def test_what_is_no_folder_is_refused_and_changes_nothing(tables: Path, word: str) -> None:
    talk = Talk()
    talk.ask(f"set tables {as_one_word(str(tables))}")
    [answer] = talk.ask(f"set tables {word}")
    assert answer.startswith("error file ")
    assert as_one_word(str(tables)) in talk.ask("options")[3]


@pytest.mark.parametrize("text", ["", "a b", "100%", "é\t\n", "\udcff", "/plain/path-1.x", "%20"])
def test_any_name_is_one_word_and_reads_back(text: str) -> None:
    word = as_one_word(text)
    assert len(f"x{word}x".split()) == 1
    assert from_one_word(word) == text


def test_the_shell_takes_the_folder_as_it_is(tables: Path) -> None:
    done = menhirs("engine", "--tables", str(tables), text="options\nquit\n")
    assert done.returncode == 0
    assert f" value {as_one_word(str(tables))} " in done.stdout
    refused = menhirs("engine", "--tables", str(tables / "nowhere"))
    assert refused.returncode == 2
    assert "[file]" in refused.stderr


def test_the_client_sets_a_folder(tables: Path) -> None:
    with EngineClient(REAL, patience=60) as engine:
        assert engine.options() == ["table_mb", "threads", "level", "tables"]
        engine.set_option("tables", tables)


def test_a_player_sets_only_what_its_engine_has(tables: Path, tmp_path: Path) -> None:
    settings = {"tables": tables, "colour": "blue"}
    limits = Limits(nodes=10)
    with EnginePlayer(REAL, limits, patience=60, settings=settings) as player:
        player.wake()
        assert player.unknown_settings == ["colour"]
    # An engine that knows nothing of options is still an engine.
    simple = fake(tmp_path, 'if command == "options": print("error command no"); continue')
    with EnginePlayer(simple, limits, patience=60, settings=settings) as player:
        player.wake()
        assert player.unknown_settings == ["tables", "colour"]


def test_a_match_tells_both_engines_of_the_tables(tables: Path) -> None:
    words = ("match", "--nodes", "50", "--seed", "oak", "--rules", "base")
    done = menhirs(*words, STAND_IN, REAL, "--tables", str(tables))
    assert done.returncode == 0, done.stderr
    assert "has no option" not in done.stderr  # the stand-in has the real options around it
    missing = menhirs(*words, "--tables", str(tables / "nowhere"))
    assert missing.returncode == 2
    assert "[engine-refused]" in missing.stderr
