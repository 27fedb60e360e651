"""A tournament of engine programs, for ``menhirs match --tournament``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from menhirs.cli.game_records import GameRecords
from menhirs.cli.progress import log_line
from menhirs.cli.tournament import as_json, as_text, games_to_play, tournament_from
from menhirs.core.position import Position
from menhirs.protocol.player import EnginePlayer
from menhirs.protocol.referee import PlayedGame, play_game
from menhirs.tournament.entries import EnterResult, Event, Pair
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.file_writing import write_bye, write_result
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.results import EntrantId, GameOutcome, TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament

_INTERRUPTED = 130


def hold(options: argparse.Namespace, player_of: Callable[[str], EnginePlayer]) -> int:
    """Plays all remaining games, and prints each result at once as a table of the file."""
    contest = tournament_from(options.tournament, options)
    tournament = contest.tournament
    if tournament.settings.system is System.ARENA and tournament.settings.rounds is None:
        wanted = "how many rounds an arena of programs has"
        raise BadTournament("tournament-missing", key="rounds", wanted=wanted)
    code = 0
    with ExitStack() as running, GameRecords(options.output) as records:
        players: dict[EntrantId, EnginePlayer] = {}
        for entrant in tournament.entrants.values():
            command = contest.engines.get(entrant.name, entrant.name)
            players[entrant.id] = running.enter_context(player_of(command))
            players[entrant.id].wake()  # engines that can't run are reported before the first game
        try:
            while (event := _next_event(tournament, players, records)) is not None:
                tournament = tournament.append(tournament.entry(event, 0))
                if not options.json and (text := _as_toml(tournament, event)):
                    print(text, flush=True)
        except KeyboardInterrupt:
            code = _INTERRUPTED  # finished games still count
    coming = games_to_play(tournament)
    print(as_text(tournament, coming), file=sys.stderr)
    if options.json:
        print(json.dumps(as_json(tournament, coming)))
    return code


def _next_event(
    tournament: Tournament, players: dict[EntrantId, EnginePlayer], records: GameRecords
) -> Event | None:
    """The next game, played; or the next round, or None at the end."""
    if not (games := tournament.open_games()):
        return next_round(tournament)
    game = games[0]
    played = _play(tournament, game, players)
    records.keep(played.record)
    south, north = (tournament.name(entrant_id) for entrant_id in game.players)
    outcome = played.outcome
    won = ("a tie", f"{south} wins {outcome.score}", f"{north} wins {outcome.score}")
    contest = f"round {game.round}: {south} - {north}: {won[outcome.winner]} ({outcome.reason})"
    log_line(contest)
    if played.fault is not None:
        print(f"  {played.fault}", file=sys.stderr)
    return EnterResult(game, GameOutcome(outcome.winner, outcome.score))


def _play(
    tournament: Tournament, game: TournamentGame, players: dict[EntrantId, EnginePlayer]
) -> PlayedGame:
    settings = tournament.settings
    start = Position.start(settings.rules, settings.layout(game))
    played = play_game(start, (players[game.south], players[game.north]))
    south, north = (tournament.name(entrant_id) for entrant_id in game.players)
    headers = {
        **played.record.headers,
        "Player1": south,
        "Player2": north,
        "Event": tournament.settings.name,
        "Round": str(game.round),
        "Seed": settings.layout_seed(game),
    }
    return replace(played, record=replace(played.record, headers=headers))


def _as_toml(tournament: Tournament, event: Event) -> str:
    match event:
        case EnterResult(game, outcome):
            return write_result(tournament, game, outcome)
        case Pair(number, _, bye) if bye is not None:
            return write_bye(tournament, number, bye)
        case _:
            return ""
