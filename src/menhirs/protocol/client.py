"""A client that drives an engine program and reports every failure of the program as an error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Self, TypeAlias

from menhirs.engine.analysis import Limits
from menhirs.protocol.commands import PROTOCOL, write_limits
from menhirs.protocol.errors import EngineFailure
from menhirs.protocol.info import Info, read_info
from menhirs.protocol.program import Program
from menhirs.protocol.wire import as_one_word, on_one_line

Hear: TypeAlias = Callable[[Info], None]
"""Called with every info line while an analysis runs."""

_MOST_LINES = 100_000
"""The most lines in one answer. A program that writes more is broken."""

_PULSE = 0.1  # seconds between two checks whether another thread has called stop()


@dataclass(frozen=True, slots=True)
class Identity:
    """The name, version and rules that an engine reports."""

    name: str
    version: str
    rules: tuple[str, ...]
    """The names of the rule sets that the engine plays."""


@dataclass
class _Question:
    """A command that was sent and has no answer yet."""

    text: str
    deadline: float
    seconds: float
    """The time limit for the answer."""
    lines: list[str] = field(default_factory=list)


class EngineClient:
    """A running engine. The end of its ``with`` statement ends the process.

    One thread sends commands. Only :meth:`stop` may be called from other threads at the same time.
    Every failure of the program raises :class:`EngineFailure`, after which only ``close`` makes
    sense. The exception is ``engine-refused``: the program answered with an error, and goes on.
    """

    def __init__(
        self, command: str, *, patience: float = 10.0, longest_analysis: float = 600.0
    ) -> None:
        """Starts the program; ``command`` is split as a shell does.

        ``patience``: seconds for any answer; an analysis has them on top of its time limit.
        ``longest_analysis``: seconds for an analysis without a time limit that is not stopped.
        """
        self.command = command
        self.patience = patience
        """Seconds for any answer; may be changed between two commands."""
        self._longest_analysis = longest_analysis
        self._lock = Lock()
        self._open: _Question | None = None
        self._stops = 0
        self._program = Program(command)
        try:
            self.identity = self._hello()
        except BaseException:
            self._program.close()
            raise

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
    def process_id(self) -> int:
        """The id of the program's process."""
        return self._program.process_id

    def close(self) -> None:
        """Ends the program, even in the middle of an answer."""
        self._program.close()

    def ask(self, text: str) -> list[str]:
        """Sends any command and returns the lines of its answer, without the ``ok``."""
        return self._ask(text, self.patience, hear=None)

    def set_option(self, name: str, value: object) -> None:
        """Sets an option of the engine."""
        self.ask(f"set {name} {as_one_word(str(value))}")

    def options(self) -> list[str]:
        """The names of the options that the engine has."""
        return [
            words[0]
            for first, rest in map(_two, self.ask("options"))
            if first == "option" and (words := rest.split())
        ]

    def set_position(self, line: str) -> str:
        """Begins at a position line; returns the line that the engine now holds."""
        return self._one("position", self.ask(f"position {line}"), "position")

    def new_game(self, rules: str, layout: str) -> str:
        """Begins a game on a layout; returns the position line that the engine now holds."""
        return self._one("position", self.ask(f"new {rules} layout {layout}"), "new")

    def play(self, action: str) -> str:
        """Plays an action; returns the position line that the engine now holds."""
        return self._one("position", self.ask(f"play {action}"), "play")

    def undo(self, plies: int = 1) -> str:
        """Takes actions back; returns the position line that the engine now holds."""
        return self._one("position", self.ask(f"undo {plies}"), "undo")

    def legal_actions(self) -> list[str]:
        """The legal actions of the position, as the engine sees them."""
        return self._one("legal", self.ask("legal"), "legal").split()

    def wants_to_claim(self) -> bool:
        """Whether the engine, as the player who may claim, claims victory now."""
        answer = self._one("claim", self.ask("claim?"), "claim?")
        if answer not in ("yes", "no"):
            raise self._babble("claim?", f"claim {answer}")
        return answer == "yes"

    def best_action(self, limits: Limits, hear: Hear | None = None) -> str:
        """The action that the engine wants to play."""
        text = " ".join(["go", *write_limits(limits)])
        return self._one("best", self._ask(text, self._time_for(limits), hear), text)

    def analyse(self, limits: Limits, *, lines: int = 1, hear: Hear | None = None) -> list[Info]:
        """The best lines, best first, when a limit is reached or :meth:`stop` is called."""
        text = " ".join(["analyse", *write_limits(limits), "lines", str(lines)])
        found: dict[int, Info] = {}
        for answer in self._ask(text, self._time_for(limits), hear):
            info = self._info(text, answer)
            if info is not None:
                if info.line == 1:
                    found.clear()  # a new state of the analysis
                found[info.line] = info
        return [found[number] for number in sorted(found)]

    def stop(self) -> None:
        """Ends the analysis that another thread is waiting for; does nothing if there is none."""
        with self._lock:
            if self._open is None:
                return
            # A program that cannot be written to has failed: the waiting thread gets that error.
            with suppress(EngineFailure):
                self._send("stop")
                self._stops += 1
            self._open.deadline = min(self._open.deadline, monotonic() + self.patience)

    def _hello(self) -> Identity:
        lines = self.ask("hello")
        answer = dict(map(_two, lines))
        if answer.get("protocol") != str(PROTOCOL) or "name" not in answer:
            raise self._babble("hello", ", ".join(lines))
        return Identity(
            answer["name"], answer.get("version", ""), tuple(answer.get("rules", "").split())
        )

    def _time_for(self, limits: Limits) -> float:
        seconds = self._longest_analysis if limits.seconds is None else limits.seconds
        return seconds + self.patience

    def _ask(self, text: str, seconds: float, hear: Hear | None) -> list[str]:
        if self._program.has_output:
            # The program has ended or written unasked: find out before the command is sent.
            raise self._babble("(nothing)", self._program.read(monotonic()) or "")
        question = _Question(text, monotonic() + seconds, seconds)
        with self._lock:
            self._send(text)
            self._open = question
        try:
            final = self._listen(question, hear)
        finally:
            with self._lock:
                self._open = None
                stops, self._stops = self._stops, 0
        for _ in range(stops):
            until = monotonic() + self.patience
            self._listen(_Question("stop", until, self.patience), None)
        if final != "ok":
            raise EngineFailure(
                "engine-refused",
                command=self.command,
                asked=on_one_line(text, 80),
                answer=on_one_line(final.removeprefix("error")),
            )
        return question.lines

    def _send(self, text: str) -> None:
        if not self._program.write(text):
            raise self._hung(text, 0)

    def _listen(self, question: _Question, hear: Hear | None) -> str:
        """Reads an answer to its end; returns its last line."""
        while True:
            now = monotonic()
            if now >= question.deadline:
                raise self._hung(question.text, question.seconds)
            line = self._program.read(min(question.deadline, now + _PULSE))
            if line is None:
                continue
            if line == "ok" or line.split(" ")[0] == "error":
                return line
            question.lines.append(line)
            if len(question.lines) > _MOST_LINES:
                raise self._babble(question.text, line)
            if hear is not None and (info := self._info(question.text, line)) is not None:
                hear(info)

    def _info(self, command: str, line: str) -> Info | None:
        """The content of an info line; None for any other line, which a newer engine may write."""
        if line.split(" ")[0] != "info":
            return None
        info = read_info(line)
        if info is None:
            raise self._babble(command, line)
        return info

    def _one(self, word: str, lines: list[str], command: str) -> str:
        """The text after ``word``, which must begin exactly one line of the answer."""
        found = [rest for first, rest in map(_two, lines) if first == word]
        if len(found) != 1:
            raise self._babble(command, lines[-1] if lines else "ok")
        return found[0]

    def _hung(self, command: str, seconds: float) -> EngineFailure:
        shown = on_one_line(command, 80)
        return EngineFailure("engine-hung", command=self.command, asked=shown, seconds=seconds)

    def _babble(self, command: str, text: str) -> EngineFailure:
        return EngineFailure(
            "engine-babble",
            command=self.command,
            asked=on_one_line(command, 80),
            text=on_one_line(text, 80),
        )


def _two(line: str) -> tuple[str, str]:
    first, _, rest = line.partition(" ")
    return first, rest
