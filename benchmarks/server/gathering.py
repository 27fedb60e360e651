"""People in the lobby and a tournament, who do what their pages and their organiser would do."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random

from sqlalchemy import Engine

from benchmarks.server.beside import Begin
from benchmarks.server.processes import Process
from benchmarks.server.visitor import Visitor
from menhirs.match.addresses import new_match_id
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.storage.people.people_store import PeopleStore, Person

LOBBY = 200
PLAYERS = 64
_THREADS = 16
"""They share the pages between them."""
_ROUNDS = 30
"""More than are played in any run of ours."""
_EVERY_RESULT = 0.5
_EVERY_INVITATION = 1.0
_FRONT_PAGE = (("/lobby", 4.0), ("/you/games/now", 15.0), ("/api/turns", 20.0))
"""What the front page asks for, and every how many seconds."""
_READY = ("/tournaments/ready", 5.0)
_EVERY_LOOK = 3.0
"""Seconds after which the page of a tournament asks whether something has happened."""


@dataclass(frozen=True)
class Habit:
    """Something that is done again and again."""

    every: float
    """Seconds from one time to the next."""
    do: Callable[[], object]


class Gathering:
    """Habits of many people, done by a few threads, while they are let."""

    def __init__(self, visitors: list[Visitor], hall: Hall, exchange: Exchange) -> None:
        self._visitors, self._hall, self._exchange = visitors, hall, exchange
        self._is_on, self._is_off = threading.Event(), threading.Event()
        self._is_off.set()
        self._over = False
        self.errors: list[Exception] = []
        self._threads: list[threading.Thread] = []

    def begin(self, habits: list[Habit]) -> None:
        """Begins a thread that has some habits."""
        thread = threading.Thread(target=self._live, args=(habits,))
        self._threads.append(thread)
        thread.start()

    def go_on(self) -> None:
        self._is_off.clear()
        self._is_on.set()

    def pause(self) -> None:
        self._is_on.clear()
        self._is_off.set()

    def end(self) -> None:
        """Ends all threads."""
        self._over = True
        self._is_off.set()
        self._is_on.set()
        for thread in self._threads:
            thread.join()

    def told(self) -> dict[str, float]:
        took = sorted(took for visitor in self._visitors for took in visitor.took)
        return {
            "requests": len(took),
            "ms for 99 % of them": 1000 * took[int(len(took) * 0.99)] if took else 0.0,
            "invitations taken": self._exchange.taken,
            "results": self._hall.results,
            "rounds opened": self._hall.rounds,
        }

    def _live(self, habits: list[Habit]) -> None:
        try:
            while self._is_on.wait() and not self._over:
                self._live_on(habits)
        except Exception as error:
            self.errors.append(error)

    def _live_on(self, habits: list[Habit]) -> None:
        """Does everything at its time, until the gathering is paused."""
        numbers, at = Random(), time.monotonic()
        due = [(at + numbers.uniform(0, habit.every), n) for n, habit in enumerate(habits)]
        heapq.heapify(due)
        while True:
            at, number = due[0]
            if self._is_off.wait(max(0.0, at - time.monotonic())):
                return
            habits[number].do()
            heapq.heapreplace(due, (at + habits[number].every, number))


class Exchange:
    """People in the lobby of whom one invites, and another one takes the invitation."""

    def __init__(self, people: list[Visitor]) -> None:
        self._people = people
        self._numbers = Random(1)
        self.taken = 0

    def invite_and_take(self) -> None:
        host, guest = self._numbers.sample(self._people, 2)
        match = host.post("/matches", {"opponent": "open"})
        guest.post(f"{match}/join", {"lobby": "yes"})
        self.taken += 1


class Hall:
    """A tournament with its organiser, who enters all results."""

    def __init__(self, organiser: Visitor, players: list[Visitor]) -> None:
        self._organiser = organiser
        rounds = str(min(_ROUNDS, len(players) - 1))
        self.page = organiser.post("/tournaments", {"name": "Bench", "rounds": rounds})
        for number, player in enumerate(players, start=1):
            player.post(f"{self.page}/enter", {"name": f"Player {number}"})
        organiser.post(f"{self.page}/start", {})
        self._numbers = Random(1)
        self._open: list[str] = []
        self.results = 0
        self.rounds = 0

    def enter_result(self) -> None:
        """Enters the result of a game that is open; the last one of a round opens the next."""
        if not self._open:
            rounds = self._organiser.get_json(f"/api{self.page}")["rounds"]
            self._open = [
                game["game"]
                for pairing in rounds[-1]["pairings"]
                for game in pairing["games"]
                if game["winner"] is None
            ]
            self.rounds = len(rounds)
        if self._open:
            ended = self._numbers.choice(("south", "north"))
            fields = {"game": self._open.pop(), "ended": ended, "points": "3"}
            self._organiser.post(f"{self.page}/result", fields)
            self.results += 1

    def look(self, player: Visitor) -> Callable[[], None]:
        """What the page of a player does: if something has happened it is fetched anew."""
        known = -1

        def look() -> None:
            nonlocal known
            if (entries := player.get_json(f"/api{self.page}/entries")) != known:
                known = entries
                player.get(self.page)

        return look


def gathering_of(lobby: int = LOBBY, players: int = PLAYERS) -> Begin:
    """So many people in the lobby, and a tournament of so many players."""

    @contextmanager
    def begin(server: Process, engine: Engine) -> Iterator[Gathering]:
        keys = _new_people(engine, lobby + players + 1)
        organiser, *pages = (Visitor(server.port, key) for key in keys)
        # Whoever invites does so from the same page, but over a connection of its own.
        hosts = [Visitor(server.port, key) for key in keys[1 : lobby + 1]]
        hall, exchange = Hall(organiser, pages[lobby:]), Exchange(hosts)
        visitors = [organiser, *pages, *hosts]
        for visitor in visitors:
            visitor.took.clear()
        gathering = Gathering(visitors, hall, exchange)
        habits = [_front_page(page) for page in pages[:lobby]]
        habits += [_tournament_page(page, hall) for page in pages[lobby:]]
        for first in range(min(_THREADS, len(habits))):
            gathering.begin([habit for page in habits[first::_THREADS] for habit in page])
        gathering.begin([Habit(_EVERY_INVITATION, exchange.invite_and_take)])
        gathering.begin([Habit(_EVERY_RESULT, hall.enter_result)])
        try:
            yield gathering
        finally:
            gathering.end()
            for visitor in visitors:
                visitor.close()
        if gathering.errors:
            raise gathering.errors[0]

    return begin


def _front_page(visitor: Visitor) -> list[Habit]:
    return [Habit(every, partial(visitor.get, path)) for path, every in _FRONT_PAGE]


def _tournament_page(visitor: Visitor, hall: Hall) -> list[Habit]:
    path, every = _READY
    return [Habit(_EVERY_LOOK, hall.look(visitor)), Habit(every, partial(visitor.get, path))]


def _new_people(engine: Engine, count: int) -> list[str]:
    """The keys of people who are written down now."""
    people, keys = PeopleStore(engine), [new_secret() for _ in range(count)]
    for number, key in enumerate(keys, start=1):
        people.create(Person(new_match_id(), f"Person {number}", now()), hash_of(key))
    return keys
