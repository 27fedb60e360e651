"""A session with one driver: the game that is set up, and the answer to every command."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event

from menhirs import __version__
from menhirs.core.actions import Claim
from menhirs.core.errors import Illegal, MenhirsError
from menhirs.core.perft import perft
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.engine.analysis import Analysis, Limits
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.board import read_layout
from menhirs.notation.line import read_line, write_line
from menhirs.protocol.commands import (
    DEEPEST_PERFT,
    MOST_UNDONE,
    PROTOCOL,
    USAGE,
    Command,
    is_blank,
    read_command,
    read_limits,
    whole_number,
)
from menhirs.protocol.engine_host import EngineHost
from menhirs.protocol.errors import BadCommand
from menhirs.protocol.info import infos_of
from menhirs.protocol.options import described
from menhirs.protocol.wire import on_one_line

_POSITION_FIELDS = 9


class Session:
    """Answers commands one after another. An error in one does not end the session."""

    def __init__(
        self,
        host: EngineHost,
        say: Callable[[str], None],
        known: Mapping[str, RuleSet] = RULE_SETS,
    ) -> None:
        self._host = host
        self._say = say
        self._known = known
        self._positions: list[Position] = []
        """All positions of the game, so that actions can be taken back."""
        self._endless: Event | None = None
        """The event that stops the analysis without limits that is running, if there is one."""
        self._leaving = False
        self._answers: dict[str, Callable[[Command, Event], None]] = {
            "hello": self._hello,
            "help": self._help,
            "options": self._options,
            "set": self._set,
            "new": self._new,
            "position": self._set_position,
            "show": lambda command, stop: self._say_position(),
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "go": self._go,
            "analyse": self._analyse,
            "claim?": self._wants_to_claim,
            "perft": self._perft,
            "stop": self._nothing_more,
            "quit": self._nothing_more,
        }

    def answer(self, line: bytes | None, stop: Event) -> None:
        """Answers a line with any number of lines, then ``ok`` or ``error CODE message``.

        An analysis ends when another thread sets ``stop``.
        """
        if is_blank(line):
            return
        try:
            command = read_command(line)
            self._answers[command.name](command, stop)
        except MenhirsError as error:
            self._say_error(error)
        except Exception as failure:
            # A bug of ours in one answer must not cost the driver its game.
            traceback.print_exc(file=sys.stderr)
            self._say_error(BadCommand("internal", why=f"{type(failure).__name__}: {failure}"))
        else:
            self._say("ok")

    def leave(self) -> None:
        """Prepares for ``quit``: stops an analysis without limits; anything else is still answered.

        May be called from another thread.
        """
        # _until_quit does this in reverse order, so at least one of the two sees the other.
        self._leaving = True
        if (endless := self._endless) is not None:
            endless.set()

    @property
    def position(self) -> Position:
        """The current position of the game."""
        if not self._positions:
            raise BadCommand("no-game")
        return self._positions[-1]

    def _say_error(self, error: MenhirsError) -> None:
        place = f"{error.place}: " if error.place else ""
        self._say(f"error {error.code} {on_one_line(place + error.message)}")

    def _hello(self, command: Command, stop: Event) -> None:
        self._say(f"protocol {PROTOCOL}")
        self._say("name menhirs")
        self._say(f"version {__version__}")
        self._say(f"rules {' '.join(self._known)}")

    def _help(self, command: Command, stop: Event) -> None:
        for usage in USAGE.values():
            self._say(f"command {usage}")

    def _options(self, command: Command, stop: Event) -> None:
        for line in described(self._host.settings):
            self._say(line)

    def _set(self, command: Command, stop: Event) -> None:
        name, value = command.words
        self._host.set(name, value)

    def _new(self, command: Command, stop: Event) -> None:
        name, kind, text = command.words
        rules = rule_set(name, self._known)
        if kind == "seed":
            start = Position.start(rules, random_menhirs(rules, text))
        elif kind == "layout":
            start = read_layout(text, rules)
        else:
            raise command.misused()
        self._positions = [start]
        self._host.forget()
        self._say_position()

    def _set_position(self, command: Command, stop: Event) -> None:
        fields, further = command.words[:_POSITION_FIELDS], command.words[_POSITION_FIELDS:]
        if further and further[0] != "actions":
            raise command.misused()
        start = read_line(" ".join(fields), self._known)
        self._positions = [start, *_played(start, further[1:])]
        self._say_position()

    def _legal(self, command: Command, stop: Event) -> None:
        position = self.position
        actions = [write_action(action, position) for action in position.legal_actions(claims=True)]
        self._say(" ".join(["legal", *actions]))

    def _play(self, command: Command, stop: Event) -> None:
        self._positions += _played(self.position, command.words)
        self._say_position()

    def _undo(self, command: Command, stop: Event) -> None:
        plies = whole_number("N", command.words[0], 1, MOST_UNDONE) if command.words else 1
        if not self._positions:
            raise BadCommand("no-game")
        played = len(self._positions) - 1
        if plies > played:
            raise BadCommand("undo", plies=plies, played=played)
        del self._positions[-plies:]
        self._say_position()

    def _go(self, command: Command, stop: Event) -> None:
        limits, _ = read_limits(command)
        position = self._unfinished()
        with self._until_quit(stop, endless=limits == Limits() and not self._host.has_a_level):
            action = self._host.choose(position, limits, watch=self._reporter(position), stop=stop)
        self._say(f"best {write_action(action, position)}")

    def _analyse(self, command: Command, stop: Event) -> None:
        limits, lines = read_limits(command)
        position = self._unfinished()
        report = self._reporter(position)
        with self._until_quit(stop, endless=limits == Limits()):
            report(self._host.analyse(position, limits, lines=lines, watch=report, stop=stop))

    def _wants_to_claim(self, command: Command, stop: Event) -> None:
        position = self.position
        position.check(Claim())
        self._say(f"claim {'yes' if self._host.wants_to_claim(position) else 'no'}")

    def _perft(self, command: Command, stop: Event) -> None:
        depth = whole_number("DEPTH", command.words[0], 0, DEEPEST_PERFT)
        self._say(f"perft {_counted(self.position, depth, stop)}")

    def _nothing_more(self, command: Command, stop: Event) -> None:
        """Answers ``stop`` and ``quit`` with ``ok``; they took effect when they were read."""

    @contextmanager
    def _until_quit(self, stop: Event, *, endless: bool) -> Iterator[None]:
        """Lets ``quit`` stop the analysis within, if it is ``endless``."""
        if endless:
            self._endless = stop
            if self._leaving:
                stop.set()
        try:
            yield
        finally:
            self._endless = None

    def _say_position(self) -> None:
        self._say(f"position {write_line(self.position)}")

    def _unfinished(self) -> Position:
        if self.position.is_over:
            raise Illegal("game-over", position=self.position)
        return self.position

    def _reporter(self, position: Position) -> Callable[[Analysis], None]:
        def report(analysis: Analysis) -> None:
            for info in infos_of(analysis, position):
                self._say(str(info))

        return report


def _played(start: Position, words: tuple[str, ...]) -> list[Position]:
    """The positions after each of these actions; an error if one of them is refused."""
    positions = [start]
    for number, word in enumerate(words, start=1):
        try:
            positions.append(positions[-1].play(read_action(word, positions[-1])))
        except MenhirsError as error:
            raise error.locate(text=word, place=f"action {number}") from None
    return positions[1:]


def _counted(position: Position, depth: int, stop: Event) -> int:
    """A perft that ``stop`` ends, except within its last two plies: a few thousand actions."""
    if depth <= 2:
        return perft(position, depth)
    if stop.is_set():
        raise BadCommand("stopped")
    return sum(
        _counted(position.play_unchecked(action), depth - 1, stop)
        for action in position.board_actions()
    )
