"""Help, suggestions, completion in a real shell, and the manual page."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from menhirs.cli.main import COMMANDS
from tests.cli.command import COMMAND, menhirs


def test_help_explains_a_command_as_its_option_does() -> None:
    assert menhirs("help", "moves").stdout == menhirs("moves", "--help").stdout
    assert menhirs("help").stdout == menhirs("--help").stdout


def test_a_misspelt_command_gets_a_suggestion() -> None:
    for words in (["analize"], ["help", "analize"]):
        done = menhirs(*words)
        assert done.returncode == 2
        assert "there is no command 'analize': did you mean 'analyse'?" in done.stderr


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["rep"], {"replay", "report"}),
        (["--v"], {"--version"}),
        (["moves", "--h"], {"--help", "--house-rules"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
        (["help", "sh"], {"show"}),
        (["play", "--vs", ""], set("12345678")),
        (["site", "--language", "=", "f"], {"fr"}),
        (["new", "--rules", "base+"], {"base+21"}),
        (["admin", "fair"], {"fair-play"}),
        (["admin", "fair-play", "--lo"], {"--look-at"}),
        (["show", "--output", ""], set()),  # the names of files, as after "replay"
        (["replay", ""], set()),
    ],
)
def test_bash_completes_commands_and_options(typed: list[str], expected: set[str]) -> None:
    words = " ".join(f"'{word}'" for word in ["menhirs", *typed])
    asked = f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _menhirs; echo ${{COMPREPLY[@]}}"
    script = menhirs("completion", "bash").stdout
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == expected


def test_the_manual_page_has_every_command() -> None:
    page = menhirs("help", "--man").stdout
    assert page.startswith(".TH MENHIRS 1")
    assert all(f'.SH "menhirs {name}"' in page for name in COMMANDS)


def test_a_terminal_that_lacks_a_letter_shows_another() -> None:
    done = subprocess.run(
        [COMMAND, "--help"],
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_port_that_cannot_be_had_leaves_no_database(tmp_path: Path) -> None:
    database = tmp_path / "new" / "games.sqlite"
    done = menhirs("serve", "--port", "99999", "--database", f"sqlite:///{database}")
    assert done.returncode == 2 and "99999" in done.stderr
    assert not database.parent.exists()
