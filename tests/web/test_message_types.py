"""The scripts know the messages in the shapes that the server gives them."""

from __future__ import annotations

from tools.write_message_types import TARGET, text


def test_the_types_of_the_scripts_are_those_of_the_server() -> None:
    assert TARGET.read_text("utf-8") == text(), "run python -m tools.write_message_types"
