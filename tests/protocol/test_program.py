"""The engine program in a real process: the order of answers, stopping, rubbish, the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from threading import Event

import pytest

from menhirs.core.rules import RULE_SETS
from menhirs.notation.line import read_line, write_line
from menhirs.protocol.commands import USAGE
from menhirs.protocol.engine_host import EngineHost
from menhirs.protocol.session import Session
from menhirs.protocol.wire import LONGEST_LINE
from tests.patience import PATIENCE
from tests.protocol.conversation import REAL, STAND_IN, Conversation
from tests.protocol.stand_in import OnePly
from tests.random_play import random_walk

START = "base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -"
both_engines = pytest.mark.parametrize("command", [REAL, STAND_IN], ids=["real", "stand-in"])


@pytest.fixture(scope="module")
def at_start() -> Iterator[Conversation]:
    """A program in a game that no test changes."""
    with Conversation(STAND_IN) as talk:
        talk.ask(f"position {START}")
        yield talk


@both_engines
def test_answers_come_in_the_order_of_the_commands(command: str) -> None:
    with Conversation(command) as talk:
        talk.send("new base seed 1", "", "   ", "play nonsense", "go nodes 50", "show", "quit")
        output, complaints = talk.finish()
    lines = [line for line in output.splitlines() if not line.startswith("info ")]
    assert [line.split()[0] for line in lines] == (
        ["position", "ok", "error", "best", "ok", "position", "ok", "ok"]
    )
    assert lines[0] == lines[5]
    assert complaints == ""
    assert talk.process.returncode == 0


@both_engines
@pytest.mark.parametrize("thought", ["analyse", "go", "analyse lines 2"])
def test_quit_ends_a_thought_that_has_no_other_end(command: str, thought: str) -> None:
    with Conversation(command) as talk:
        talk.ask("new amsterdam seed 7")
        talk.send(thought)
        assert talk.line().startswith("info ")  # it thinks
        talk.send("quit")
        assert talk.answer()[-1] == "ok"
        assert talk.answer() == ["ok"]
        assert talk.process.wait(PATIENCE) == 0


def test_quit_waits_for_a_thought_with_an_end() -> None:
    with Conversation(REAL) as talk:
        talk.send("new amsterdam seed 7", "analyse depth 3", "quit")
        output, _ = talk.finish()
    assert " depth 3 " in output


def test_quit_waits_for_a_level_to_choose() -> None:
    with Conversation(REAL) as talk:
        talk.send("new base seed 7", "set level 7")
        talk.answer(), talk.answer()
        [*_, best, _] = talk.ask("go")
    with Conversation(REAL) as talk:
        talk.send("new base seed 7", "set level 7", "go", "quit")
        output, _ = talk.finish()
    assert best in output.splitlines()


def test_stop_is_heard_after_quit() -> None:
    with Conversation(REAL) as talk:
        talk.ask("new amsterdam seed 7")
        talk.send("analyse seconds 1000")
        assert talk.line().startswith("info ")  # it thinks
        talk.send("quit", "stop")
        assert talk.answer()[-1] == "ok"
        assert talk.answer() == ["ok"]
        assert talk.process.wait(PATIENCE) == 0


@both_engines
def test_stop_is_answered_promptly_and_the_engine_goes_on(command: str) -> None:
    with Conversation(command) as talk:
        talk.ask("new amsterdam seed 7")
        for thought in ("analyse", "go", "analyse lines 3"):
            talk.send(thought)
            assert talk.line().startswith("info ")  # it thinks
            talk.send("stop")  # or it would think for ever
            assert talk.answer()[-1] == "ok"
            assert talk.answer() == ["ok"]
        assert talk.ask("stop") == ["ok"]
        assert talk.ask("go nodes 10")[-2].startswith("best ")


@both_engines
def test_stop_ends_all_that_waits(command: str) -> None:
    with Conversation(command) as talk:
        talk.send("new amsterdam seed 7", "go", "analyse", "perft 15", "go", "stop", "show")
        finals = [talk.answer()[-1] for _ in range(7)]
    assert [final.split()[0] for final in finals] == ["ok", "ok", "ok", "error", "ok", "ok", "ok"]
    assert finals[3].startswith("error stopped ")


@both_engines
@pytest.mark.parametrize("thought", ["go", "analyse", "analyse seconds 1000", "perft 15"])
def test_the_end_of_the_input_ends_an_analysis(command: str, thought: str) -> None:
    with Conversation(command) as talk:
        talk.send("new amsterdam seed 7", thought, "show")
        output, complaints = talk.finish()
    assert output.splitlines()[-1] == "ok"
    assert complaints == ""
    assert talk.process.returncode == 0


def test_a_driver_that_stopped_listening_is_no_traceback() -> None:
    with Conversation(STAND_IN) as talk:
        assert talk.process.stdout is not None
        talk.process.stdout.close()
        talk.send("hello", "hello", "new base seed 1", "analyse")
        assert talk.process.stderr is not None
        complaints = talk.process.stderr.read()
        talk.process.wait(PATIENCE)
    assert b"Traceback" not in complaints


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\xff\xfe\x00", "encoding"),
        (b"go\xff", "encoding"),
        (b"x" * (LONGEST_LINE + 1), "line-length"),
        (b"show " * LONGEST_LINE, "line-length"),
        (b"y" * 10_000_000, "line-length"),
        (b"dance", "command"),
        (b"GO", "command"),
        ("shöw".encode(), "command"),
        (b"show\x00", "command"),
        (b"show me", "command-use"),
        (b"go seconds", "command-use"),
        (b"go seconds 1 seconds 2", "command-use"),
        (b"go lines 2", "command-use"),
        (b"new base", "command-use"),
        (b"new base weather foggy", "command-use"),
        (b"go seconds -1", "number-range"),
        (b"go seconds nan", "number-range"),
        (b"go seconds inf", "number-range"),
        (b"go seconds 1e3", "number-range"),
        (b"go seconds " + b"9" * 400, "number-range"),
        (b"go nodes 0", "number-range"),
        (b"go nodes 1.5", "number-range"),
        ("go nodes ٣".encode(), "number-range"),
        (b"go depth " + b"9" * 5000, "number-range"),
        (b"analyse lines 0", "number-range"),
        (b"perft -1", "number-range"),
        (b"undo 0", "number-range"),
        (b"undo", "undo"),
        (b"set threads many", "number-range"),
        (b"set nothing 1", "option"),
        (b"new chess seed 1", "rules"),
        (b"new base layout MMM", "board-columns"),
        (b"position base", "position-fields"),
        (START.replace("base", "position chess").encode(), "rules"),
        (f"position {START} moves c3-N".encode(), "command-use"),
        (f"position {START} actions keep".encode(), "wrong-phase"),
        (b"play +a1", "wrong-phase"),
        (b"play", "command-use"),
        (b"play back", "wrong-phase"),
        (b"claim?", "claim-unknown"),
    ],
)
def test_a_bad_line_gets_its_code_and_changes_nothing(
    line: bytes, code: str, at_start: Conversation
) -> None:
    assert at_start.ask(line)[-1].startswith(f"error {code} ")
    assert at_start.ask("show") == [f"position {START}", "ok"]


@pytest.mark.parametrize("line", ["show", "legal", "play +a1", "undo", "go", "claim?", "perft 1"])
def test_without_a_game_there_is_nothing_to_do(line: str) -> None:
    with Conversation(STAND_IN) as talk:
        assert talk.ask(line)[-1].startswith("error no-game ")


def test_several_actions_are_played_whole_or_not_at_all() -> None:
    with Conversation(STAND_IN) as talk:
        start = talk.ask("new base layout ..M/..M./..M../.M..../M..../M.../M..")
        assert talk.ask("play +a1 +a2 +a1")[-1].startswith("error place-on-fog action 3: ")
        assert talk.ask("show") == start
        talk.ask("play +a1 +a2")
        assert talk.ask("undo 2") == start


def test_carriage_returns_and_further_spaces_do_not_matter() -> None:
    with Conversation(STAND_IN) as talk:
        assert talk.ask(b"  new\t base   seed 1  \r") == talk.ask("new base seed 1")


LINES = [write_line(random_walk("amsterdam", seed, seed)).encode() for seed in range(60)]


def rubbish(numbers: Random) -> bytes:
    """A line that is nearly right, or not at all."""
    words: list[bytes] = [
        *(name.encode() for name in USAGE if name != "quit"),
        *(name.encode() for name in RULE_SETS),
        *b"seed layout actions seconds nodes depth lines 1 2 0 -1 9999999999999 0.001".split(),
        *b"+a1 c3-N xc3 claim keep back on resign resign2 time pass *a1 threads table_mb".split(),
        numbers.choice(LINES),
        bytes(numbers.choice([n for n in range(256) if n != 10]) for _ in range(12)),
    ]
    line = b" ".join(numbers.choices(words, k=numbers.randint(1, 5)))
    if numbers.random() < 0.2:
        at = numbers.randrange(len(line))
        line = line[:at] + bytes([numbers.choice([0, 9, 32, 127, 200, 255])]) + line[at + 1 :]
    # What thinks without a limit would be right to think for ever, and perft to count long.
    if line.split()[:1] in ([b"go"], [b"analyse"], [b"perft"], [b"quit"], []):
        return b"go nodes 5"
    return line


@both_engines
def test_some_thousand_lines_of_rubbish_leave_it_alive_and_consistent(command: str) -> None:
    numbers = Random(20)
    with Conversation(command) as talk:
        talk.ask("new amsterdam seed 1")
        for _ in range(15):
            talk.send(*(rubbish(numbers) for _ in range(200)), b"show")
            finals = [talk.answer() for _ in range(201)]
            assert not any("error internal" in answer[-1] for answer in finals)
            position = finals[-1][0].removeprefix("position ")
            assert write_line(read_line(position)) == position
        assert talk.ask("new amsterdam seed 1")[-1] == "ok"
        assert talk.ask("perft 3") == ["perft 1050", "ok"]
        talk.send("quit")
        _, complaints = talk.finish()
    assert complaints == ""
    assert talk.process.returncode == 0


def test_the_same_game_gets_the_same_answers() -> None:
    received = []
    with Conversation(REAL) as talk:
        for _ in range(2):
            talk.ask("new amsterdam seed 3")
            received.append(talk.ask("go nodes 300")[-2])
            talk.ask("new base seed 5")
            talk.ask("go nodes 300")  # something else in between
    assert received[0] == received[1]


def test_a_failure_of_our_own_is_told_and_the_engine_goes_on() -> None:
    def fails(position: object) -> bool:
        raise RuntimeError("no idea\nat all")

    said: list[str] = []
    session = Session(EngineHost(lambda settings: OnePly(), fails), said.append)
    walks = (random_walk("amsterdam", 1, plies) for plies in range(8, 40))
    claimable = write_line(next(position for position in walks if position.claimant is not None))
    session.answer(f"position {claimable}".encode(), Event())
    session.answer(b"claim?", Event())
    assert said[-1] == "error internal the engine failed: RuntimeError: no idea at all"
    session.answer(b"show", Event())
    assert said[-1] == "ok"
