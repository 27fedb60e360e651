"""The commands of the protocol, and the parser that reads one from a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from menhirs.core.errors import Malformed
from menhirs.engine.analysis import Limits
from menhirs.protocol.errors import BadCommand
from menhirs.protocol.wire import LONGEST_LINE

PROTOCOL = 1
"""The protocol's version. It rises when an old driver would misunderstand a new engine."""

USAGE = {
    "hello": "hello",
    "help": "help",
    "options": "options",
    "set": "set NAME VALUE",
    "new": "new RULES seed TEXT | new RULES layout BOARD",
    "position": "position LINE [actions ACTION…]",
    "show": "show",
    "legal": "legal",
    "play": "play ACTION…",
    "undo": "undo [N]",
    "go": "go [seconds S] [nodes N] [depth N]",
    "analyse": "analyse [seconds S] [nodes N] [depth N] [lines N]",
    "claim?": "claim?",
    "perft": "perft DEPTH",
    "stop": "stop",
    "quit": "quit",
}
"""Every command with its usage."""

_LEAST_AND_MOST_WORDS = {
    "set": (2, 2),
    "new": (3, 3),
    "position": (1, None),
    "play": (1, None),
    "undo": (0, 1),
    "go": (0, 6),
    "analyse": (0, 8),
    "perft": (1, 1),
}
"""The numbers of words that may follow a command; 0 for a command that is not listed."""

_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", re.ASCII)

LONGEST_SECONDS = 10_000_000  # four months: a time that waiting functions accept on every system
MOST_NODES = 10**15
MOST_DEPTH = 1000
MOST_LINES = 500
DEEPEST_PERFT = 20
MOST_UNDONE = 1000


@dataclass(frozen=True, slots=True)
class Command:
    """A known command with its arguments."""

    name: str
    words: tuple[str, ...]

    def misused(self) -> BadCommand:
        """The error that explains the command's usage."""
        return BadCommand("command-use", usage=USAGE[self.name])


def read_command(line: bytes | None) -> Command:
    """Reads the command of a line; None stands for a line that was too long."""
    if line is None:
        raise BadCommand("line-length", most=LONGEST_LINE)
    try:
        name, *words = (word.decode("utf-8") for word in line.split())
    except UnicodeDecodeError:
        raise Malformed("encoding", path="this line") from None
    if name not in USAGE:
        raise BadCommand("command", text=name)
    command = Command(name, tuple(words))
    least, most = _LEAST_AND_MOST_WORDS.get(name, (0, 0))
    if len(words) < least or (most is not None and len(words) > most):
        raise command.misused()
    return command


def is_blank(line: bytes | None) -> bool:
    """Whether a line is empty, and so gets no answer."""
    return line is not None and not line.split()


def read_limits(command: Command) -> tuple[Limits, int]:
    """Reads the limits and the number of lines from a ``go`` or ``analyse`` command."""
    words = command.words
    named = dict(zip(words[::2], words[1::2], strict=False))
    allowed = {"seconds", "nodes", "depth"} | ({"lines"} if command.name == "analyse" else set())
    if len(words) % 2 or len(named) * 2 != len(words) or not named.keys() <= allowed:
        raise command.misused()
    limits = Limits(
        seconds=_seconds(named["seconds"]) if "seconds" in named else None,
        nodes=whole_number("nodes", named["nodes"], 1, MOST_NODES) if "nodes" in named else None,
        depth=whole_number("depth", named["depth"], 1, MOST_DEPTH) if "depth" in named else None,
    )
    return limits, whole_number("lines", named.get("lines", "1"), 1, MOST_LINES)


def write_limits(limits: Limits) -> Sequence[str]:
    """Writes limits as the words that :func:`read_limits` reads."""
    words: list[str] = []
    if limits.seconds is not None:
        words += ["seconds", f"{limits.seconds:.6f}"]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    return words


def whole_number(name: str, text: str, least: int, most: int) -> int:
    """Reads a whole number from ``least`` to ``most``; raises an error for anything else."""
    if not _WHOLE.fullmatch(text) or not least <= int(text) <= most:
        raise Malformed("number-range", name=name, text=repr(text), least=least, most=most)
    return int(text)


def _seconds(text: str) -> float:
    if not _DECIMAL.fullmatch(text) or not 0 <= float(text) <= LONGEST_SECONDS:
        raise Malformed(
            "number-range", name="seconds", text=repr(text), least=0, most=LONGEST_SECONDS
        )
    return float(text)
