"""No command ignores an option in silence: it is an error without its company."""

from __future__ import annotations

import importlib

import pytest

from menhirs.cli.main import COMMANDS, parser_of
from tests.cli.command import menhirs

LINE = "base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show", LINE, "--width", "300"], "--width means nothing without --png"),
        (["show", LINE, "--dark"], "--dark means nothing without --svg or --png or --animate"),
        (["review", "-", "--threads", "3"], "--threads means nothing without --exact"),
        (["site", "there", "--port", "9000"], "--port means nothing without --open"),
        (["puzzles", "list", "--count", "3"], "--count means nothing without make"),
        (["puzzles", "make", "some.txt"], "argument FILE: not allowed with argument make"),
        (["bench", "--matches", "3"], "--matches means nothing without --server"),
        (["bench", "--levels", "--solver"], "not allowed with argument"),
        (["play", "--resume", "--layout", "a1"], "--layout: not allowed with argument --resume"),
        (["survey", "--merge", "a", "-o", "b", "--seed", "oak"], "not allowed with argument"),
        (["solve", LINE, "--build", "--value-only", "--seconds", "3"], "not allowed with argument"),
    ],
    ids=lambda told: " ".join(told[:1]) if isinstance(told, list) else "",
)
def test_an_option_that_would_be_ignored_is_an_error(words: list[str], told: str) -> None:
    done = menhirs(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_company_is_of_words_that_the_command_has(command: str) -> None:
    module = importlib.import_module(f"menhirs.cli.{command}")
    known = set()
    for action in parser_of(command)._actions:
        known |= {*action.option_strings, str(action.metavar), *map(str, action.choices or ())}
    for table in ("NEEDS", "APART"):
        for word, others in getattr(module, table, {}).items():
            assert {word, *others} <= known
