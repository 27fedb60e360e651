"""Where no thread can be started, as in a browser, a search still ends in time."""

from __future__ import annotations

import json
from threading import Event

from menhirs.engine.search.deadline import ClockFlag, Deadline, new_flag
from tests.engine.uncompiled import run_uncompiled

_SEARCH = """
import json, threading, time
from menhirs.core.position import Position
from menhirs.core.rules import BASE
from menhirs.core.setup import random_menhirs
from menhirs.engine.analysis import Limits
from menhirs.engine.levels import LevelPlayer
from menhirs.engine.search import deadline, search

def no_threads(self):
    raise RuntimeError("can't start new thread")

threading.Thread.start = no_threads
search.new_flag = lambda: deadline.new_flag(has_threads=False)
position = Position.start(BASE, random_menhirs(BASE, "oak"))
player = LevelPlayer(8, "a")
began = time.monotonic()
action = player.choose(position, Limits(seconds=0.2))
spent = time.monotonic() - began
quick = LevelPlayer(1, "a")
quick.choose(position, Limits(seconds=1000))
print(json.dumps([spent, player.was_cut_short, quick.was_cut_short, str(action)]))
"""


def test_a_search_without_threads_ends_in_time_and_says_so() -> None:
    spent, was_cut, quick_was_cut, action = json.loads(run_uncompiled(_SEARCH))
    assert 0.1 < spent < 30  # a busy machine may look at the clock late
    assert (was_cut, quick_was_cut) == (True, False)
    assert action


def test_a_flag_that_looks_at_the_clock_is_set_by_time_and_by_an_event() -> None:
    flag, stop = new_flag(has_threads=False), Event()
    assert isinstance(flag, ClockFlag)
    with Deadline(flag, None, stop):
        assert not flag[0]
        stop.set()
        assert flag[0]
    assert flag[0]
    with Deadline(flag, 0.0, None):  # that was long ago
        assert flag[0]
    with Deadline(flag, None, None):
        assert not flag[0]
