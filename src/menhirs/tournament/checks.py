"""Checks whether an entry may come next in a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menhirs.match.names import checked_name, likeness
from menhirs.tournament import entries as diary
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.results import EntrantId, GameOutcome
from menhirs.tournament.settings import System, TournamentSettings

if TYPE_CHECKING:
    from menhirs.tournament.tournament import Tournament

MOST_PLAYERS = 500
MOST_ORGANISERS = 20


def check(tournament: Tournament, event: diary.Event) -> None:
    """Raises if the event is not possible now."""
    match event:
        case diary.Enter(entrant, name):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            if len(tournament.entrants) >= MOST_PLAYERS:
                raise BadTournament("tournament-full", most=MOST_PLAYERS)
            if tournament.settings.system is System.KNOCK_OUT and tournament.rounds:
                raise BadTournament("tournament-closed")
            if entrant != len(tournament.entrants) + 1:
                raise BadTournament("tournament-entrant", text=str(entrant))
            _check_name(tournament, name)
        case diary.RenamePlayer(entrant, name):
            if tournament.name(entrant) != name:
                _check_name(tournament, name)
        case diary.ChooseEntrant(entrant, player):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            _check_who(tournament, entrant, player)
        case diary.WithdrawPlayer(entrant):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            if tournament.entrant(entrant).withdrawn:
                raise BadTournament("tournament-withdrawn", name=tournament.name(entrant))
        case diary.ComeBack(entrant):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            if not tournament.entrant(entrant).withdrawn:
                raise BadTournament("tournament-present", name=tournament.name(entrant))
        case diary.KeepApart(one, two):
            _check_two(tournament, one, two)
        case diary.Start():
            _check_phase(tournament, "ENTERING")
            if len(tournament.active) < 2:
                raise BadTournament("tournament-few")
        case diary.Pair():
            _check_pair(tournament, event)
        case diary.Unpair(number):
            _check_unpair(tournament, number)
        case diary.ReportResult() | diary.EnterResult() | diary.NoShow() | diary.Correct():
            _check_game(tournament, event)
        case diary.Pause():
            _check_phase(tournament, "RUNNING")
        case diary.Resume():
            _check_phase(tournament, "PAUSED")
        case diary.Finish():
            _check_phase(tournament, "RUNNING", "PAUSED")
        case diary.ChangeSettings(settings):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            _check_change(tournament, settings)
        case diary.OfferDesk():
            pass
        case diary.Appoint(player):
            if player in tournament.organisers:
                raise BadTournament("tournament-organiser", name=tournament.organisers[player])
            if len(tournament.organisers) >= MOST_ORGANISERS:
                raise BadTournament("tournament-organisers", most=MOST_ORGANISERS)
        case diary.Dismiss(player):
            if player not in tournament.organisers:
                raise BadTournament("tournament-no-organiser")


def check_new(tournament: Tournament, event: diary.Event) -> None:
    """Raises for events that are no longer allowed, though old logs may have them."""
    match event:
        case diary.ReportResult(_, outcome, _) | diary.Correct(_, GameOutcome() as outcome, _):
            _check_points(tournament, outcome)
        case diary.EnterResult(_, outcome, match) if (
            not match
        ):  # else the referee of the match counted
            _check_points(tournament, outcome)
        case diary.Enter(entrant, name) | diary.RenamePlayer(entrant, name):
            _check_alike(tournament, entrant, name)
        case _:
            pass


def _check_points(tournament: Tournament, outcome: GameOutcome) -> None:
    if outcome.score > (most := tournament.settings.rules.most_points):
        raise BadTournament("tournament-outcome", why=f"a game is worth {most} at most")


def _check_alike(tournament: Tournament, entrant_id: EntrantId, name: str) -> None:
    """Raises for names that look alike on a sheet."""
    like = likeness(name)
    for other in tournament.entrants.values():
        if other.id != entrant_id and likeness(other.name) == like:
            raise BadTournament("tournament-name-alike", name=name, other=other.name)


def _check_who(tournament: Tournament, entrant_id: EntrantId, player: str) -> None:
    entrant = tournament.entrant(entrant_id)
    if not player:
        if not entrant.player or not entrant.by_hand:
            raise BadTournament("tournament-nobody", name=entrant.name)
        return
    if entrant.player:
        raise BadTournament("tournament-somebody", name=entrant.name)
    for other in tournament.entrants.values():
        if other.player == player:
            raise BadTournament("tournament-you", name=other.name)


def _check_unpair(tournament: Tournament, number: int) -> None:
    _check_phase(tournament, "RUNNING", "PAUSED")
    last = len(tournament.rounds)
    if tournament.settings.system is System.ARENA or not last or number != last:
        raise BadTournament("tournament-unpair")
    for game in tournament.games(number):
        if tournament.outcome(game) is not None:
            south, north = (tournament.name(entrant_id) for entrant_id in game.players)
            raise BadTournament("tournament-played", south=south, north=north, round=number)


def _check_change(tournament: Tournament, settings: TournamentSettings) -> None:
    """The seed never changes; the game and the form do not change after the start."""
    was = tournament.settings
    kept = (settings.system, settings.rules, settings.duplicate, settings.fair)
    begun = tournament.phase.name != "ENTERING"
    before = (was.system, was.rules, was.duplicate, was.fair)
    if settings.seed != was.seed or (begun and kept != before):
        raise BadTournament("tournament-change")


def _check_phase(tournament: Tournament, *phases: str) -> None:
    if tournament.phase.name not in phases:
        raise BadTournament("tournament-phase", phase=tournament.phase.value)


def _check_name(tournament: Tournament, name: str) -> None:
    """Raises if a name is taken: on sheets of paper players are known by their names."""
    if not name or checked_name(name) != name:
        wanted = "a visible name without blanks around it"
        raise BadTournament("tournament-value", key="name", value=repr(name), wanted=wanted)
    if any(entrant.name == name for entrant in tournament.entrants.values()):
        raise BadTournament("tournament-name-twice", name=name)


def _check_two(tournament: Tournament, one: EntrantId, two: EntrantId) -> None:
    if tournament.entrant(one) == tournament.entrant(two):
        raise BadTournament("tournament-oneself", name=tournament.name(one))


def _check_pair(tournament: Tournament, event: diary.Pair) -> None:
    last = len(tournament.rounds)
    arena = tournament.settings.system is System.ARENA
    if event.round == last and last and not arena:
        _check_phase(tournament, "RUNNING", "PAUSED")
        _check_results_stay(tournament, event)
    elif event.round == last + 1:
        _check_phase(tournament, "RUNNING")
        if not arena and tournament.open_games():
            raise BadTournament("tournament-open", round=last)
    else:
        raise BadTournament("tournament-round", round=event.round, wanted=last + 1)
    busy = (
        {entrant_id for game in tournament.open_games() for entrant_id in game.players}
        if arena
        else set()
    )
    kept = tournament.rounds[last - 1].players if event.round == last and last else set()
    for pairing in event.pairings:
        _check_two(tournament, *pairing)
        for entrant_id in pairing:
            _check_free(tournament, entrant_id, event.round, busy, kept)
    if event.bye is not None:
        _check_free(tournament, event.bye, event.round, busy, kept)


def _check_free(
    tournament: Tournament,
    entrant_id: EntrantId,
    round_number: int,
    busy: set[EntrantId],
    kept: set[EntrantId],
) -> None:
    """A player has one pairing in a round; a player who withdrew gets no new one."""
    entrant = tournament.entrant(entrant_id)
    if entrant_id in busy:
        raise BadTournament("tournament-paired-twice", name=entrant.name, round=round_number)
    if entrant.withdrawn and entrant_id not in kept:
        raise BadTournament("tournament-withdrawn", name=entrant.name)
    busy.add(entrant_id)


def _check_results_stay(tournament: Tournament, event: diary.Pair) -> None:
    """A pairing that has a result stays, with its seats."""
    for game in tournament.games(event.round):
        if tournament.outcome(game) is None:
            continue
        if not any(game == pairing.game(event.round, game.number) for pairing in event.pairings):
            south, north = (tournament.name(entrant_id) for entrant_id in game.players)
            raise BadTournament("tournament-played", south=south, north=north, round=event.round)


def _check_game(tournament: Tournament, event: diary.GameEvent) -> None:
    game = event.game
    south, north = (tournament.name(entrant_id) for entrant_id in game.players)
    if not tournament.has_game(game):
        raise BadTournament("tournament-game", south=south, north=north, round=game.round)
    decided = tournament.outcome(game) is not None
    match event:
        case diary.Correct():
            if not decided:
                raise BadTournament("tournament-undecided")
            return
        case diary.ReportResult(_, _, entrant):
            reporters: tuple[EntrantId, ...] = (entrant,)
        case diary.NoShow(_, absent):
            reporters = absent
        case diary.EnterResult():
            reporters = ()
    _check_phase(tournament, "RUNNING", "PAUSED")
    if decided:
        raise BadTournament("tournament-decided")
    for entrant_id in reporters:
        if entrant_id not in game.players:
            raise BadTournament("tournament-not-yours", name=tournament.name(entrant_id))
