"""Which entry may come next in a tournament, and what is said where it may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menhirs.match.names import checked_name
from menhirs.tournament.entries import (
    ComeBack,
    Correct,
    Enter,
    Event,
    Finish,
    GameEvent,
    KeepApart,
    NoShow,
    Pair,
    Pause,
    Rename,
    Report,
    Result,
    Resume,
    Start,
    Withdraw,
)
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.results import EntrantId, Outcome
from menhirs.tournament.settings import System

if TYPE_CHECKING:
    from menhirs.tournament.tournament import Tournament

MOST_PLAYERS = 500


def check(tournament: Tournament, event: Event) -> None:
    """Raises if this can't happen now."""
    match event:
        case Enter(entrant, name):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            if len(tournament.entrants) >= MOST_PLAYERS:
                raise BadTournament("tournament-full", most=MOST_PLAYERS)
            if tournament.settings.system is System.KNOCK_OUT and tournament.rounds:
                raise BadTournament("tournament-closed")
            if entrant != len(tournament.entrants) + 1:
                raise BadTournament("tournament-entrant", text=str(entrant))
            _check_name(tournament, name)
        case Rename(entrant, name):
            if tournament.name(entrant) != name:
                _check_name(tournament, name)
        case Withdraw(entrant):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            if tournament.entrant(entrant).withdrawn:
                raise BadTournament("tournament-withdrawn", name=tournament.name(entrant))
        case ComeBack(entrant):
            _check_phase(tournament, "ENTERING", "RUNNING", "PAUSED")
            if not tournament.entrant(entrant).withdrawn:
                raise BadTournament("tournament-present", name=tournament.name(entrant))
        case KeepApart(one, two):
            _check_two(tournament, one, two)
        case Start():
            _check_phase(tournament, "ENTERING")
            if len(tournament.active) < 2:
                raise BadTournament("tournament-few")
        case Pair():
            _check_pair(tournament, event)
        case Report() | Result() | NoShow() | Correct():
            _check_game(tournament, event)
        case Pause():
            _check_phase(tournament, "RUNNING")
        case Resume():
            _check_phase(tournament, "PAUSED")
        case Finish():
            _check_phase(tournament, "RUNNING", "PAUSED")


def check_points(tournament: Tournament, event: Event) -> None:
    """Raises for more points than the rules give. Earlier diaries may have them."""
    match event:
        case Report(_, outcome, _) | Result(_, outcome, _) | Correct(_, Outcome() as outcome, _):
            if outcome.score > (most := tournament.settings.rules.most_points):
                raise BadTournament("tournament-outcome", why=f"a game is worth {most} at most")
        case _:
            pass


def _check_phase(tournament: Tournament, *phases: str) -> None:
    if tournament.phase.name not in phases:
        raise BadTournament("tournament-phase", phase=tournament.phase.value)


def _check_name(tournament: Tournament, name: str) -> None:
    """Names tell players apart on sheets of paper, so no two are the same."""
    if not name or checked_name(name) != name:
        wanted = "a visible name without blanks around it"
        raise BadTournament("tournament-value", key="name", value=repr(name), wanted=wanted)
    if any(entrant.name == name for entrant in tournament.entrants.values()):
        raise BadTournament("tournament-name-twice", name=name)


def _check_two(tournament: Tournament, one: EntrantId, two: EntrantId) -> None:
    if tournament.entrant(one) == tournament.entrant(two):
        raise BadTournament("tournament-oneself", name=tournament.name(one))


def _check_pair(tournament: Tournament, event: Pair) -> None:
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
    busy = {who for game in tournament.open_games() for who in game.players} if arena else set()
    kept = tournament.rounds[last - 1].players if event.round == last and last else set()
    for pairing in event.pairings:
        _check_two(tournament, *pairing)
        for who in pairing:
            _check_free(tournament, who, event.round, busy, kept)
    if event.bye is not None:
        _check_free(tournament, event.bye, event.round, busy, kept)


def _check_free(
    tournament: Tournament,
    who: EntrantId,
    round_number: int,
    busy: set[EntrantId],
    kept: set[EntrantId],
) -> None:
    """A player has one pairing in a round; whoever withdrew gets no new one."""
    entrant = tournament.entrant(who)
    if who in busy:
        raise BadTournament("tournament-paired-twice", name=entrant.name, round=round_number)
    if entrant.withdrawn and who not in kept:
        raise BadTournament("tournament-withdrawn", name=entrant.name)
    busy.add(who)


def _check_results_stay(tournament: Tournament, event: Pair) -> None:
    """A pairing that has a result stays, with its seats."""
    for game in tournament.games(event.round):
        if tournament.outcome(game) is None:
            continue
        if not any(game == pairing.game(event.round, game.number) for pairing in event.pairings):
            south, north = (tournament.name(who) for who in game.players)
            raise BadTournament("tournament-played", south=south, north=north, round=event.round)


def _check_game(tournament: Tournament, event: GameEvent) -> None:
    game = event.game
    south, north = (tournament.name(who) for who in game.players)
    if not tournament.has_game(game):
        raise BadTournament("tournament-game", south=south, north=north, round=game.round)
    decided = tournament.outcome(game) is not None
    match event:
        case Correct():
            if not decided:
                raise BadTournament("tournament-undecided")
            return
        case Report(_, _, entrant):
            told_by: tuple[EntrantId, ...] = (entrant,)
        case NoShow(_, absent):
            told_by = absent
        case Result():
            told_by = ()
    _check_phase(tournament, "RUNNING", "PAUSED")
    if decided:
        raise BadTournament("tournament-decided")
    for who in told_by:
        if who not in game.players:
            raise BadTournament("tournament-not-yours", name=tournament.name(who))
