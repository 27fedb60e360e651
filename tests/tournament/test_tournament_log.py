"""The log of a tournament: what its entries lead to, and what may not be entered."""

from __future__ import annotations

import json
from random import Random

import pytest

from menhirs.tournament.entries import (
    ComeBack,
    Correct,
    Enter,
    EnterResult,
    Event,
    Finish,
    KeepApart,
    NoShow,
    Pair,
    Pause,
    RenamePlayer,
    ReportResult,
    Resume,
    Start,
    TournamentEntry,
    WithdrawPlayer,
)
from menhirs.tournament.entry_data import read_event, write_event
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.results import GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import System, read_settings, write_settings
from menhirs.tournament.tournament import Tournament, TournamentPhase
from tests.tournament.simulated import Simulation, add, settings_of, started

FIRST = Pair(1, (Pairing(1, 2), Pairing(3, 4)))
GAME = TournamentGame(1, 1, 2)
WON, LOST = GameOutcome(1, 5), GameOutcome(2, 5)


@pytest.fixture
def tournament() -> Tournament:
    """Four players in their first round."""
    return add(started(settings_of(System.SWISS, 3), 4), FIRST)


@pytest.mark.parametrize("seed", range(10))
def test_a_log_read_again_gives_the_same_tournament(seed: int) -> None:
    numbers = Random(seed)
    begun = started(settings_of(numbers.choice(list(System)[:4]), 3), 7)
    simulation = Simulation(begun, numbers, comings=0.5)
    played = simulation.play()
    stored = [
        (entry.number, entry.at, entry.event.kind, json.dumps(write_event(entry.event)), entry.by)
        for entry in simulation.log
    ]
    again = begun
    for number, at, kind, text, by in stored:
        again = again.append(TournamentEntry(number, at, read_event(kind, json.loads(text)), by))
    assert again == played


def test_settings_and_all_kinds_of_events_read_back_equal() -> None:
    settings = settings_of(System.ARENA, 3, duplicate=True)
    assert read_settings(json.loads(json.dumps(write_settings(settings)))) == settings
    events: list[Event] = [
        Enter(1, "Anna", "key"),
        RenamePlayer(1, "Anne"),
        WithdrawPlayer(1),
        ComeBack(1),
        KeepApart(1, 2),
        Start(),
        Pair(2, (Pairing(3, 1),), 2, by_hand=True),
        ReportResult(GAME, WON, 1),
        EnterResult(GAME, LOST, "match"),
        NoShow(GAME, (1, 2)),
        Correct(GAME, None, "typo"),
        Correct(GAME, WON),
        Pause(),
        Resume(),
        Finish(),
    ]
    for event in events:
        assert read_event(event.kind, json.loads(json.dumps(write_event(event)))) == event


def test_two_reports_that_agree_are_a_result(tournament: Tournament) -> None:
    one = add(tournament, ReportResult(GAME, WON, 1))
    assert one.outcome(GAME) is None
    assert not one.state(GAME).is_disputed
    assert add(one, ReportResult(GAME, WON, 2)).outcome(GAME) == WON


def test_two_reports_that_differ_are_a_dispute_until_somebody_gives_in_or_decides(
    tournament: Tournament,
) -> None:
    disputed = add(tournament, ReportResult(GAME, WON, 1), ReportResult(GAME, LOST, 2))
    assert disputed.disputed_games() == [GAME]
    assert disputed.outcome(GAME) is None
    assert add(disputed, ReportResult(GAME, WON, 2)).outcome(GAME) == WON
    decided = add(disputed, EnterResult(GAME, LOST))
    assert decided.outcome(GAME) == LOST
    assert decided.disputed_games() == []


def test_a_correction_counts_and_leaves_a_trail(tournament: Tournament) -> None:
    entered = tournament.append(tournament.entry(EnterResult(GAME, WON), 10, "Olga"))
    corrected = entered.append(entered.entry(Correct(GAME, LOST, "typo"), 20, "Piet"))
    state = corrected.state(GAME)
    assert state.outcome == LOST
    assert state.was_corrected
    assert [(entry.by, entry.at) for entry in state.trail] == [("Olga", 10), ("Piet", 20)]
    reopened = add(corrected, Correct(GAME, None))
    assert GAME in reopened.open_games()
    assert len(reopened.state(GAME).trail) == 3
    assert entered.outcome(GAME) == WON  # what was before is not touched


def test_a_round_may_be_paired_once_more_by_hand(tournament: Tournament) -> None:
    again = add(tournament, Pair(1, (Pairing(1, 3), Pairing(2, 4)), by_hand=True))
    assert [game.players for game in again.open_games()] == [(1, 3), (2, 4)]
    played = add(tournament, EnterResult(TournamentGame(1, 3, 4), WON))
    swapped = add(played, Pair(1, (Pairing(2, 1), Pairing(3, 4)), by_hand=True))
    assert swapped.outcome(TournamentGame(1, 3, 4)) == WON
    assert swapped.open_games() == [TournamentGame(1, 2, 1)]
    with pytest.raises(BadTournament, match=r"tournament-played"):
        add(played, Pair(1, (Pairing(1, 3), Pairing(2, 4))))


def test_pausing_stops_rounds_but_not_results(tournament: Tournament) -> None:
    results = [EnterResult(game, WON) for game in tournament.open_games()]
    paused = add(tournament, Pause(), *results)
    assert paused.phase is TournamentPhase.PAUSED
    following = Pair(2, (Pairing(1, 3), Pairing(2, 4)))
    with pytest.raises(BadTournament, match=r"is paused \[tournament-phase"):
        add(paused, following)
    assert len(add(paused, Resume(), following).rounds) == 2


def test_late_entry_withdrawal_and_coming_back(tournament: Tournament) -> None:
    left = add(tournament, WithdrawPlayer(3), tournament.enter("Zoë"))
    assert left.active == [1, 2, 4, 5]
    assert len(left.open_games()) == 2  # whoever leaves in the middle of a round has a game yet
    assert add(left, ComeBack(3)).active == [1, 2, 3, 4, 5]


REFUSED: list[tuple[Event, str]] = [
    (Enter(5, "player 1"), "tournament-name-twice"),
    (Enter(9, "Zoë"), "tournament-entrant"),
    (Enter(5, " "), "tournament-value"),
    (Enter(5, " Zoë"), "tournament-value"),
    (RenamePlayer(1, "player 2"), "tournament-name-twice"),
    (RenamePlayer(9, "Zoë"), "tournament-entrant"),
    (ComeBack(1), "tournament-present"),
    (KeepApart(1, 1), "tournament-oneself"),
    (Start(), "tournament-phase"),
    (Resume(), "tournament-phase"),
    (Pair(2, ()), "tournament-open"),
    (Pair(3, ()), "tournament-round"),
    (Pair(0, ()), "tournament-round"),
    (Pair(1, (Pairing(1, 1),)), "tournament-oneself"),
    (Pair(1, (Pairing(1, 2), Pairing(2, 3))), "tournament-paired-twice"),
    (Pair(1, (Pairing(1, 2),), 1), "tournament-paired-twice"),
    (Pair(1, (Pairing(1, 9),)), "tournament-entrant"),
    (EnterResult(TournamentGame(1, 2, 1), WON), "tournament-game"),
    (EnterResult(TournamentGame(1, 1, 2, 2), WON), "tournament-game"),
    (EnterResult(TournamentGame(2, 1, 2), WON), "tournament-game"),
    (ReportResult(GAME, WON, 3), "tournament-not-yours"),
    (NoShow(GAME, (3,)), "tournament-not-yours"),
    (Correct(GAME, WON), "tournament-undecided"),
]


@pytest.mark.parametrize(("event", "code"), REFUSED)
def test_what_may_not_be_entered(tournament: Tournament, event: Event, code: str) -> None:
    with pytest.raises(BadTournament) as error:
        tournament.entry(event, 0)
    assert error.value.code == code


def test_what_may_not_be_entered_twice_or_too_late(tournament: Tournament) -> None:
    decided = add(tournament, EnterResult(GAME, WON), WithdrawPlayer(4))
    finished = add(decided, Finish())
    for before, event, code in (
        (decided, EnterResult(GAME, LOST), "tournament-decided"),
        (decided, ReportResult(GAME, LOST, 1), "tournament-decided"),
        (decided, WithdrawPlayer(4), "tournament-withdrawn"),
        (finished, Enter(5, "Zoë"), "tournament-phase"),
        (finished, EnterResult(TournamentGame(1, 3, 4), WON), "tournament-phase"),
        (Tournament(tournament.settings), Start(), "tournament-few"),
    ):
        with pytest.raises(BadTournament) as error:
            before.entry(event, 0)
        assert error.value.code == code
    assert add(finished, Correct(GAME, LOST)).outcome(GAME) == LOST


@pytest.mark.parametrize(
    "values", [(3, 0, True), (-1, 0, True), (1, -1, True), (0, 5, True), (1, 5, False)]
)
def test_what_is_no_outcome(values: tuple[int, int, bool]) -> None:
    with pytest.raises(BadTournament, match="tournament-outcome"):
        GameOutcome(*values)


def test_no_result_has_more_points_than_the_rules_give(tournament: Tournament) -> None:
    most = tournament.settings.rules.most_points
    for score in (most + 1, 1_000_000):
        told = GameOutcome(1, score)
        for event in (EnterResult(GAME, told), ReportResult(GAME, told, 1)):
            with pytest.raises(BadTournament, match="tournament-outcome"):
                tournament.entry(event, 0)
    decided = add(tournament, EnterResult(GAME, GameOutcome(1, most)))
    with pytest.raises(BadTournament, match="tournament-outcome"):
        decided.entry(Correct(GAME, GameOutcome(1, most + 1)), 0)
    # A log from before that was asked is still read.
    earlier = TournamentEntry(decided.entries + 1, 0, Correct(GAME, GameOutcome(1, most + 1)))
    assert decided.append(earlier).outcome(GAME) == GameOutcome(1, most + 1)


def test_entries_come_in_their_order(tournament: Tournament) -> None:
    with pytest.raises(ValueError, match="cannot follow"):
        tournament.append(TournamentEntry(tournament.entries + 2, 0, Pause()))
