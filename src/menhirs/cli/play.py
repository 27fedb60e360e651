"""Play in this terminal, two people at one keyboard or one against the computer (--vs).

Player 1 sits in the south and begins. Type help during the game for everything that can be
typed; Tab completes; hint asks the engine. No clock runs here: the opponent of the one who moved
may type claim until answering with a move of their own, also against the computer. Every action is
kept at once; --resume goes on where the last game stopped, with the same opponent. A new game never
replaces an unfinished one: --load goes on with any of them.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator, Mapping
from itertools import count, takewhile
from pathlib import Path

from menhirs.cli.new import add_layout_arguments, laid_out
from menhirs.cli.sources import add_rules_argument
from menhirs.core.actions import other
from menhirs.core.errors import MenhirsError
from menhirs.core.rules import RuleSet, rule_set
from menhirs.engine.levels import LEVELS
from menhirs.engine.own_folders import state_folder
from menhirs.engine.tables_folder import existing_folder, missing_tables
from menhirs.notation.record import Record
from menhirs.protocol.engine_host import complain_once
from menhirs.tui.colour import wants_colour
from menhirs.tui.opponent import seating
from menhirs.tui.prompt import play_at
from menhirs.tui.terminal_game import TerminalGame, load_record

NEEDS = {"--side": ("--vs",)}
APART = dict.fromkeys(("--load", "--resume"), ("--rules", "--layout", "--player1", "--player2"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_argument(parser)
    add_layout_arguments(parser)
    parser.add_argument(
        "--vs",
        type=int,
        choices=range(1, len(LEVELS) + 1),
        metavar="LEVEL",
        help="play against the computer: "
        + ", ".join(f"{level.number} {level.name}" for level in LEVELS),
    )
    parser.add_argument(
        "--side",
        type=int,
        choices=(1, 2),
        help="where you sit with --vs: 1 (south) begins (default: 1)",
    )
    parser.add_argument(
        "--tables",
        type=Path,
        metavar="DIR",
        help="a folder of solved layouts (see menhirs solve): for hints, and for level 8",
    )
    go_on = parser.add_mutually_exclusive_group()
    go_on.add_argument("--load", metavar="FILE", help="go on with the game of this record")
    go_on.add_argument("--resume", action="store_true", help="go on with the last game played here")
    parser.add_argument("--player1", metavar="NAME", help="for the record")
    parser.add_argument("--player2", metavar="NAME", help="for the record")


def run(options: argparse.Namespace) -> int:
    if options.tables is not None:
        existing_folder(options.tables)
    kept = latest_game()
    if options.load or options.resume:
        record = load_record(Path(options.load) if options.load else kept, options.known)
    else:
        kept = free_file(options.known)
        start = laid_out(rule_set(options.rules, options.known), options.seed, options.layout)
        names = {"Player1": options.player1, "Player2": options.player2}
        record = Record(start, headers={key: name for key, name in names.items() if name})
    if options.vs is not None:
        record = _against_the_computer(record, options)
    complain = complain_once()
    if options.tables is not None and (missing := missing_tables(options.tables, record.final)):
        complain(missing)
    game = TerminalGame(
        record,
        colour=wants_colour(sys.stdout),
        keep_in=kept,
        tables=options.tables,
        complain=complain,
        known=options.known,
    )
    game.is_kept = options.resume
    play_at(game)
    if game.is_kept and not game.position.is_over and game.record.actions:
        print(f"The game is kept in {kept}; go on with: menhirs play --resume")
    return 0


def _against_the_computer(record: Record, options: argparse.Namespace) -> Record:
    """The record with a level on the seat that is not the person's."""
    seed = options.seed or record.headers.get("Seed") or secrets.token_hex(4)
    seated = seating(other(options.side or 1), options.vs, seed)
    return Record(record.start, record.actions, {**record.headers, **seated})


def game_files() -> Iterator[Path]:
    """The files in which games of the terminal are kept while they are played, without end."""
    folder = state_folder()
    yield folder / "terminal-game.menhirs"
    yield from (folder / f"terminal-game-{number}.menhirs" for number in count(2))


def latest_game() -> Path:
    """The file of the game that was played last; the first file if none was."""
    there = list(takewhile(_is_file, game_files()))
    return max(there, key=lambda file: file.stat().st_mtime, default=next(game_files()))


def free_file(known: Mapping[str, RuleSet]) -> Path:
    """The first file that holds no unfinished game: a new game never replaces one."""
    return next(file for file in game_files() if not _is_unfinished(file, known))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, a folder without permission
        return False


def _is_unfinished(path: Path, known: Mapping[str, RuleSet]) -> bool:
    if not _is_file(path):
        return False
    try:
        return not load_record(path, known).final.is_over
    except MenhirsError:  # by other rules, perhaps, that are not known now
        return True
