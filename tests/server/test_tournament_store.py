"""Tournaments in the database: one transaction opens a whole round, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from menhirs.core.rules import AMSTERDAM, BASE, RuleSet
from menhirs.match.terms import DAY, MINUTE, LiveClock, SlowClock
from menhirs.server.live.tournament.games import games_to_open, layout_terms
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore
from menhirs.server.storage.tournament.tournament_store import (
    EntryBatch,
    LinkedGame,
    StoredTournament,
    TournamentStore,
)
from menhirs.tournament.entries import Enter, Start, TournamentEntry
from menhirs.tournament.entries import Event as EntryEvent
from menhirs.tournament.hosting_settings import (
    Door,
    HostingSettings,
    Venue,
    read_hosting_settings,
    write_hosting_settings,
)
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.results import TournamentGame
from menhirs.tournament.settings import System, TournamentSettings
from menhirs.tournament.tournament import Tournament

CUP = StoredTournament(
    "23456789ab",
    "organiser",
    1_000,
    TournamentSettings("Cup", System.SWISS, AMSTERDAM, rounds=3, duplicate=True, seed="seed"),
    HostingSettings(starts_at=5_000, clock=LiveClock(5 * MINUTE, 3_000)),
)


@pytest.fixture
def store(database: str) -> Iterator[MatchStore]:
    engine = open_database(database)
    yield MatchStore(engine)
    engine.dispose()


def begun(store: TournamentStore, players: int = 4) -> Tournament:
    """A tournament that has started, written down entry by entry."""
    store.create(CUP)
    tournament = Tournament(CUP.settings)
    events = [Enter(n, f"Player {n}", f"person{n}") for n in range(1, players + 1)]
    happened: list[EntryEvent] = [*events, Start()]
    for at, event in enumerate(happened, start=2_000):
        entry = tournament.entry(event, at, "organiser")
        assert store.write(EntryBatch(CUP.id, (entry,), "entering", 5_000))
        tournament = tournament.append(entry)
    return tournament


def news_of(store: TournamentStore, after: int) -> tuple[list[TournamentEntry], list[LinkedGame]]:
    """The entries after a number, and the matches."""
    news = store.news(CUP.id, after)
    assert news is not None
    return news


def round_step(tournament: Tournament, at: int) -> EntryBatch:
    """The step that opens the next round with its matches."""
    pair = next_round(tournament)
    assert pair is not None
    entry = tournament.entry(pair, at)
    opened = games_to_open(CUP, tournament.append(entry), (), at)
    return EntryBatch(CUP.id, (entry,), "running", None, opened)


def test_a_tournament_is_read_back_equal(store: MatchStore) -> None:
    tournaments = TournamentStore(store)
    tournament = begun(tournaments)
    assert tournaments.find(CUP.id) == CUP and tournaments.find("nowhere") is None
    entries, links = news_of(tournaments, 0)
    assert Tournament.read(CUP.settings, entries) == tournament and links == []
    assert tournaments.news(CUP.id, tournament.entries) == ([], [])
    (listed,) = tournaments.listed(None)
    assert (listed.stored, listed.players, listed.state) == (CUP, 4, "entering")


def test_a_round_opens_with_all_its_matches_and_only_once(store: MatchStore) -> None:
    tournaments = TournamentStore(store)
    tournament = begun(tournaments)
    steps = [round_step(tournament, 9_000 + server) for server in range(4)]
    with ThreadPoolExecutor(4) as servers:
        written = list(servers.map(tournaments.write, steps))
    assert sorted(written) == [False, False, False, True]
    step = steps[written.index(True)]
    entries, links = news_of(tournaments, tournament.entries)
    assert entries == list(step.entries)
    assert {link.match for link in links} == {match.id for _, match in step.opened}
    for game, match in step.opened:
        stored = store.load(match.id)
        assert stored is not None
        people = {seat: taken.person for seat, taken in stored.seats.items()}
        assert people == {1: f"person{game.south}", 2: f"person{game.north}"}
        assert stored.terms.clock == CUP.hosting.clock
    for steps_of_others in (s for s in steps if s is not step):
        assert all(store.load(match.id) is None for _, match in steps_of_others.opened)


def test_where_a_match_can_t_be_made_the_round_is_not_opened(store: MatchStore) -> None:
    tournaments = TournamentStore(store)
    tournament = begun(tournaments)
    step = round_step(tournament, 9_000)
    game, match = step.opened[-1]
    broken = replace(step, opened=[*step.opened, (game, match)])  # the same name twice
    with pytest.raises(IntegrityError):
        tournaments.write(broken)
    assert tournaments.news(CUP.id, tournament.entries) == ([], [])
    assert all(store.load(made.id) is None for _, made in step.opened)
    assert tournaments.write(step)


def test_what_is_due_starts_and_what_has_ended_is_found(store: MatchStore) -> None:
    tournaments = TournamentStore(store)
    tournament = begun(tournaments)
    assert tournaments.due(4_999) == [] and tournaments.due(5_000) == [CUP.id]
    step = round_step(tournament, 9_000)
    assert tournaments.write(step)
    assert tournaments.due(5_000) == [] and tournaments.ended() == []
    assert {match for _, match, _ in tournaments.running()} == {m.id for _, m in step.opened}
    game, match = step.opened[0]
    assert tournaments.of_match(match.id) == (CUP.id, 1)
    assert tournaments.of_match("nowhere") is None
    assert tournaments.waiting_for(f"person{game.north}") == (CUP.id, match.id)
    assert tournaments.waiting_for("somebody") is None


def test_the_tables_of_a_duplicate_round_share_a_layout_and_the_next_has_another() -> None:
    settings = CUP.settings
    first = {layout_terms(settings, TournamentGame(1, s, n, k)).menhirs for s, n, k in _GAMES}
    second = {layout_terms(settings, TournamentGame(2, s, n, k)).menhirs for s, n, k in _GAMES}
    assert len(first) == len(second) == 1 and first != second
    single = replace(settings, duplicate=False)
    assert (
        len({layout_terms(single, TournamentGame(1, s, n, k)).menhirs for s, n, k in _GAMES}) == 4
    )


_GAMES = ((1, 2, 1), (2, 1, 2), (3, 4, 1), (4, 3, 2))


@pytest.mark.parametrize("clock", [None, LiveClock(MINUTE), SlowClock(3)])
def test_arrangements_are_read_back_equal(clock: LiveClock | SlowClock | None) -> None:
    for door in Door:
        for place in Venue:
            hosting = HostingSettings(door, place, clock, False, 5 * DAY, False)
            assert read_hosting_settings(write_hosting_settings(hosting)) == hosting


@pytest.mark.parametrize("rules", [BASE, replace(AMSTERDAM, name="house", claim_time=5_000)])
def test_house_rules_are_kept_with_the_tournament(store: MatchStore, rules: RuleSet) -> None:
    stored = replace(CUP, settings=replace(CUP.settings, rules=rules))
    tournaments = TournamentStore(store)
    tournaments.create(stored)
    assert tournaments.find(CUP.id) == stored
