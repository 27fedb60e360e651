"""Every session on the protocol page, replayed against the real program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from menhirs.protocol.commands import USAGE
from tests.protocol.conversation import REAL, Conversation

PAGE = (Path(__file__).parents[2] / "docs" / "python" / "protocol.md").read_text("utf-8")
SESSIONS = re.findall(r"^```session\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def exchanges(session: str) -> list[tuple[list[str], list[str]]]:
    """Commands sent together, and the lines that follow them."""
    parts: list[tuple[list[str], list[str]]] = []
    for line in session.splitlines():
        if line.startswith("> "):
            if not parts or parts[-1][1]:
                parts.append(([], []))
            parts[-1][0].append(line.removeprefix("> "))
        else:
            parts[-1][1].append(line)
    return parts


def matches(expected: list[str], found: list[str]) -> bool:
    """Whether the lines are those; ``…`` is any text, alone on a line any lines."""
    pattern = "".join(
        "(?:.*\n)*" if line == "…" else f"{re.escape(line).replace('…', '.*')}\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found)) is not None


@pytest.mark.parametrize("session", SESSIONS, ids=lambda text: text.splitlines()[0])
def test_the_page_tells_the_truth(session: str) -> None:
    with Conversation(REAL) as talk:
        for commands, expected in exchanges(session):
            talk.send(*commands)
            found = [line for _ in commands for line in talk.answer()]
            assert matches(expected, found), (commands, found)


def test_the_page_shows_every_command() -> None:
    sent = {line.split()[1] for line in PAGE.splitlines() if line.startswith("> ")}
    assert set(USAGE) <= sent
