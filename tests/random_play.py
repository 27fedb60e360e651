"""Random games that reach all corners: long ones, claimed ones, prolonged ones."""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import strategies as st

from menhirs.core.actions import Action, Claim, Decide, Move
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase


def random_start(rules_name: str, seed: int) -> Position:
    rules = RULE_SETS[rules_name]
    return Position.start(rules, random_menhirs(rules, seed))


def choose(position: Position, numbers: Random) -> Action:
    """A random action; wins and claims are mostly passed over, or games would end too early."""
    actions = position.legal_actions(claims=True)
    winning: list[Action] = [Move(*move) for move in position.winning_moves()]
    if position.phase is Phase.PROVE and numbers.random() < 0.7:
        return numbers.choice(winning)
    calm = [a for a in actions if not isinstance(a, Claim) and a not in winning]
    if position.past is not None and numbers.random() < 0.8:
        # Going back as soon as M4 allows it: few endless games would ever repeat themselves.
        fogs = {step.fog for step in islice(position.past, 8)}
        calm = [a for a in calm if position.play_unchecked(a).fog in fogs] or calm
    if calm and numbers.random() < 0.95:
        return numbers.choice(calm)
    if Decide(go_on=False) in actions and numbers.random() < 0.7:
        return Decide(go_on=False)
    return numbers.choice(actions)


def random_walk(rules_name: str, seed: int, plies: int) -> Position:
    """The position after so many random actions, or at the end of the game."""
    numbers = Random(seed)
    position = random_start(rules_name, seed)
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(choose(position, numbers))
    return position


positions = st.builds(
    random_walk,
    st.sampled_from(sorted(RULE_SETS)),
    st.integers(0, 2**32),
    st.integers(0, 130),
)
"""Positions of all rule sets and phases."""
