"""A tournament as data: for the pages, and as JSON for programs."""

from __future__ import annotations

import sys
from typing import Literal

from menhirs.server.live.tournament.steps import Held
from menhirs.tournament.pairing.next_round import expected_rounds
from menhirs.tournament.results import EntrantId, TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.standings import Standing
from menhirs.tournament.tournament import Tournament, TournamentGameState
from menhirs.tournament.words import (
    outcome_in_words,
    phase_title,
    reason_in_words,
    tournament_in_words,
)
from menhirs.web.languages import Language

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:  # pydantic needs this one before Python 3.12
    from typing_extensions import TypedDict


class PlayerData(TypedDict):
    """A player of a tournament."""

    number: int
    name: str
    withdrawn: bool
    by_hand: bool
    """Whether the organiser entered the player."""
    known: bool
    """Whether a person plays under this name: they entered, or have chosen it."""


class TournamentGameView(TypedDict):
    """A game of a tournament."""

    game: str
    """Its round, south, north and number, as the forms name it."""
    number: int
    south: str
    north: str
    winner: int | None
    """1 south, 2 north, 0 a tie; None as long as there is no result."""
    score: int
    played: bool
    """False where somebody did not come."""
    result: str
    """In words."""
    disputed: bool
    """Whether the two players reported different results."""
    reports: list[str]
    """The players' reports in words, as long as no result counts."""
    corrected: bool
    match: str | None
    """The match in which it is played, if it is on this server."""


class PairingData(TypedDict):
    """Two players who meet in a round."""

    table: int
    south: str
    north: str
    games: list[TournamentGameView]


class RoundData(TypedDict):
    """A round that was paired."""

    round: int
    by_hand: bool
    pairings: list[PairingData]
    bye: str | None


class StandingData(TypedDict):
    """A row of the standings."""

    rank: int
    number: int
    player: str
    wins: int
    points: int
    direct: int
    buchholz: int
    ties: int
    losses: int
    byes: int
    withdrawn: bool
    why: str
    """Why it stands above the next row; empty where there is none, or the next one is equal."""


class TournamentData(TypedDict):
    """A tournament as everybody may read it."""

    id: str
    name: str
    entries: int
    """The number of entries of the log: it grows with every change."""
    phase: Literal["entering", "running", "paused", "finished"]
    status: str
    """The phase in words."""
    about: list[str]
    """The game and the form of the tournament, in words."""
    system: str
    rules: str
    duplicate: bool
    place: str
    expected_rounds: int | None
    starts_at: int | None
    players: list[PlayerData]
    rounds: list[RoundData]
    standings: list[StandingData]


def tournament_data(held: Held, language: Language) -> TournamentData:
    """A tournament in the visitor's language."""
    stored, tournament = held.stored, held.tournament
    phase: Literal["entering", "running", "paused", "finished"]
    phase = tournament.phase.name.lower()  # type: ignore[assignment] # they are called so
    return {
        "id": held.id,
        "name": stored.settings.name,
        "entries": tournament.entries,
        "phase": phase,
        "status": phase_title(tournament.phase, language),
        "about": tournament_in_words(stored.settings, stored.hosting, language),
        "system": stored.settings.system.value,
        "rules": stored.settings.rules.name,
        "duplicate": stored.settings.duplicate,
        "place": stored.hosting.place.value,
        "expected_rounds": expected_rounds(tournament),
        "starts_at": stored.hosting.starts_at,
        "players": [
            {
                "number": entrant.id,
                "name": entrant.name,
                "withdrawn": entrant.withdrawn,
                "by_hand": entrant.by_hand,
                "known": bool(entrant.player),
            }
            for entrant in tournament.entrants.values()
        ],
        "rounds": [round_data(held, number, language) for number in _rounds(tournament)],
        "standings": standings_data(held, language),
    }


def round_data(held: Held, number: int, language: Language) -> RoundData:
    """A round with its tables and results."""
    tournament = held.tournament
    paired = tournament.rounds[number - 1]
    return {
        "round": number,
        "by_hand": paired.by_hand,
        "pairings": [
            {
                "table": table,
                "south": tournament.name(pairing.south),
                "north": tournament.name(pairing.north),
                "games": [
                    game_data(held, game, language) for game in tournament.games_of(number, pairing)
                ],
            }
            for table, pairing in enumerate(paired.pairings, start=1)
        ],
        "bye": None if paired.bye is None else tournament.name(paired.bye),
    }


def game_data(held: Held, game: TournamentGame, language: Language) -> TournamentGameView:
    """A game, and how it ended."""
    tournament = held.tournament
    state = tournament.state(game)
    outcome = state.outcome
    matches = held.matches_of(game)
    return {
        "game": "-".join(map(str, game)),
        "number": game.number,
        "south": tournament.name(game.south),
        "north": tournament.name(game.north),
        "winner": None if outcome is None else outcome.winner,
        "score": 0 if outcome is None else outcome.score,
        "played": outcome is None or outcome.played,
        "result": outcome_in_words(tournament, game, outcome, language),
        "disputed": state.is_disputed,
        "reports": [] if outcome else _reports(tournament, game, state, language),
        "corrected": state.was_corrected,
        "match": state.match or (matches[-1].match if matches else None),
    }


def _reports(
    tournament: Tournament, game: TournamentGame, state: TournamentGameState, language: Language
) -> list[str]:
    says = language.gettext("{name} says: {result}")
    return [
        says.format(
            name=tournament.name(entrant_id),
            result=outcome_in_words(tournament, game, report, language),
        )
        for entrant_id, report in state.reports.items()
    ]


def standings_data(held: Held, language: Language) -> list[StandingData]:
    """The standings, and why each player stands above the next."""
    rows = held.standings
    return [
        {
            "rank": row.rank,
            "number": row.entrant,
            "player": row.name,
            "wins": row.wins,
            "points": row.points,
            "direct": row.direct,
            "buchholz": row.buchholz,
            "ties": row.ties,
            "losses": row.losses,
            "byes": row.byes,
            "withdrawn": row.withdrawn,
            "why": ""
            if row.above is None
            else reason_in_words(row.above, row.name, rows[place].name, language),
        }
        for place, row in enumerate(rows, start=1)
    ]


class CrossTable(TypedDict):
    """Who played whom: against every opponent, or round by round."""

    against_all: bool
    heads: list[str]
    rows: list[tuple[int, str, list[str], int, int]]
    """Rank, name, cells, wins and points."""


def cross_table(held: Held) -> CrossTable:
    """The cross table. In a cell stand ``+``, ``-`` or ``=``, and the points of a win.

    Where everybody meets everybody, columns are opponents; else they are rounds, and a cell names
    the opponent's rank too.
    """
    tournament, rows = held.tournament, held.standings
    played = _GamesByRound(tournament)
    places = {row.entrant: place for place, row in enumerate(rows, start=1)}
    robins = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
    if tournament.settings.system in robins:
        heads = [str(place) for place in places.values()]
        cells = {row.entrant: _against_all(played, row, rows) for row in rows}
    else:
        heads = [str(number) for number in _rounds(tournament)]
        cells = {row.entrant: _by_round(played, row.entrant, places) for row in rows}
    return {
        "against_all": tournament.settings.system in robins,
        "heads": heads,
        "rows": [(row.rank, row.name, cells[row.entrant], row.wins, row.points) for row in rows],
    }


class _GamesByRound:
    """The games of each player by round, looked up once for a whole table."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._games: dict[tuple[EntrantId, int], list[tuple[TournamentGame, EntrantId]]] = {}
        for number in _rounds(tournament):
            for game in tournament.games(number):
                self._games.setdefault((game.south, number), []).append((game, game.north))
                self._games.setdefault((game.north, number), []).append((game, game.south))

    def games(self, entrant_id: EntrantId, number: int) -> list[tuple[TournamentGame, EntrantId]]:
        """The games of a player in a round, each with the opponent."""
        return self._games.get((entrant_id, number), [])


def _against_all(played: _GamesByRound, row: Standing, rows: list[Standing]) -> list[str]:
    met: dict[EntrantId, list[str]] = {}
    for number in _rounds(played.tournament):
        for game, opponent in played.games(row.entrant, number):
            met.setdefault(opponent, []).append(_sign(played.tournament, game, row.entrant))
    return [
        "×" if other.entrant == row.entrant else " ".join(met.get(other.entrant, []))
        for other in rows
    ]


def _by_round(
    played: _GamesByRound, entrant_id: EntrantId, places: dict[EntrantId, int]
) -> list[str]:
    cells, tournament = [], played.tournament
    for number in _rounds(tournament):
        if tournament.rounds[number - 1].bye == entrant_id:
            cells.append("+")
            continue
        games = played.games(entrant_id, number)
        signs = " ".join(_sign(tournament, game, entrant_id) for game, _ in games)
        cells.append(f"{places[games[0][1]]}: {signs}" if games else "")
    return cells


def _sign(tournament: Tournament, game: TournamentGame, entrant_id: EntrantId) -> str:
    outcome = tournament.outcome(game)
    if outcome is None:
        return "…"
    winner = outcome.won_by(game)
    if winner is None:
        return "=" if outcome.played else "-"
    return f"+{outcome.score or ''}" if winner == entrant_id else "-"


def _rounds(tournament: Tournament) -> range:
    return range(1, len(tournament.rounds) + 1)
