"""The log on disk, on both databases: each entry is read back, once and unchanged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, select, text

from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.series import LAST_GAMES, Earlier, GameOfSeries
from menhirs.match.terms import DAY, ClockTerms, LiveClock, SlowClock, Terms
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import (
    Append,
    MatchStore,
    StoredMatch,
    StoredSeat,
    standing_of,
)
from menhirs.server.storage.match.writer import GATHER, Writer
from tests.server.databases import Postgresql

AMSTERDAM = RULE_SETS["amsterdam"]
TERMS = Terms(AMSTERDAM, random_menhirs(AMSTERDAM, "fog"), "fog")
KEY, OTHER_KEY = StoredSeat(b"\0" * 32), StoredSeat(bytes(range(32)), "somebody")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


@pytest.fixture
def store(engine: Engine) -> MatchStore:
    return MatchStore(engine)


def joined(number: int, name: str = "Ann") -> Entry:
    return Entry(number, 1_700_000_000_000 + number, EntryKind.JOIN, number, name)


def action(number: int, said: str, player: int = 1) -> Entry:
    return Entry(number, 1_700_000_000_000 + number, EntryKind.ACTION, player, said)


def new_match(store: MatchStore, name: str = "match", **more: object) -> StoredMatch:
    stored = replace(
        StoredMatch(name, TERMS, name, 1, [joined(1), joined(2)], {1: KEY, 2: OTHER_KEY}),
        **more,  # type: ignore[arg-type]
    )
    store.create(stored, at=1)
    return stored


CLOCKS: list[ClockTerms] = [None, LiveClock(90_000, 1_500), SlowClock(14)]


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_all_terms_are_read_back_as_they_were(store: MatchStore, rules: str) -> None:
    chosen = RULE_SETS[rules]
    for number, clock in enumerate(CLOCKS):
        for timed in (True, False):
            for shared, computers in ((True, {}), (False, {1: 8}), (False, {1: 1, 2: 2})):
                seed = 'é"\\\n🗿 \u2028'
                laid = random_menhirs(chosen, seed)
                agreed = Terms(chosen, laid, seed, clock, timed, computers, shared)
                name = f"{number}{timed:d}{shared:d}{len(computers)}"
                new_match(store, name, terms=agreed, entries=[], seats={})
                found = store.load(name)
                assert found is not None
                assert found.terms == agreed


def test_house_rules_are_kept_with_their_match(store: MatchStore) -> None:
    house = replace(AMSTERDAM, name="house", chances=5, claim_time=8_000, laps=1)
    new_match(store, "house", terms=replace(TERMS, rules=house))
    found = store.load("house")
    assert found is not None
    assert found.terms.rules == house


def test_a_match_is_read_back_with_entries_and_seats(store: MatchStore) -> None:
    stored = new_match(store)
    assert store.load("match") == stored
    entries = [
        Entry(3, 2**40, EntryKind.ACTION, 2, "b2b3c3-NE", 999),
        Entry(4, 2**40 + 1, EntryKind.NAME, 1, 'Zoë "<b>" 小林 🗿'),
        Entry(5, 2**40 + 2, EntryKind.OFFER, 1, "take-back"),
        Entry(6, 2**40 + 2, EntryKind.DECLINE, 2, "take-back"),
        Entry(7, 2**40 + 2, EntryKind.TAKE_BACK, 2, "0"),
        Entry(8, 2**40 + 2, EntryKind.NEXT, 2, "other"),
    ]
    store.append([Append("match", entry) for entry in entries])
    found = store.load("match")
    assert found is not None and found.entries == [*stored.entries, *entries]
    assert store.news("match", after=6) == (entries[4:], stored.seats)


def test_what_was_never_written_is_not_there(store: MatchStore) -> None:
    for name in ("", "nothing", "x" * 1_000, "'; drop table matches; --", "🗿"):
        assert store.load(name) is None
        assert store.news(name, 0) == ([], {})


def test_of_two_entries_with_one_number_the_first_stays(store: MatchStore) -> None:
    new_match(store)
    first, second = action(3, "first"), action(3, "second")
    assert store.append([Append("match", first)]) == {("match", 3)}
    assert store.append([Append("match", second)]) == set()
    assert store.news("match", after=2)[0] == [first]


def test_of_many_writers_exactly_one_gets_a_number(database: str, store: MatchStore) -> None:
    new_match(store)
    engines = [open_database(database) for _ in range(4)]
    for number in range(3, 13):
        won: list[int] = []
        ready = Barrier(len(engines))

        def write(
            writer: int, number: int = number, won: list[int] = won, ready: Barrier = ready
        ) -> None:
            ready.wait()
            append = Append("match", action(number, f"by {writer}"))
            if MatchStore(engines[writer]).append([append]):
                won.append(writer)

        threads = [Thread(target=write, args=(writer,)) for writer in range(len(engines))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(won) == 1
        assert store.news("match", number - 1)[0][0].text == f"by {won[0]}"
    for engine in engines:
        engine.dispose()


def test_a_batch_is_written_but_for_what_came_too_late(store: MatchStore) -> None:
    for name in ("one", "two", "three"):
        new_match(store, name)
    store.append([Append("two", action(3, "quicker"))])
    batch = [Append(name, action(3, "batch")) for name in ("one", "two", "three")]
    batch.append(Append("one", action(4, "batch")))
    assert store.append(batch) == {("one", 3), ("one", 4), ("three", 3)}
    assert [entry.text for entry in store.news("one", 2)[0]] == ["batch", "batch"]
    assert [entry.text for entry in store.news("two", 2)[0]] == ["quicker"]
    assert store.append([]) == set()


def test_large_batches(store: MatchStore) -> None:
    new_match(store)
    batch = [Append("match", action(number, "x")) for number in range(3, 2_003)]
    assert len(store.append(batch)) == 2_000
    assert [entry.number for entry in store.news("match", 2)[0]] == list(range(3, 2_003))


def test_the_outcome_stands_in_the_row_of_the_match(store: MatchStore, engine: Engine) -> None:
    new_match(store)
    won, lost = Outcome(2, 18, Reason.WRONG_CLAIM), Outcome(1, 1, Reason.RESIGN)
    store.append([Append("match", action(3, "claim"), won)])
    store.append([Append("match", action(3, "resign"), lost)])  # too late: it changes nothing
    columns = tables.matches.c
    with engine.connect() as connection:
        row = connection.execute(select(columns.winner, columns.score, columns.reason)).one()
    assert tuple(row) == (2, 18, "wrong-claim")


def test_a_seat_is_taken_once(store: MatchStore) -> None:
    new_match(store, entries=[joined(1)], seats={1: KEY})
    assert store.join([Append("match", joined(2, "Bo"))], OTHER_KEY)
    assert not store.join([Append("match", joined(2, "Cy"))], KEY)
    entries, seats = store.news("match", 1)
    assert [entry.text for entry in entries] == ["Bo"]
    assert seats == {1: KEY, 2: OTHER_KEY}


def test_whoever_changes_seats_does_so_only_if_the_other_sits_down(store: MatchStore) -> None:
    new_match(store, entries=[joined(1)], seats={1: KEY})
    store.append([Append("match", Entry(3, 1_700_000_000_003, EntryKind.NAME, 1, "Anne"))])
    swap = Entry(2, 1_700_000_000_002, EntryKind.SWAP, 1, "")
    late = replace(joined(3, "Bo"), player=1)  # a name was changed meanwhile
    assert not store.join([Append("match", swap), Append("match", late)], OTHER_KEY)
    entries, seats = store.news("match", 0)
    assert [entry.kind for entry in entries] == [EntryKind.JOIN, EntryKind.NAME]
    assert seats == {1: KEY}


def test_a_seat_has_one_owner(store: MatchStore) -> None:
    new_match(store)
    standing = standing_of(TERMS.start)
    assert store.adopt("match", 1, "ann", standing, 1)
    assert not store.adopt("match", 1, "cy", standing, 2)
    assert {seat: one.person for seat, one in store.news("match", 0)[1].items()} == {
        1: "ann",
        2: "somebody",
    }


def test_there_is_one_next_game(store: MatchStore) -> None:
    new_match(store)
    for name, there in (("second", True), ("third", False)):
        link = Append("match", Entry(3, 5, EntryKind.NEXT, 1, name))
        following = StoredMatch(name, TERMS, "match", 2, [joined(1), joined(2)], {1: KEY})
        assert store.create_next(following, 5, link) is there
    assert store.load("third") is None
    found = store.load("second")
    assert found is not None and (found.series, found.game) == ("match", 2)


def test_a_series_tells_its_earlier_games(store: MatchStore) -> None:
    new_match(store)
    store.append([Append("match", action(3, "resign"), Outcome(1, 22, Reason.RESIGN))])
    for game, (name, outcome) in enumerate(
        [("tied", Outcome(0, 0, Reason.TIE)), ("open", None)], start=2
    ):
        new_match(store, name, series="match", game=game)
        store.append([Append(name, action(3, "x"), outcome)])
    new_match(store, "elsewhere")
    found = store.load("open")
    assert found is not None
    # Player 1 of the first game is player 1 again in the third.
    games = (GameOfSeries("match", 1, 1, 22), GameOfSeries("tied", 2, 0, 0))
    assert found.earlier == Earlier((1, 0), (22, 0), games)
    tied = store.load("tied")
    assert tied is not None and tied.earlier == Earlier((0, 1), (0, 22), games[:1])
    first = store.load("match")
    assert first is not None and first.earlier == Earlier()


def test_of_a_long_series_there_are_totals_and_the_last_games(store: MatchStore) -> None:
    """Player 1 wins all games, so each of the two people wins every other one."""
    count = 3 * LAST_GAMES
    for game in range(1, count + 1):
        new_match(store, f"g{game}", series="g1", game=game)
        store.append([Append(f"g{game}", action(3, "resign"), Outcome(1, game, Reason.RESIGN))])
    found = store.load(f"g{count}")
    assert found is not None
    odd, even = range(1, count, 2), range(2, count, 2)
    assert found.earlier.wins == (len(even), len(odd))
    assert found.earlier.points == (sum(even), sum(odd))
    last = range(count - LAST_GAMES, count)
    assert found.earlier.games == tuple(GameOfSeries(f"g{game}", game, 1, game) for game in last)


def test_heartbeats_are_kept_and_forgotten(store: MatchStore) -> None:
    assert store.last_beats() == {}
    store.beat("one", 1_000)
    store.beat("two", 2**41)
    store.beat("one", 2_000)
    assert store.last_beats() == {"one": 2_000, "two": 2**41}
    store.forget(["one", "never there"])
    store.forget([])
    assert store.last_beats() == {"two": 2**41}


def test_outages_are_kept(store: MatchStore) -> None:
    assert store.outages().elapsed(0, 100) == 100
    store.add_outage(10, 20)
    store.add_outage(15, 40)
    store.add_outage(10, 12)  # another server tells of the same one
    assert store.outages().elapsed(0, 100) == 70
    store.add_outage(2**41, 2**41 + DAY)
    assert store.outages().elapsed(2**41 - 5, 2**41 + DAY + 5) == 10


# The tables themselves.


def test_the_tables_are_what_the_code_thinks_they_are(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, tables.metadata) == []
        for table in tables.metadata.sorted_tables:  # which that comparison leaves out
            key = inspect(connection).get_pk_constraint(table.name)
            assert key["constrained_columns"] == list(table.primary_key.columns.keys())


def test_migrations_go_down_and_up_again(engine: Engine) -> None:
    from alembic import command

    from menhirs.server.storage.database import migrations

    def names() -> set[str]:
        return set(inspect(engine).get_table_names())

    there = names()
    assert there == {*tables.metadata.tables, "alembic_version"}
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "base")
    assert names() == {"alembic_version"}
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "head")
    assert names() == there


def test_opening_again_keeps_everything(database: str, store: MatchStore) -> None:
    stored = new_match(store)
    again = open_database(database)
    assert MatchStore(again).load("match") == stored
    again.dispose()


def test_nobody_else_may_read_the_files_of_sqlite(tmp_path: Path) -> None:
    """They hold private keys. Those of an earlier version are mended."""
    file = tmp_path / "menhirs.sqlite"
    for _ in range(2):
        opened = open_database(f"sqlite:///{file}")
        with opened.begin() as connection:
            connection.execute(text("create table if not exists more (x)"))
            files = list(tmp_path.iterdir())
            assert {one.name for one in files} >= {
                f"{file.name}{end}" for end in ("", "-wal", "-shm")
            }
            assert {one.stat().st_mode & 0o777 for one in files} == {0o600}
            for one in files:
                one.chmod(0o644)
        opened.dispose()


def test_servers_that_open_an_empty_database_together_all_find_it_ready(
    postgresql: Postgresql,
) -> None:
    database = postgresql.new_database()
    failed: list[BaseException] = []
    ready = Barrier(4)

    def open_it() -> None:
        ready.wait()
        try:
            engine = open_database(database)
            MatchStore(engine).beat("x", 1)
            engine.dispose()
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_what_is_acknowledged_survives_a_power_cut(engine: Engine) -> None:
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("pragma journal_mode")).scalar() == "wal"
            assert connection.execute(text("pragma synchronous")).scalar() == 2
            assert connection.execute(text("pragma foreign_keys")).scalar() == 1
        else:
            assert connection.execute(text("show synchronous_commit")).scalar() == "on"


def test_after_a_commit_of_several_entries_the_next_are_gathered(store: MatchStore) -> None:
    """A commit for every entry or two took a tenth of a busy server's time."""
    new_match(store)

    async def write(*numbers: int) -> float:
        began = asyncio.get_running_loop().time()
        entries = (Append("match", action(number, "c3")) for number in numbers)
        assert all(await asyncio.gather(*map(writer.append, entries)))
        return asyncio.get_running_loop().time() - began

    async def write_together_then_alone() -> float:
        await write(3, 4)
        return await write(5)

    writer = Writer(store)
    assert asyncio.run(write_together_then_alone()) > GATHER / 2
    writer.close()
