"""The terminal game in a real process: from a pipe, and at a terminal with completion."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

from menhirs.notation.record import read_record
from tests.cli.command import COMMAND, menhirs
from tests.patience import PATIENCE

LAYOUT = "a3 b4 c1 c2 d1 e1 g2"
GAME = "*c2 *e1 +d3 +g1 +g3 +a2 +d4 +d2 c1-N xg1 a2-SE xc2"


def test_a_game_from_a_pipe_is_kept_and_resumed(tmp_path: Path) -> None:
    done = menhirs("play", "--layout", LAYOUT, text=GAME.replace(" ", "\n"), home=tmp_path)
    assert done.returncode == 0
    assert "menhirs play --resume" in done.stdout
    kept = next(tmp_path.rglob("*.menhirs"))
    assert len(read_record(kept.read_text("utf-8")).actions) == 12
    done = menhirs("play", "--resume", text="claim\ng2-SW\n", home=tmp_path)
    assert "Player 1 wins 22 points: player 1 claimed rightly and showed it." in done.stdout


def test_every_rule_set_can_be_played(tmp_path: Path) -> None:
    for rules in ("base", "base8", "base+21", "base8+21", "amsterdam"):
        done = menhirs("play", "--rules", rules, text="moves\nresign\n", home=tmp_path)
        assert "wins" in done.stdout
    assert menhirs("play", "--rules", "nim", home=tmp_path).returncode == 2


def test_names_stand_in_the_record(tmp_path: Path) -> None:
    done = menhirs("play", "--player1", "Anna", "--seed", "1", text="record\n", home=tmp_path)
    assert '[Player1 "Anna"]' in done.stdout


class Terminal:
    """A person at a real pseudo-terminal."""

    def __init__(self, *words: str, home: Path) -> None:
        self._master, slave = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": str(home)}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [str(COMMAND), *words], stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.seen = ""
        self._read = 0
        """How much of it was waited for already."""

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        """Reads on until the text was shown."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen[self._read :]:
            assert time.monotonic() < end, f"{text!r} never came: {self.seen[self._read :]!r}"
            if select.select([self._master], [], [], 0.2)[0]:
                try:
                    shown = os.read(self._master, 65536).decode("utf-8", "replace")
                except OSError:
                    shown = ""
                self.seen += shown
                # A terminal answers when it is asked where the cursor is.
                for _ in range(shown.count("\x1b[6n")):
                    self.type("\x1b[1;1R")
        self._read = self.seen.index(text, self._read) + len(text)

    def close(self) -> int:
        code = self.process.wait(timeout=PATIENCE)
        os.close(self._master)
        return code


def test_at_a_terminal_with_colour_and_completion(tmp_path: Path) -> None:
    terminal = Terminal("play", "--layout", LAYOUT, home=tmp_path)
    terminal.wait_for("flip>")
    assert "\x1b[38;5;" in terminal.seen
    terminal.type("*c\t")  # two menhirs begin with c: the list is offered
    terminal.wait_for("*c2")
    terminal.type("2\r")
    terminal.wait_for("Player 1 turns the menhir on c2 over.")
    terminal.wait_for("flip>")
    terminal.type("*g\t")  # only one: it is filled in
    terminal.wait_for("*g2")
    terminal.type("\r")
    terminal.wait_for("Player 2 turns the menhir on g2 over.")
    terminal.type("quit\r")
    terminal.wait_for("--resume")
    assert terminal.close() == 0
    kept = next(tmp_path.rglob("*.menhirs"))
    assert len(read_record(kept.read_text("utf-8")).actions) == 2


def test_a_new_game_never_replaces_an_unfinished_one(tmp_path: Path) -> None:
    first = menhirs("play", "--rules", "base", "--seed", "oak", text="+a1\nquit\n", home=tmp_path)
    second = menhirs("play", "--rules", "base", "--seed", "oak", text="+a2\nquit\n", home=tmp_path)
    files = [re.findall(r"kept in (\S+);", done.stdout)[0] for done in (first, second)]
    assert ["+a1" in Path(file).read_text() for file in files] == [True, False]
    assert "+a2" in Path(files[1]).read_text()
    resumed = menhirs("play", "--resume", text="moves\nquit\n", home=tmp_path)
    assert files[1] in resumed.stdout
