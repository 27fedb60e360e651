"""The client: what it gets from a good engine, and what it says of a bad one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread, Timer

import pytest

from menhirs.engine.analysis import Limits
from menhirs.protocol.client import EngineClient
from menhirs.protocol.errors import EngineFailure
from menhirs.protocol.info import Info, read_info
from tests.patience import PATIENCE
from tests.protocol.conversation import STAND_IN
from tests.protocol.fakes import fake, script

START = "base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -"
ONE_WIN = "amsterdam ..o/..om/.Mo../...m../....m/m.../... 2 2 move 4,3 - 2 -"
SHORT = 1.0  # where the engine is bad, this is how long the test takes


def is_gone(process: int) -> bool:
    """Whether no such process is left, not even as a zombie."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def failure(command: str, asked: str = "show", patience: float = PATIENCE) -> EngineFailure:
    """The failure that comes of starting an engine and asking it something."""
    with (
        pytest.raises(EngineFailure) as caught,
        EngineClient(command, patience=patience) as engine,
    ):
        engine.ask(asked)
    return caught.value


def test_a_whole_conversation() -> None:
    with EngineClient(STAND_IN, patience=PATIENCE) as engine:
        assert engine.identity.name == "menhirs"
        assert "amsterdam" in engine.identity.rules
        engine.set_option("threads", 2)
        assert "value 2" in engine.ask("options")[1]
        assert engine.new_game("base", "..M/..M./..M../.M..../M..../M.../M..").startswith(
            "base ..M"
        )
        assert engine.play("+a1").endswith("2 1 place 1,2 - - -")
        assert engine.undo().endswith("1 1 place 2,2 - - -")
        assert engine.set_position(ONE_WIN) == ONE_WIN
        assert "a3-SE" in engine.legal_actions()
        assert engine.best_action(Limits(nodes=10)) == "a3-SE"
        heard: list[Info] = []
        lines = engine.analyse(Limits(nodes=10), lines=2, hear=heard.append)
        assert [info.line for info in lines] == [1, 2]
        assert lines[0].actions == ("a3-SE",)
        assert (lines[0].value, lines[0].proven) == (13, True)
        assert heard[-2:] == lines


def test_claims_are_asked_for() -> None:
    with EngineClient(STAND_IN, patience=PATIENCE) as engine:
        engine.new_game("amsterdam", "..m/...m/mm.../m...../m..../..../.m.")
        for action in ("*c2", "*e1", "+d3", "+g1", "+g3", "+a2", "+d4", "+d2", "c1-N"):
            engine.play(action)
        assert not engine.wants_to_claim()
        engine.play("xg1")
        engine.play("a2-SE")
        assert engine.wants_to_claim()


def test_a_refusal_is_told_and_the_engine_goes_on() -> None:
    with EngineClient(STAND_IN, patience=PATIENCE) as engine:
        with pytest.raises(EngineFailure) as caught:
            engine.play("+a1")
        assert caught.value.code == "engine-refused"
        assert "no-game" in caught.value.message
        assert engine.set_position(START) == START


@pytest.mark.parametrize("line", ["a line\nquit", "no text: \udcff", f"{ONE_WIN}\nhello"])
def test_whatever_is_sent_is_one_command(line: str) -> None:
    with EngineClient(STAND_IN, patience=PATIENCE) as engine:
        with pytest.raises(EngineFailure) as caught:
            engine.set_position(line)
        assert caught.value.code == "engine-refused"
        assert engine.set_position(f"{ONE_WIN}\n") == ONE_WIN


def test_stop_from_another_thread_ends_an_endless_analysis() -> None:
    with EngineClient(STAND_IN, patience=PATIENCE, longest_analysis=PATIENCE) as engine:
        engine.stop()  # nothing to stop: nothing happens
        engine.set_position(START)
        for stops in (1, 3):
            stoppers: list[Thread] = []

            def stop_soon(info: Info, stops: int = stops, begun: list[Thread] = stoppers) -> None:
                if not begun:
                    begun += [Timer(0.01, engine.stop) for _ in range(stops)]
                    for thread in begun:
                        thread.start()

            assert engine.analyse(Limits(), hear=stop_soon)[0].line == 1
            for thread in stoppers:
                thread.join()
            assert engine.ask("show") == [f"position {START}"]


def test_the_process_is_gone_afterwards_also_in_the_middle_of_an_analysis() -> None:
    engine = EngineClient(STAND_IN, patience=PATIENCE)
    process = engine.process_id
    engine.set_position(START)
    engine._program.write("analyse")
    engine.close()
    engine.close()
    assert is_gone(process)


@pytest.mark.parametrize(
    "command", ["", "no-such-program-anywhere", "'unbalanced", str(Path(__file__).parent)]
)
def test_what_cannot_be_started_is_told(command: str) -> None:
    assert failure(command).code == "engine-start"


def test_an_engine_that_dies_is_told_with_its_last_words(tmp_path: Path) -> None:
    told = failure(fake(tmp_path, 'if command == "show": sys.exit("out of fog")'))
    assert told.code == "engine-died"
    assert "exit code 1: out of fog" in told.message


def test_a_program_that_is_no_engine_is_told() -> None:
    assert failure(f"{sys.executable} -u -c 'pass'").code == "engine-died"
    assert failure(f"{sys.executable} -u -c 'print(\"ok\"); input(); input()'").code in (
        "engine-babble",
        "engine-died",
    )


def test_an_engine_of_another_protocol_is_told(tmp_path: Path) -> None:
    told = failure(script(tmp_path, "input(); print('protocol 99\\nname fake\\nok'); input()"))
    assert told.code == "engine-babble"


@pytest.mark.parametrize(
    "misbehaviour",
    [
        'if command == "show": time.sleep(1000)',
        # Also if it does not heed its input's end, and if it has started others in its turn.
        'if command == "show": import subprocess; subprocess.run(["sleep", "1000"])',
        'if command == "show": import signal; signal.signal(15, signal.SIG_IGN); time.sleep(1000)',
    ],
)
def test_an_engine_that_hangs_is_told_and_ended(tmp_path: Path, misbehaviour: str) -> None:
    engine = EngineClient(fake(tmp_path, misbehaviour), patience=PATIENCE)
    engine.patience = SHORT
    process = engine.process_id
    with pytest.raises(EngineFailure) as caught, engine:
        engine.ask("show")
    assert caught.value.code == "engine-hung"
    assert is_gone(process)


def test_an_engine_that_hangs_in_an_analysis_is_told(tmp_path: Path) -> None:
    engine = EngineClient(fake(tmp_path, 'if command == "go": time.sleep(1000)'), patience=PATIENCE)
    engine.patience = SHORT
    with pytest.raises(EngineFailure) as caught, engine:
        engine.best_action(Limits(seconds=0.1))
    assert caught.value.code == "engine-hung"


def test_an_engine_that_does_not_listen_is_told(tmp_path: Path) -> None:
    deaf = script(
        tmp_path,
        "import time; input(); print('protocol 1\\nname deaf\\nok', flush=True); time.sleep(1000)",
    )
    engine = EngineClient(deaf, patience=PATIENCE)
    engine.patience = SHORT
    with pytest.raises(EngineFailure) as caught, engine:
        engine.ask("x" * 10_000_000)
    assert caught.value.code == "engine-hung"


@pytest.mark.parametrize(
    "misbehaviour",
    [
        'while command == "undo": print("fog, fog, fog")',
        'while command == "undo": sys.stdout.write("fog" * 1000)',
        'if command == "undo": sys.stdout.buffer.write(os.urandom(10**6) * 3)',
    ],
)
def test_an_engine_that_babbles_is_told_and_ended(tmp_path: Path, misbehaviour: str) -> None:
    engine = EngineClient(fake(tmp_path, misbehaviour), patience=PATIENCE)
    engine.patience = SHORT
    process = engine.process_id
    with pytest.raises(EngineFailure) as caught, engine:
        engine.undo()
    assert caught.value.code in ("engine-babble", "engine-hung")
    assert is_gone(process)


def test_an_engine_that_speaks_out_of_turn_is_told(tmp_path: Path) -> None:
    command = fake(tmp_path, 'if command == "undo": print("position ?\\nok")')
    with EngineClient(command, patience=PATIENCE) as engine:
        assert engine.undo() == "?"
        with pytest.raises(EngineFailure) as caught:
            engine.undo()  # a second ok was said, and is found before this or in its answer
    assert caught.value.code == "engine-babble"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "info line 1",
        "info line one value 1 proven no depth 1 nodes 1 seconds 1 source search actions c3-N",
        "best c3-N\\nbest c3-S",
    ],
)
def test_an_answer_without_sense_is_told(tmp_path: Path, answer: str) -> None:
    command = fake(tmp_path, f'if command == "go": print("{answer}")')
    with (
        pytest.raises(EngineFailure) as caught,
        EngineClient(command, patience=PATIENCE) as engine,
    ):
        engine.best_action(Limits(seconds=0.1), hear=lambda info: None)
    assert caught.value.code == "engine-babble"


def test_what_is_new_in_a_line_is_skipped(tmp_path: Path) -> None:
    command = fake(
        tmp_path,
        'if command == "go": print("weather foggy\\ninfo mood good line 1 value -3 proven no '
        'depth 2 nodes 7 seconds 0.5 source search actions c3-N xc4\\nbest c3-N")',
    )
    heard: list[Info] = []
    with EngineClient(command, patience=PATIENCE) as engine:
        assert engine.best_action(Limits(seconds=0.1), heard.append) == "c3-N"
    assert heard == [Info(1, -3, False, 2, 7, 0.5, "search", ("c3-N", "xc4"))]
    assert read_info(str(heard[0])) == heard[0]


def test_after_the_end_nothing_is_sent_any_more() -> None:
    engine = EngineClient(STAND_IN, patience=PATIENCE)
    engine.close()
    engine.stop()
    with pytest.raises(EngineFailure) as caught:
        engine.ask("show")
    assert caught.value.code == "engine-died"
