"""The games of a tournament as matches: which to open, and which are finished with."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import Terms
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.storage.match.store import StoredMatch
from menhirs.server.storage.tournament.tournament_store import LinkedGame, StoredTournament
from menhirs.tournament.results import TournamentGame
from menhirs.tournament.settings import TournamentSettings
from menhirs.tournament.tournament import Tournament, TournamentPhase


def games_to_open(
    stored: StoredTournament,
    tournament: Tournament,
    waited_for: Collection[TournamentGame],
    at: int,
) -> list[tuple[TournamentGame, StoredMatch]]:
    """The games that can be played now and have no match yet, each with a new match.

    The second game of a pair opens after the first. A game of two players entered by the organiser
    opens once one of them has come, so that names alone cost nothing.
    """
    if tournament.phase is not TournamentPhase.RUNNING:
        return []
    return [
        (game, _match_of(stored, tournament, game, at))
        for game in games_to_play(tournament)
        if game not in waited_for
        and any(tournament.entrant(entrant_id).player for entrant_id in game.players)
    ]


def games_to_play(tournament: Tournament) -> list[TournamentGame]:
    """For each pair that has not finished, its current game."""
    found = []
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            games = tournament.games_of(paired.number, pairing)
            left = [game for game in games if tournament.outcome(game) is None]
            found += left[:1]
    return found


def matches_done_with(tournament: Tournament, links: Iterable[LinkedGame]) -> list[str]:
    """The matches whose games have a result, or do not count any more."""
    is_over = tournament.phase is TournamentPhase.FINISHED
    return [
        link.match
        for link in links
        if not link.entered and (is_over or not _is_open(tournament, link.game))
    ]


def _is_open(tournament: Tournament, game: TournamentGame) -> bool:
    return tournament.has_game(game) and tournament.outcome(game) is None


def layout_terms(settings: TournamentSettings, game: TournamentGame) -> Terms:
    """The rules and the layout of a game, without a clock."""
    return Terms(settings.rules, settings.layout(game), settings.layout_seed(game))


def _match_of(
    stored: StoredTournament, tournament: Tournament, game: TournamentGame, at: int
) -> StoredMatch:
    """The match of a game. An entered player who has not come yet has a free seat there."""
    laid, hosting = layout_terms(stored.settings, game), stored.hosting
    terms = Terms(
        laid.rules,
        laid.menhirs,
        laid.seed,
        hosting.clock,
        timed_claims=hosting.timed_claims,
        tournament=True,
    )
    match = new_match_id()
    people = {
        seat: entrant
        for seat, entrant_id in enumerate(game.players, start=1)
        if (entrant := tournament.entrant(entrant_id)).player
    }
    joins = [
        Entry(number, at, EntryKind.JOIN, seat, entrant.name)
        for number, (seat, entrant) in enumerate(people.items(), start=1)
    ]
    seats = {seat: seat_for(new_secret(), entrant.player) for seat, entrant in people.items()}
    return StoredMatch(match, terms, match, 1, joins, seats)
