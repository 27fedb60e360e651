"""Widgets of ours on other sites, opened by their visitors, so many a second."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from random import Random
from urllib.parse import urlencode

from sqlalchemy import Engine

from benchmarks.server.games import prepare_records
from benchmarks.server.processes import Process
from benchmarks.server.visitor import Visitor
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line
from menhirs.notation.record import read_record

A_SECOND = 20
_THREADS = 4
_GAMES = 20
_PUZZLES = 40


class _WidgetViews:
    """Sites with a widget, whose visitors come at an even pace while they are let."""

    def __init__(self, port: int) -> None:
        self._is_on, self._over = threading.Event(), False
        self._visitors = [Visitor(port, "") for _ in range(_THREADS)]
        self.errors: list[Exception] = []
        self._threads = [
            threading.Thread(target=self._view_on, args=(visitor, number))
            for number, visitor in enumerate(self._visitors)
        ]

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def go_on(self) -> None:
        self._is_on.set()

    def pause(self) -> None:
        self._is_on.clear()

    def end(self) -> None:
        self._over = True
        self._is_on.set()
        for thread in self._threads:
            thread.join()
        for visitor in self._visitors:
            visitor.close()

    def told(self) -> dict[str, float]:
        took = sorted(took for visitor in self._visitors for took in visitor.took)
        return {
            "widgets viewed": len(took),
            "ms for 99 % of them": 1000 * took[int(len(took) * 0.99)] if took else 0.0,
        }

    def _view_on(self, visitor: Visitor, number: int) -> None:
        addresses, readers = cycle(_addresses(number)), cycle(range(1, 255))
        due = time.monotonic()
        try:
            while self._is_on.wait() and not self._over:
                due = max(due + _THREADS / A_SECOND, time.monotonic())
                # Readers of other sites come from everywhere, each with limits of their own.
                visitor.address = f"198.51.{number}.{next(readers)}"
                visitor.get(next(addresses))
                time.sleep(max(0.0, due - time.monotonic()))
        except Exception as error:
            self.errors.append(error)


def _addresses(number: int) -> list[str]:
    """Widgets of all kinds, in an order of their own."""
    addresses = [f"/embed/puzzles/{puzzle}" for puzzle in list(PUZZLES.puzzles)[:_PUZZLES]]
    addresses += ["/embed/puzzles/today?theme=dark"] * _GAMES
    for text in prepare_records(_GAMES):
        record = read_record(text)
        position, actions = record.start, []
        for action in record.actions:
            actions.append(write_action(action, position))
            position = position.play(action)
        asked = {"position": write_line(record.start)}
        addresses.append(f"/embed/position?{urlencode(asked)}")
        addresses.append(f"/embed/game?{urlencode(asked | {'moves': ' '.join(actions)})}")
    Random(number).shuffle(addresses)
    return addresses


@contextmanager
def widget_views(server: Process, _: Engine) -> Iterator[_WidgetViews]:
    """Lets the visitors of other sites look at widgets of a server."""
    views = _WidgetViews(server.port)
    views.begin()
    try:
        yield views
    finally:
        views.end()
    if views.errors:
        raise views.errors[0]
