"""Matches for the load: laid out and played in advance, so that the client has nothing to think."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from menhirs.core.actions import Move, Player
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.match.entries import Entry, Kind
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.server.heart import now
from menhirs.server.seats import hash_of, new_match_id, new_secret
from menhirs.server.storage.store import Store, StoredMatch

_RULES = AMSTERDAM


@dataclass(frozen=True)
class Game:
    """A match that waits to be played."""

    match: str
    secrets: tuple[str, str]
    line: list[tuple[Player, str]]
    """Who does what."""

    @property
    def first_state(self) -> int:
        """The state that the first action is for: both players have sat down before it."""
        return 2


def prepare(store: Store | None, count: int) -> list[Game]:
    """Writes matches down whose two seats are taken."""
    numbers, at = Random(1), now()
    games = []
    for number in range(count):
        menhirs = random_menhirs(_RULES, number)
        game = Game(new_match_id(), (new_secret(), new_secret()), _line(_RULES, menhirs, numbers))
        if store is not None:
            joins = [Entry(seat, at, Kind.JOIN, seat, f"player {seat}") for seat in (1, 2)]
            seats = {seat: hash_of(secret) for seat, secret in enumerate(game.secrets, start=1)}
            terms = Terms(_RULES, menhirs, str(number))
            store.create(StoredMatch(game.match, terms, game.match, 1, joins, seats), at)
        games.append(game)
    return games


def _line(rules: RuleSet, menhirs: int, numbers: Random) -> list[tuple[Player, str]]:
    """A random game in which nobody claims, and nobody wins if it can be helped."""
    position = Position.start(rules, menhirs)
    line = []
    while not position.is_over:
        winning = [Move(*move) for move in position.winning_moves()]
        actions = position.board_actions()
        action = numbers.choice([a for a in actions if a not in winning] or list(actions))
        line.append((position.player, write_action(action, position)))
        position = position.play_unchecked(action)
    return line
