"""The beginning of a game between two people: only once both have acted can it have a result."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Protocol

from tests.patience import PATIENCE
from tests.server.visitors import Visitor


class Somebody(Protocol):
    """A person with a browser."""

    def state(self, match: str) -> dict[str, Any]: ...

    def act(self, match: str, action: str) -> object: ...


def both_act(match: str, *people: Somebody) -> None:
    """Everybody at a match does the first thing that may be done, on their turn."""
    for _ in people:
        mover = _on_turn(match, people)
        mover.act(match, mover.state(match)["legal"][0]["action"])


def _on_turn(match: str, people: Sequence[Somebody]) -> Somebody:
    """Who may act. Of two at two servers each may still wait to hear of the other's action."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for one in people:
            if one.state(match)["legal"]:
                return one
    raise TimeoutError("nobody may act")


def both_visitors_act(*players: Visitor) -> None:
    """Both visitors hold the key to a seat, and act."""
    for _ in players:
        mover = next(one for one in players if one.state()["legal"])
        mover.act(mover.state()["legal"][0]["action"]).raise_for_status()
