"""What ``menhirs.engine`` offers: analysing, opponents, tables, engine programs.

>>> import menhirs
>>> position = menhirs.new_game("base8", seed="oak")
>>> menhirs.engine.analyse(position, nodes=2_000)
<Analysis +0 estimated by search, 1 lines>
>>> shepherd = menhirs.engine.level(3, seed=0)
>>> menhirs.write_action(shepherd.choose(position), position)
'+c2'

It stands above the package ``menhirs.engine`` because it also drives engine programs, by the
protocol; ``menhirs.engine`` finds its names here when they are asked for.
"""

from __future__ import annotations

import secrets
import shlex
import warnings
from collections.abc import Sequence
from numbers import Integral, Real
from pathlib import Path
from threading import Event

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Analyst, Limits, Line, Watch
from menhirs.engine.claims import should_claim
from menhirs.engine.compiled import SLOW, is_compiled
from menhirs.engine.engine import Engine
from menhirs.engine.levels import LEVELS, Level, LevelPlayer
from menhirs.engine.replies import with_replies
from menhirs.engine.solved_layouts import SolvedLayouts
from menhirs.engine.tables_folder import existing_folder
from menhirs.engine.whole_game import Chooser, play_game
from menhirs.protocol.commands import LONGEST_SECONDS, MOST_DEPTH, MOST_LINES, MOST_NODES
from menhirs.protocol.engine_program import EngineProgram
from menhirs.protocol.errors import EngineFailure
from menhirs.protocol.options import MOST_THREADS

_A_SECOND = 1.0


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    tables: str | Path | None = None,
    watch: Watch | None = None,
    stop: Event | None = None,
) -> Analysis:
    """The value of a position and its best lines: by table where there is one, else by search.

    It stops at whatever limit is reached first, or as soon as the value is proven; without a limit
    it takes a second. With ``nodes`` or ``depth`` and one thread it always says the same. A game
    that is over has a value and no lines.

    ``watch`` is called with every better :class:`Analysis` on the way. Setting ``stop``, a
    ``threading.Event``, from another thread or from ``watch`` ends the analysis early.
    """
    if not isinstance(position, Position):
        raise TypeError(f"{position!r} is no position: menhirs.read_line(text) reads one")
    limits = _limits(seconds, nodes, depth)
    _warn_if_slow()
    _check("lines", lines, MOST_LINES)
    _check("threads", threads, MOST_THREADS)
    folder = None if tables is None else existing_folder(Path(tables))
    engine = Engine(tables=folder, threads=threads)
    analysis = engine.analyse(position, limits, lines=lines, watch=watch, stop=stop)
    return with_replies(engine, position, analysis, limits, stop=stop)


def level(
    number: int, seed: int | str | None = None, *, tables: str | Path | None = None
) -> LevelPlayer:
    """An opponent: 1 strolls in the fog, 8 is the fog itself (``LEVELS`` names them all).

    With the same seed it plays the same moves; without one it plays every game differently. Only
    level 8 looks into ``tables``.
    """
    _warn_if_slow()
    _check("level", number, len(LEVELS))
    seed = secrets.token_hex(4) if seed is None else seed
    folder = None if tables is None else existing_folder(Path(tables))
    return LevelPlayer(number, seed, tables=folder)


def tables(folder: str | Path) -> SolvedLayouts:
    """The solved layouts in a folder: exact values, and nothing but those."""
    return SolvedLayouts(Path(folder))


def open(
    command: str | Sequence[str],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    patience: float = 10.0,
) -> EngineProgram:
    """Starts an engine program that speaks our protocol: ``open("menhirs engine")``.

    The command is split as a shell does, or is a sequence of words. The limits hold for every
    question; without one it is a second. ``patience`` is how many seconds an answer may be late.
    """
    text = command if isinstance(command, str) else shlex.join(command)
    return EngineProgram(text, _limits(seconds, nodes, depth), patience=patience)


def _warn_if_slow() -> None:
    if not is_compiled():
        warnings.warn(SLOW, RuntimeWarning, stacklevel=3)


def _limits(seconds: float | None, nodes: int | None, depth: int | None) -> Limits:
    if seconds is None and nodes is None and depth is None:
        return Limits(seconds=_A_SECOND)
    if seconds is not None:
        _check("seconds", seconds, LONGEST_SECONDS, Real)
    if nodes is not None:
        _check("nodes", nodes, MOST_NODES)
    if depth is not None:
        _check("depth", depth, MOST_DEPTH)
    return Limits(seconds, nodes, depth)


def _check(name: str, value: float, most: int, kind: type = Integral) -> None:
    if isinstance(value, bool) or not isinstance(value, kind):
        wanted = "a whole number" if kind is Integral else "a number"
        raise TypeError(f"{name} cannot be {value!r}: it is {wanted}")
    if not value > 0:  # what is no number at all is not above 0 either
        raise Malformed("number-positive", name=name, text=str(value))
    if value > most:
        raise Malformed("number-range", name=name, text=str(value), least=1, most=most)


__all__ = [
    "LEVELS",
    "Analysis",
    "Analyst",
    "Chooser",
    "Engine",
    "EngineFailure",
    "EngineProgram",
    "Level",
    "LevelPlayer",
    "Limits",
    "Line",
    "SolvedLayouts",
    "Watch",
    "analyse",
    "level",
    "open",
    "play_game",
    "should_claim",
    "tables",
]
