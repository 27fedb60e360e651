"""Let two engine programs play against each other.

An engine is a command line, in quotes if it has several words: "menhirs engine --threads 2". Every
layout is played twice, with the seats swapped. An engine that does what is illegal, claims wrongly,
hangs or dies loses that game. Claims are offered whenever one is open.

  menhirs match --tournament cup.toml >> cup.toml    a tournament of engines, written on in its file

Its file is that of menhirs tournament; each player is called by its command line, or has one in the
table [engines].
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import shlex
import sys
from pathlib import Path
from typing import Any

from menhirs.cli.game_records import GameRecords
from menhirs.cli.progress import log_line
from menhirs.cli.sources import add_rules_argument
from menhirs.core.errors import Malformed
from menhirs.core.rules import rule_set
from menhirs.engine.analysis import Limits
from menhirs.engine.tables_folder import missing_tables
from menhirs.protocol.commands import LONGEST_SECONDS, MOST_NODES
from menhirs.protocol.contest import ContestGame, Totals, contest
from menhirs.protocol.engine_host import Complain, complain_once
from menhirs.protocol.player import EnginePlayer

_OWN_ENGINE = "menhirs engine"
_DEFAULT_SECONDS = 0.1
_DEFAULT_PATIENCE = 30.0
_INTERRUPTED = 130
_NOT_RECORDED = 2
_BOUNDS = (
    # An engine would refuse a longer time, and lose every game by that.
    ("seconds", 0, LONGEST_SECONDS),
    ("patience", 0, LONGEST_SECONDS),
    ("nodes", 1, MOST_NODES),
    ("games", 2, 10**9),
)

APART = {"--tournament": ("--games", "--rules", "--seed")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for number in (1, 2):
        parser.add_argument(
            f"engine{number}",
            metavar=f"ENGINE{number}",
            nargs="?",
            help=f'a command line (default: "{_OWN_ENGINE}")',
        )
    parser.add_argument(
        "--games", type=int, default=2, metavar="N", help="an even number (default: 2)"
    )
    parser.add_argument(
        "--tournament", metavar="FILE", help="hold the tournament of this file instead"
    )
    add_rules_argument(parser)
    parser.add_argument("--seed", metavar="TEXT", help="the same seed, the same layouts")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help=f"for every action (default: {_DEFAULT_SECONDS}, unless --nodes is given)",
    )
    parser.add_argument("--nodes", type=int, metavar="N", help="for every action")
    parser.add_argument(
        "--patience",
        type=float,
        default=_DEFAULT_PATIENCE,
        metavar="S",
        help="for any answer, beyond --seconds; after that an engine counts as hung"
        f" (default: {_DEFAULT_PATIENCE:g})",
    )
    parser.add_argument(
        "--tables", metavar="DIR", type=Path, help="a folder of tables, for engines that use any"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the games there")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(options: argparse.Namespace) -> int:
    limits = _limits(options)
    if options.tournament is not None:
        return _hold_tournament(options, limits)
    rules = rule_set(options.rules, options.known)
    seed = options.seed if options.seed is not None else _fresh_seed()
    own = _own_engine(options)
    commands = (options.engine1 or own, options.engine2 or own)
    settings = _settings(options)
    totals = Totals()
    complain = complain_once()
    code = 0
    with (
        EnginePlayer(commands[0], limits, patience=options.patience, settings=settings) as one,
        EnginePlayer(commands[1], limits, patience=options.patience, settings=settings) as two,
    ):
        _wake((one, two))
        with GameRecords(options.output) as records:
            try:
                for played in contest(rules, seed, (one, two), options.games):
                    totals.add(played)
                    _show_progress(played, totals, commands, options.games)
                    _warn_of_missing_tables(played, options.tables, complain)
                    records.keep(played.game.record)
            except KeyboardInterrupt:
                code = _INTERRUPTED  # finished games still count
    if totals.games:
        print(json.dumps(as_json(totals, commands)) if options.json else as_text(totals, commands))
    return code or (_NOT_RECORDED if records.failed else 0)


def _hold_tournament(options: argparse.Namespace, limits: Limits) -> int:
    from menhirs.cli.engine_tournament import hold

    if options.engine1 is not None:
        raise Malformed("one-of", options="ENGINE1 ENGINE2, --tournament FILE")
    return hold(
        options,
        lambda command: EnginePlayer(
            command, limits, patience=options.patience, settings=_settings(options)
        ),
    )


def _settings(options: argparse.Namespace) -> dict[str, object]:
    """The options to set, for engines that have them."""
    # An engine need not run in the folder where the match was started.
    return {} if options.tables is None else {"tables": options.tables.absolute()}


def _own_engine(options: argparse.Namespace) -> str:
    """Our own engine, which has to know the rules that are played."""
    if options.house_rules is None:
        return _OWN_ENGINE
    return shlex.join([*_OWN_ENGINE.split(), "--house-rules", options.house_rules])


def _wake(players: tuple[EnginePlayer, EnginePlayer]) -> None:
    """Starts the engines, to report errors before the first game, and before an older record is
    lost.
    """
    for number, player in enumerate(players, start=1):
        player.wake()
        for name in player.unknown_settings:
            problem = f"engine {number} ({player.command}) has no option {name}"
            print(problem, file=sys.stderr)


def _warn_of_missing_tables(played: ContestGame, tables: Path | None, complain: Complain) -> None:
    """Reports an engine without tables of a layout, which searches instead; once for both games."""
    if tables is not None and (missing := missing_tables(tables, played.game.record.final)):
        complain(missing)


def as_text(totals: Totals, commands: tuple[str, str]) -> str:
    """The result of a match for people."""
    lines = [f"games   {totals.games}", f"ties    {totals.ties}"]
    for number, command in enumerate(commands):
        lines.append(
            f"engine {number + 1}  wins {totals.wins[number]}  points {totals.points[number]}"
            f"  faults {totals.faults[number]}  ({command})"
        )
    return "\n".join([*lines, f"Elo     {totals.elo}, engine 1 against engine 2"])


def as_json(totals: Totals, commands: tuple[str, str]) -> dict[str, Any]:
    """The result of a match as plain data; an infinite Elo difference is null."""
    return {
        "games": totals.games,
        "ties": totals.ties,
        "engines": [
            {
                "command": command,
                "wins": totals.wins[number],
                "points": totals.points[number],
                "faults": totals.faults[number],
            }
            for number, command in enumerate(commands)
        ],
        "elo": _finite(totals.elo.best),
        "elo_low": _finite(totals.elo.low),
        "elo_high": _finite(totals.elo.high),
    }


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None


def _limits(options: argparse.Namespace) -> Limits:
    for name, least, most in _BOUNDS:
        value = getattr(options, name)
        if value is not None and not value >= least:
            raise Malformed("number", name=f"--{name}", text=str(value), least=least)
        if value is not None and value > most:
            raise Malformed(
                "number-range", name=f"--{name}", text=str(value), least=least, most=most
            )
    if options.games % 2:
        raise Malformed("games-odd", found=options.games)
    if options.seconds is None and options.nodes is None:
        return Limits(seconds=_DEFAULT_SECONDS)
    return Limits(seconds=options.seconds, nodes=options.nodes)


def _fresh_seed() -> str:
    seed = secrets.token_hex(4)
    log_line(f"seed {seed}")
    return seed


def _show_progress(
    played: ContestGame, totals: Totals, commands: tuple[str, str], games: int
) -> None:
    outcome = played.game.outcome
    won = "a tie" if played.winner is None else f"engine {played.winner + 1} wins {outcome.score}"
    log_line(
        f"game {played.number} of {games}: {won} ({outcome.reason})"
        f"   {totals.wins[0]} : {totals.wins[1]}, {totals.ties} tied"
    )
    if played.game.fault is not None and played.winner is not None:
        loser = 1 - played.winner
        print(f"  engine {loser + 1} ({commands[loser]}): {played.game.fault}", file=sys.stderr)
