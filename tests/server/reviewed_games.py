"""Short games for the tests of reviews: the end of a longer one, with a win that was missed."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from menhirs.core.actions import Move
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line
from menhirs.notation.record import Record
from tests.patience import PATIENCE
from tests.random_play import choose
from tests.server.visitors import CLIENT

Told = dict[str, Any]
NODES = 200
"""As the servers of the tests are told."""


@cache
def ending(plies: int = 8, rules: str = "amsterdam") -> Record:
    """The last plies of a game that somebody won; a win was missed in them."""
    seed = 0
    while True:
        seed += 1
        game = _random_game(rules, seed)
        if len(game.actions) < 2 * plies or not (game.final.outcome and game.final.outcome.winner):
            continue
        begin = len(game.actions) - plies
        end = Record(game.positions[begin], game.actions[begin:])
        if any(_misses_a_win(end, number) for number in range(1, plies - 1)):
            return end


def _random_game(rules: str, seed: int) -> Record:
    numbers = Random(seed)
    position = start = Position.start(RULE_SETS[rules], random_menhirs(RULE_SETS[rules], seed))
    actions = []
    while not position.is_over:
        actions.append(choose(position, numbers))
        position = position.play(actions[-1])
    return Record(start, tuple(actions))


def _misses_a_win(game: Record, number: int) -> bool:
    position, action = game.positions[number], game.actions[number]
    moves = isinstance(action, Move) and position.claimant is None
    return moves and next(position.winning_moves(), None) is not None


def texts(game: Record) -> list[str]:
    steps = zip(game.actions, game.positions, strict=False)
    return [write_action(action, position) for action, position in steps]


def played(address: str, game: Record) -> str:
    """The name of a match in which a game was played at one screen."""
    wanted = {"opponent": "shared", "claims": "untimed", "position": write_line(game.start)}
    made = CLIENT.post(f"{address}/api/matches", json=wanted).raise_for_status().json()
    url, key = f"{address}/api/matches/{made['match']}", f"Bearer {made['secret']}"
    state = CLIENT.get(url).raise_for_status().json()["state"]
    for action in texts(game):
        said = {"state": state, "action": action}
        answer = CLIENT.post(f"{url}/actions", json=said, headers={"authorization": key})
        state = answer.raise_for_status().json()["state"]
    name: str = made["match"]
    return name


def followed(url: str, until: Callable[[Told], bool] = lambda _: False) -> Told:
    """The review at an address, looked at now and then until it is done or as wanted."""
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = CLIENT.get(url)
        data: Told = answer.raise_for_status().json()
        if data["status"] == "done" or until(data):
            return data
        assert answer.status_code == 202 and time.monotonic() < deadline, data
        time.sleep(0.05)  # the work has the lowest priority: whoever asks on and on keeps it off
