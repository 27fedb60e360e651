"""Results as the tables of a tournament file, to be added at its end."""

from __future__ import annotations

import json

from menhirs.tournament.results import EntrantId, GameOutcome, TournamentGame
from menhirs.tournament.tournament import Tournament


def write_result(tournament: Tournament, game: TournamentGame, outcome: GameOutcome) -> str:
    """The table of a game."""
    south, north = (_quoted(tournament.name(entrant_id)) for entrant_id in game.players)
    lines = [f"round = {game.round}", f"south = {south}", f"north = {north}"]
    if outcome.played:
        lines += [f"winner = {outcome.winner}", f"score = {outcome.score}"]
    else:
        lines.append(f"no_show = {_quoted(('both', 'north', 'south')[outcome.winner])}")
    return "\n".join(["[[results]]", *lines, ""])


def write_bye(tournament: Tournament, number: int, entrant_id: EntrantId) -> str:
    """The table of a bye."""
    return f"[[results]]\nround = {number}\nbye = {_quoted(tournament.name(entrant_id))}\n"


def _quoted(text: str) -> str:
    """A text as TOML writes it; JSON's quotes are TOML's too."""
    return json.dumps(text, ensure_ascii=False)
