"""The entries about players' identities, corrections and further organisers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.tournament.checks import MOST_ORGANISERS
from menhirs.tournament.entries import (
    Appoint,
    ChangeSettings,
    ChooseEntrant,
    ComeBack,
    Dismiss,
    Enter,
    EnterResult,
    Event,
    Finish,
    OfferDesk,
    Pair,
    RenamePlayer,
    ReportResult,
    Resume,
    Start,
    Unpair,
)
from menhirs.tournament.entry_data import read_event, write_event
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.results import GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import System, TournamentSettings
from menhirs.tournament.tournament import Tournament, TournamentPhase

CUP = TournamentSettings("Cup", System.SWISS, AMSTERDAM, rounds=2, seed="oak")
FIRST = Pair(1, (Pairing(1, 2), Pairing(3, 4)))
GAME = TournamentGame(1, 1, 2)


def after(*events: Event, of: Tournament | None = None) -> Tournament:
    """The tournament after these events, each as the next line of its log."""
    tournament = of or Tournament(CUP)
    for event in events:
        entry, following = tournament.entered(event, 0, "organiser")
        assert tournament.append(entry) == following
        tournament = following
    return tournament


@pytest.fixture
def running() -> Tournament:
    """Ada, Bert and Cor were written down, Dirk entered; the first round is paired."""
    names = enumerate(("Ada", "Bert", "Cor"), start=1)
    return after(*(Enter(n, name) for n, name in names), Enter(4, "Dirk", "dirk"), Start(), FIRST)


def refused(tournament: Tournament, event: Event) -> str:
    """The code of the error that an event gets."""
    with pytest.raises(BadTournament) as caught:
        tournament.entered(event, 0)
    return caught.value.code


def test_somebody_says_who_they_are_and_a_wrong_choice_is_undone(running: Tournament) -> None:
    taken = after(ChooseEntrant(1, "cor"), of=running)
    assert taken.entrant(1).player == "cor" and taken.entrant(1).by_hand
    assert refused(taken, ChooseEntrant(1, "ada")) == "tournament-somebody"
    assert refused(taken, ChooseEntrant(3, "cor")) == "tournament-you"
    free = after(ChooseEntrant(1, ""), of=taken)
    assert free.entrant(1).player == ""
    assert (
        after(ChooseEntrant(3, "cor"), ChooseEntrant(1, "ada"), of=free).entrant(1).player == "ada"
    )


def test_whoever_entered_by_themselves_stays_who_they_are(running: Tournament) -> None:
    assert refused(running, ChooseEntrant(4, "")) == "tournament-nobody"
    assert refused(running, ChooseEntrant(4, "eve")) == "tournament-somebody"
    assert refused(running, ChooseEntrant(2, "")) == "tournament-nobody"


@pytest.mark.parametrize("name", ["ada", "ADA", "Áda", "A da", "Ada!", "Аda"])
def test_two_names_alike_are_told_apart(running: Tournament, name: str) -> None:
    assert refused(running, running.enter(name)) == "tournament-name-alike"
    assert refused(running, RenamePlayer(2, name)) == "tournament-name-alike"
    assert after(RenamePlayer(1, name), of=running).name(1) == name
    after(running.enter("Ada B."), of=running)


def test_similar_names_in_an_older_log_are_read() -> None:
    tournament = after(Enter(1, "Ada"))
    entry = replace(tournament.entry(Enter(2, "Bert"), 0), event=Enter(2, "ada"))
    assert tournament.append(entry).name(2) == "ada"


def test_a_pairing_is_undone_and_the_tournament_waits(running: Tournament) -> None:
    undone = after(ReportResult(GAME, GameOutcome(1, 12), 1), Unpair(1), of=running)
    assert undone.rounds == () and not undone.states and undone.phase is TournamentPhase.PAUSED
    again = after(undone.enter("Eva"), Resume(), of=undone)
    pair = next_round(again)
    assert pair is not None and pair.bye is not None
    assert refused(running, Unpair(2)) == "tournament-unpair"
    decided = after(EnterResult(GAME, GameOutcome(1, 12)), of=running)
    assert refused(decided, Unpair(1)) == "tournament-played"


def test_settings_are_changed_as_long_as_nothing_rests_on_them(running: Tournament) -> None:
    longer = replace(CUP, name="Autumn cup", rounds=5)
    changed = after(ChangeSettings(longer, {"door": "open"}), of=running)
    assert changed.settings == longer
    for other in (
        replace(CUP, rules=BASE),
        replace(CUP, system=System.ARENA),
        replace(CUP, duplicate=True),
        replace(CUP, seed="elm"),
    ):
        assert refused(running, ChangeSettings(other, {})) == "tournament-change"
    early = after(ChangeSettings(replace(CUP, rules=BASE, duplicate=True), {}))
    assert early.settings.rules == BASE
    assert refused(after(Finish(), of=running), ChangeSettings(longer, {})) == "tournament-phase"


def test_a_log_is_read_with_settings_that_changed_later(running: Tournament) -> None:
    longer = replace(CUP, name="Autumn cup", rounds=5)
    entries, tournament = [], Tournament(CUP)
    for event in (
        Enter(1, "Ada"),
        Enter(2, "Bert"),
        Start(),
        ChangeSettings(longer, {}),
        ComeBack(1),
    ):
        if isinstance(event, ComeBack):
            break
        entry, tournament = tournament.entered(event, 0)
        entries.append(entry)
    assert Tournament.read(longer, entries) == tournament


def test_others_organise_too(running: Tournament) -> None:
    offered = after(OfferDesk("code"), of=running)
    assert offered.desk_code == "code"
    both = after(Appoint("eva", "Eva"), of=offered)
    assert both.organisers == {"eva": "Eva"} and both.desk_code == ""
    assert refused(both, Appoint("eva", "Eva")) == "tournament-organiser"
    assert after(Dismiss("eva"), of=both).organisers == {}
    assert refused(running, Dismiss("eva")) == "tournament-no-organiser"
    many = after(*(Appoint(f"{n}", f"Helper {n}") for n in range(MOST_ORGANISERS)), of=running)
    assert refused(many, Appoint("eva", "Eva")) == "tournament-organisers"


@pytest.mark.parametrize(
    "event",
    [
        ChooseEntrant(1, "ada"),
        Unpair(3),
        ChangeSettings(replace(CUP, rules=BASE), {"door": "open", "clock": None}),
        OfferDesk("code"),
        Appoint("eva", "Eva"),
        Dismiss("eva"),
    ],
)
def test_entries_are_read_back_equal(event: Event) -> None:
    assert read_event(event.kind, write_event(event)) == event
