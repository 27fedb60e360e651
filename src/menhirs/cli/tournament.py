"""Pair the next round of a tournament and print the standings.

  menhirs tournament cup.toml            the next pairings, the standings, and why they are so
  menhirs tournament cup.toml --json     for programs

The file has the settings, the players and the results so far; docs/python/tournament-files.md
describes it. Write the results of the round into it and run the command again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from menhirs.cli.sources import read_text
from menhirs.core.errors import MenhirsError
from menhirs.tournament.entries import Pair
from menhirs.tournament.file import TournamentFile, read_tournament
from menhirs.tournament.pairing.next_round import expected_rounds, next_round
from menhirs.tournament.results import Pairing
from menhirs.tournament.settings import System
from menhirs.tournament.standings import Criterion, Standing, StandingReason, standings
from menhirs.tournament.tournament import Tournament

_REASONS = {
    Criterion.SURVIVED: "got further",
    Criterion.WINS: "more wins",
    Criterion.POINTS: "more points",
    Criterion.DIRECT: "more wins among equals",
    Criterion.BUCHHOLZ: "stronger opponents (Buchholz)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a tournament in TOML; - is standard input")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(options: argparse.Namespace) -> int:
    tournament = tournament_from(options.file, options).tournament
    coming = games_to_play(tournament)
    if options.json:
        print(json.dumps(as_json(tournament, coming)))
    else:
        print(as_text(tournament, coming))
    return 0


def tournament_from(path: str, options: argparse.Namespace) -> TournamentFile:
    """The tournament of a file; errors name the file too."""
    text = read_text(path)
    try:
        return read_tournament(text, options.known)
    except MenhirsError as error:
        error.place = path if error.place is None else f"{path}, {error.place}"
        raise


def games_to_play(tournament: Tournament) -> Pair:
    """The games to play now, with the seats of each pair's next game; empty at the end."""
    if not tournament.open_games():
        return next_round(tournament) or Pair(len(tournament.rounds), ())
    number = tournament.open_games()[0].round
    begun = tournament.rounds[number - 1]
    games = {pairing: tournament.games_of(number, pairing) for pairing in begun.pairings}
    left = [[game for game in some if tournament.outcome(game) is None] for some in games.values()]
    return Pair(number, tuple(Pairing(*some[0].players) for some in left if some), begun.bye)


def as_json(tournament: Tournament, coming: Pair) -> dict[str, Any]:
    """The next pairings and the standings as plain data."""
    name = tournament.name
    return {
        "round": coming.round,
        "pairings": [{"south": name(p.south), "north": name(p.north)} for p in coming.pairings],
        "bye": None if coming.bye is None else name(coming.bye),
        "standings": [_standing_as_json(row) for row in standings(tournament)],
    }


def _standing_as_json(row: Standing) -> dict[str, Any]:
    told, above = asdict(row), row.above
    del told["entrant"]
    if above is not None:
        told["above"] = {"by": above.criterion, "mine": above.upper, "theirs": above.lower}
    return {"rank": told.pop("rank"), "player": told.pop("name"), **told}


def as_text(tournament: Tournament, coming: Pair) -> str:
    """The next pairings and the standings for people."""
    lines = [_title(tournament), "", *_pairing_lines(tournament, coming), ""]
    return "\n".join([*lines, "Standings", *_standing_lines(tournament)])


def _title(tournament: Tournament) -> str:
    settings = tournament.settings
    form = ", duplicate" if settings.duplicate else ""
    line = f"{settings.system}{form}, {settings.rules.title}, {len(tournament.entrants)} players"
    return f"{settings.name}: {line}" if settings.name else line


def _pairing_lines(tournament: Tournament, coming: Pair) -> Iterator[str]:
    if not coming.pairings:
        is_arena = tournament.settings.system is System.ARENA
        yield "Nobody can be paired now." if is_arena else "All games are played."
        return
    rounds = expected_rounds(tournament)
    yield f"Round {coming.round}" + (f" of {rounds}" if rounds and coming.round <= rounds else "")
    width = max(len(tournament.name(pairing.south)) for pairing in coming.pairings)
    for table, pairing in enumerate(coming.pairings, start=1):
        south, north = (tournament.name(entrant_id) for entrant_id in pairing)
        yield f"{table:>4}  {south:<{width}} (south)  -  {north} (north)"
    if tournament.settings.games_per_pairing > 1 and not tournament.open_games():
        yield "      each pair plays twice, the second time with the seats swapped"
    if coming.bye is not None:
        yield f" bye  {tournament.name(coming.bye)}"


def _standing_lines(tournament: Tournament) -> Iterator[str]:
    rows = standings(tournament)
    width = max(len(row.name) for row in rows)
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        wins = f"{row.wins} {'win' if row.wins == 1 else 'wins'}"
        points = f"{row.points} {'point' if row.points == 1 else 'points'}"
        line = f"{row.rank:>4}  {row.name:<{width}}  {wins:>8}  {points:>10}"
        if row.withdrawn:
            line += "  (withdrawn)"
        yield line + ("" if after is None else f"  {_why(row.above, after.name)}")


def _why(above: StandingReason | None, after: str) -> str:
    if above is None:
        return f"equal to {after}"
    return f"above {after}: {_REASONS[above.criterion]}, {above.upper} to {above.lower}"
