"""An engine program as a player of a game, with every action checked by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self

from menhirs.core.actions import Action
from menhirs.core.position import Position
from menhirs.engine.analysis import Limits
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.board import write_board
from menhirs.notation.line import write_line
from menhirs.protocol.client import EngineClient
from menhirs.protocol.errors import EngineFailure


class EnginePlayer:
    """Plays games with an engine program, and restarts the program after a failure.

    Its methods raise :class:`EngineFailure`, or the core's error for the rule that the engine has
    broken.
    """

    def __init__(
        self,
        command: str,
        limits: Limits,
        *,
        patience: float = 10.0,
        settings: Mapping[str, object] | None = None,
    ) -> None:
        """``settings`` are options to set on an engine that has them."""
        self.command = command
        self._limits = limits
        self._patience = patience
        self._settings = settings or {}
        self._client: EngineClient | None = None
        self.unknown_settings: list[str] = []
        """The options in ``settings`` that the engine does not have, known once it runs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.dismiss()

    def wake(self) -> EngineClient:
        """The client of the running program, which is started if needed."""
        if self._client is None:
            # Without a time limit the patience alone limits an action.
            client = EngineClient(self.command, patience=self._patience, longest_analysis=0.0)
            try:
                self.unknown_settings = _set(client, self._settings)
            except BaseException:
                client.close()
                raise
            self._client = client
        return self._client

    def dismiss(self) -> None:
        """Ends the program; the next game starts it again."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(EngineFailure):
                client.close()

    def begin(self, start: Position) -> None:
        """Begins a new game."""
        answer = self.wake().new_game(start.rules.name, write_board(start))
        self._compare(answer, start)

    def on_action(self, action: Action, before: Position, after: Position) -> None:
        """Sends an action of either player to the program."""
        self._compare(self.wake().play(write_action(action, before)), after)

    def choose(self, position: Position) -> Action:
        """Asks for an action, which is then checked: it is always legal."""
        text = self.wake().best_action(self._limits)
        action = read_action(text, position)
        position.check(action)
        if position.actor(action) != position.player:
            raise EngineFailure("engine-seat", command=self.command, text=text)
        return action

    def wants_to_claim(self) -> bool:
        """Asks whether the engine, as the player who may claim, claims now."""
        return self.wake().wants_to_claim()

    def _compare(self, answer: str, position: Position) -> None:
        if answer != write_line(position):
            raise EngineFailure("engine-disagrees", command=self.command, text=answer)


def _set(client: EngineClient, settings: Mapping[str, object]) -> list[str]:
    """Sets the options that the engine has; returns the names of the others."""
    if not settings:
        return []
    try:
        known = client.options()
    except EngineFailure as failure:
        if failure.code != "engine-refused":
            raise
        known = []  # a small engine need not know the command
    for name in known:
        if name in settings:
            client.set_option(name, settings[name])
    return [name for name in settings if name not in known]
