"""Games for the tests in the browser, found by playing at random with the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random

from menhirs.core.actions import Action, Claim, Move, Remove
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.notation.actions import write_action
from tests.random_play import choose


@dataclass(frozen=True)
class Game:
    """The beginning of a game, or all of it."""

    rules: str
    seed: str
    """The word that its layout is drawn from."""
    actions: tuple[Action, ...]
    positions: tuple[Position, ...]
    """All of them, the first before the first action."""

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def texts(self) -> list[str]:
        """The actions as they are written."""
        steps = zip(self.actions, self.positions, strict=False)
        return [write_action(action, position) for action, position in steps]

    def until(self, ply: int) -> Game:
        return Game(self.rules, self.seed, self.actions[:ply], self.positions[: ply + 1])

    def then(self, action: Action) -> Game:
        actions = (*self.actions, action)
        positions = (*self.positions, self.position.play(action))
        return Game(self.rules, self.seed, actions, positions)


@cache
def _random_game(rules: RuleSet, seed: str) -> Game:
    numbers = Random(seed)
    position = Position.start(rules, random_menhirs(rules, seed))
    game = Game(rules.name, seed, (), (position,))
    while not game.position.is_over:
        game = game.then(choose(game.position, numbers))
    return game


def find_game(rules: str | RuleSet, wanted: Callable[[Game], bool]) -> Game:
    """The first random game that is as wanted."""
    return next(game for game in _games(rules) if wanted(game))


def find_moment(rules: str, wanted: Callable[[Position], bool]) -> Game:
    """A random game up to the first position that is as wanted."""
    for game in _games(rules):
        for ply, position in enumerate(game.positions):
            if wanted(position):
                return game.until(ply)
    raise AssertionError("there are infinitely many games")


def _games(rules: str | RuleSet) -> Iterator[Game]:
    known = rule_set(rules) if isinstance(rules, str) else rules
    return (_random_game(known, f"game {number}") for number in count())


def is_split(action: Action, position: Position) -> bool:
    """Whether a part of a cluster moves."""
    return isinstance(action, Move) and len(write_action(action, position).split("-")[0]) > 2


def kinds(game: Game) -> set[str]:
    """What happens in a game."""
    steps = list(zip(game.actions, game.positions, strict=False))
    found = {type(action).__name__.lower() for action, _ in steps}
    if any(is_split(action, position) for action, position in steps):
        found.add("split")
    if game.position.outcome is not None:
        found.add(f"ends: {game.position.outcome.reason.value}")
    if any(position.lap == 2 for position in game.positions):
        found.add("lap 2")
    return found


def claimable(position: Position, *, right: bool) -> bool:
    """Whether a tile may be taken away now, and a claim on the move before would be right."""
    if position.phase is not Phase.REMOVE or position.claimant is None:
        return False
    return (position.play(Claim()).phase is Phase.PROVE) is right


def winning_move(position: Position) -> Move:
    return Move(*next(position.winning_moves()))


def losing_move(position: Position) -> Move:
    """A move that does not free the last menhir."""
    winning = set(position.winning_moves())
    return next(
        action
        for action in position.legal_actions()
        if isinstance(action, Move) and (action.tiles, action.direction) not in winning
    )


def first_removal(position: Position) -> Remove:
    return next(action for action in position.legal_actions() if isinstance(action, Remove))
