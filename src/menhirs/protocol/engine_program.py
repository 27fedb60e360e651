"""An engine program asked about positions: what ``menhirs.engine.open`` returns."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from menhirs.core.actions import Action
from menhirs.core.errors import Illegal
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Limits, Line
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line
from menhirs.protocol.client import EngineClient
from menhirs.protocol.errors import EngineFailure
from menhirs.protocol.info import Info


class EngineProgram:
    """A running engine. The end of its ``with`` statement ends the process.

    Failures of the program raise :class:`~menhirs.protocol.errors.EngineFailure`, and an action
    that breaks a rule raises the core's error for that rule.
    """

    def __init__(self, command: str, limits: Limits, *, patience: float = 10.0) -> None:
        """Starts the program; ``limits`` hold where a question names none."""
        self.client = EngineClient(command, patience=patience)
        """The conversation underneath, for what is not offered here."""
        self.limits = limits

    def __repr__(self) -> str:
        return f"<EngineProgram {self.name}, {self.client.command!r}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The engine's name and version."""
        identity = self.client.identity
        return f"{identity.name} {identity.version}".strip()

    def close(self) -> None:
        """Ends the program."""
        self.client.close()

    def set_option(self, name: str, value: object) -> None:
        """Sets an option of the engine, such as ``level`` or ``threads``."""
        self.client.set_option(name, value)

    def choose(self, position: Position, limits: Limits | None = None) -> Action:
        """The action that the engine wants to play; it is legal.

        In a game that is over there is none: the error ``game-over``.
        """
        if position.is_over:
            raise Illegal("game-over", position=position)
        self._set(position)
        text = self.client.best_action(limits or self.limits)
        action = read_action(text, position)
        position.check(action)
        if position.actor(action) != position.player:
            raise EngineFailure("engine-seat", command=self.client.command, text=text)
        return action

    def play(self, position: Position, limits: Limits | None = None) -> Position:
        """The position after what the engine does."""
        return position.play(self.choose(position, limits))

    def wants_to_claim(self, position: Position) -> bool:
        """Whether the engine, as the player who may claim, claims victory now."""
        if position.claimant is None:
            return False
        self._set(position)
        return self.client.wants_to_claim()

    def analyse(
        self, position: Position, limits: Limits | None = None, *, lines: int = 1
    ) -> Analysis:
        """The best lines, best first, when a limit is reached; none if the game is over."""
        if position.is_over:
            return Analysis.of_finished(position)  # the protocol refuses the question
        self._set(position)
        analyses = self.client.analyse(limits or self.limits, lines=lines)
        if not analyses:
            problem = "no info line"
            raise EngineFailure(
                "engine-babble", command=self.client.command, asked="analyse", text=problem
            )
        best = analyses[0]
        found = tuple(_line(position, info) for info in analyses if info.actions)
        return Analysis(
            found, best.value, best.proven, best.depth, best.nodes, best.seconds, best.source
        )

    def _set(self, position: Position) -> None:
        """Makes the engine hold the position."""
        analyses = self.client.set_position(line := write_line(position))
        if analyses != line:
            raise EngineFailure("engine-disagrees", command=self.client.command, text=analyses)


def _line(position: Position, info: Info) -> Line:
    actions = []
    for text in info.actions:
        actions.append(action := read_action(text, position))
        position = position.play(action)
    return Line(tuple(actions), info.value, info.proven)
