"""Somebody's games in the database: a search finds the games of a plain filter, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event, text

from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import MINUTE, ClockTerms, LiveClock, SlowClock, Terms
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.games_store import GamesStore
from menhirs.server.storage.match.store import (
    Append,
    MatchStore,
    MatchSummary,
    StoredMatch,
    StoredSeat,
)
from menhirs.view.game_list import ResultForViewer, Section
from menhirs.view.game_search import GamesPage, ListPosition, SearchTerms, page_of
from tests.server.conftest import DATABASES, new_database
from tests.thoroughness import is_long

ME = "me"
NAMES = ("Ann", "ZOË", "zoë", "Łukasz", "100%_", "小林 🗿", "", "O'Neill")
RULES = ("base", "amsterdam", "endless")
CLOCKS = (None, SlowClock(1), SlowClock(14), LiveClock(10 * MINUTE, 5_000))
GAMES = 60
SECRET = b"\0" * 32


@dataclass(frozen=True)
class Kept:
    """What a game was made as: all that the plain filter looks at."""

    match: str
    section: Section
    computer: int | None
    opponent: str
    rules: str
    result: ResultForViewer | None
    updated: int
    clock: ClockTerms

    @property
    def order(self) -> tuple[int, bool, bool, int, str]:
        turn = self.section is Section.TURN
        due = self.updated + self.clock.time if turn and self.clock is not None else None
        return (
            list(Section).index(self.section),
            turn and self.computer is not None,
            due is None,
            -self.updated if due is None else due,
            self.match,
        )


def keep_game(store: MatchStore, number: int, numbers: Random) -> Kept:
    """Writes a game of mine down, of any kind; returns what it is."""
    kind = numbers.choice(("person", "person", "computer", "shared", "myself", "free"))
    both = kind in ("shared", "myself")
    # Of two seats of mine the second is the other one's.
    seat, name = 1 if both else numbers.choice((1, 2)), numbers.choice(NAMES)
    across, rules = 3 - seat, RULE_SETS[numbers.choice(RULES)]
    level = numbers.randint(1, 8) if kind == "computer" else None
    computers = {across: level} if level else {}
    clock = numbers.choice(CLOCKS)
    menhirs = random_menhirs(rules, "fog")
    terms = Terms(rules, menhirs, clock=clock, computers=computers, shared=kind == "shared")
    people = {seat: ME} | ({across: ME} if both else {across: "you"} if kind == "person" else {})
    match, at = f"m{number:03}", numbers.randrange(20)
    joins = [
        Entry(index, at, EntryKind.JOIN, player, "I" if player == seat else "at first")
        for index, player in enumerate(people, start=1)
    ]
    if across in people:
        joins.append(Entry(len(joins) + 1, at, EntryKind.NAME, across, name))
    seats = {player: StoredSeat(SECRET, person) for player, person in people.items()}
    store.create(StoredMatch(match, terms, match, 1, joins, seats), at)
    over = kind != "free" and numbers.random() < 0.5
    outcome = Outcome(numbers.choice((0, 1, 2)), 7, Reason.FREED) if over else None
    turn = None if outcome else numbers.choice((1, 2))
    updated = at + numbers.randrange(3)
    played = Entry(len(joins) + 1, updated, EntryKind.ACTION, 1, "c3-NE")
    store.append([Append(match, played, outcome, MatchSummary(turn, "a line"))])
    return Kept(
        match,
        Section.FINISHED
        if outcome
        else Section.WAITING
        if kind == "free"
        else Section.RUNNING
        if both or turn != seat
        else Section.TURN,
        level,
        "" if kind in ("computer", "free") else name,
        rules.name,
        _result(outcome, seat, both),
        updated,
        clock,
    )


def _result(outcome: Outcome | None, seat: int, both: bool) -> ResultForViewer | None:
    if outcome is None or (both and outcome.winner):
        return None
    if outcome.winner == 0:
        return ResultForViewer.TIED
    return ResultForViewer.WON if outcome.winner == seat else ResultForViewer.LOST


@pytest.fixture(scope="module", params=DATABASES)
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, list[Kept]]]:
    """A database with many games of mine, and what they are."""
    engine = open_database(new_database(request.param, tmp_path_factory.mktemp("games"), request))
    numbers = Random("games")
    yield engine, [keep_game(MatchStore(engine), number, numbers) for number in range(GAMES)]
    engine.dispose()


Find = Callable[[SearchTerms, int, ListPosition | None], GamesPage]


def walk(find: Find, search: SearchTerms, most: int) -> list[str]:
    """The names of all games that are found, page after page."""
    found: list[str] = []
    after: ListPosition | None = None
    while True:
        page = find(search, most, after)
        assert len(page.games) == most or page.following is None
        found += [game.match for game in page.games]
        if (after := page.following) is None:
            return found


moments = st.none() | st.integers(-1, 24)


@settings(deadline=None, max_examples=1_000 if is_long() else 40)
@given(
    sections=st.sets(st.sampled_from(Section), min_size=1),
    rules=st.sampled_from(("", *RULES, "base8", "' or 1=1 --")),
    result=st.none() | st.sampled_from(ResultForViewer),
    since=moments,
    before=moments,
    part=st.none() | st.sampled_from(("zoë", "z", "%", "_", "'", "林", "nobody at all")),
    most=st.integers(7, 70),
)
def test_a_search_finds_what_a_plain_filter_finds(
    filled: tuple[Engine, list[Kept]],
    sections: set[Section],
    rules: str,
    result: ResultForViewer | None,
    since: int | None,
    before: int | None,
    part: str | None,
    most: int,
) -> None:
    engine, kept = filled

    def is_opponent(name: str, level: int | None) -> bool:
        return part is None or (level is None and part in name.casefold())

    search = SearchTerms(
        tuple(sections), rules, result, since, before, is_opponent if part else None
    )
    expected = sorted(
        (
            game
            for game in kept
            if game.section in sections
            and rules in ("", game.rules)
            and result in (None, game.result)
            and (since is None or game.updated >= since)
            and (before is None or game.updated < before)
            and is_opponent(game.opponent, game.computer)
        ),
        key=lambda game: game.order,
    )
    store = GamesStore(engine)
    found = walk(partial(store.find, ME), search, most)
    assert found == [game.match for game in expected]
    # A browser looks through games in memory, and finds the same.
    listed = store.find(ME, SearchTerms(), GAMES).games
    assert walk(partial(page_of, listed[::-1]), search, most) == found


def test_a_game_is_told_as_it_was_kept(filled: tuple[Engine, list[Kept]]) -> None:
    engine, kept = filled
    found = GamesStore(engine).find(ME, SearchTerms(), GAMES).games
    listed = [
        Kept(
            game.match,
            game.section,
            game.level,
            game.opponent,
            game.terms.rules.name,
            game.result,
            game.updated,
            game.terms.clock,
        )
        for game in found
    ]
    assert listed == sorted(kept, key=lambda game: game.order)
    assert {len(game.own_seats) for game in found} == {1, 2}


def test_nobody_finds_the_games_of_others(filled: tuple[Engine, list[Kept]]) -> None:
    engine, kept = filled
    store = GamesStore(engine)
    for person in ("", "nobody", "ME", "' or 1=1 --"):
        assert store.find(person, SearchTerms(), 10).games == []
    theirs = store.find("you", SearchTerms(), GAMES).games
    assert 0 < len(theirs) < len(kept)
    assert all(game.opponent == "I" for game in theirs)


# PostgreSQL chooses its plan by the size of the tables, so only SQLite's can be told beforehand.
@pytest.mark.parametrize("filled", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "search",
    [SearchTerms(), SearchTerms((Section.FINISHED,)), SearchTerms(is_opponent=lambda *_: True)],
)
def test_no_search_looks_at_the_games_of_others(
    filled: tuple[Engine, list[Kept]], search: SearchTerms
) -> None:
    """What a list costs depends on one's own games: no table is read from end to end."""
    engine, _ = filled
    asked: list[tuple[str, Any]] = []
    note = lambda _c, _k, statement, given, *_: asked.append((statement, given))  # noqa: E731
    event.listen(engine, "before_cursor_execute", note)
    GamesStore(engine).find(ME, search, 10, ListPosition(1, 5, "m5"))
    event.remove(engine, "before_cursor_execute", note)
    ((statement, given),) = asked
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"explain query plan {statement}", given)
        plan = [row.detail for row in rows]
    scans = [step for step in plan if step.startswith("SCAN") and step != "SCAN mine"]
    assert scans == [], plan
    assert any("ix_seats_person" in step for step in plan), plan
    assert any("ix_entries_names" in step for step in plan), plan


@pytest.mark.long
def test_ten_thousand_games_are_walked_through_page_by_page(database: str) -> None:
    engine = open_database(database)
    store, numbers = MatchStore(engine), Random("many")
    kept = [keep_game(store, number, numbers) for number in range(10_000)]
    expected = [game.match for game in sorted(kept, key=lambda game: game.order)]
    assert walk(partial(GamesStore(engine).find, ME), SearchTerms(), 100) == expected
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from matches")).scalar() == len(kept)
    engine.dispose()
