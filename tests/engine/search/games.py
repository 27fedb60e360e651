"""Small games for the search, and positions from all over them."""

from __future__ import annotations

from random import Random

from menhirs.core.actions import Action, Claim, Keep, Move
from menhirs.core.geometry import Geometry, Mirror
from menhirs.core.position import Position
from menhirs.core.rules import Round, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring
from menhirs.core.setup import random_menhirs
from menhirs.core.state import LastTurn, Phase
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE, WIDE_BASE

NEVER, MAY, MUST = Taking.NEVER, Taking.MAY, Taking.MUST

CROWDED = RuleSet(
    "crowded",
    schedule=(
        Round(9, places=True, held=1),
        Round(8, places=True),
        Round(7, taking=(MAY, MAY), claims=True),
        Round(6, taking=(MAY, NEVER), claims=True),
        Round(5, taking=(NEVER, MAY)),
        Round(4, taking=(MUST, MAY), claims=True),
    ),
    scoring=RoundScoring(a_lap_earlier=3),
    geometry=Geometry((1, 2, 3, 2)),
    menhirs=3,
    fog_tiles=7,
    chances=1,
    decision_after=6,
    laps=2,
)
"""So little room that players must pass (M7), and only the first rounds decide (A4)."""

RISING = RuleSet(
    "rising",
    schedule=(
        Round(1, places=True),
        Round(2, claims=True),
        Round(5, taking=(MAY, MUST), claims=True),
        Round(3, taking=(MAY, MAY), claims=True),
        Round(8, taking=(MUST, MUST)),
    ),
    scoring=RoundScoring(a_lap_earlier=0),
    geometry=Geometry((2, 3, 2)),
    menhirs=2,
    fog_tiles=4,
    chances=2,
)
"""Later rounds can be worth more, so that neither a win nor a right claim is always best."""

LATE_BONUS = RuleSet(
    "late-bonus",
    schedule=(
        Round(1, places=True),
        Round(2),
        Round(3, taking=(NEVER, MUST)),
        Round(4, taking=(MUST, NEVER)),
    ),
    scoring=TileScoring(bonus_round=4, bonus=9),
    geometry=Geometry((3, 2, 3)),
    menhirs=3,
    fog_tiles=5,
)


_LONG_ENOUGH = 100  # actions: games without end go on for ever if nobody wins


class WithoutWrongClaims(BruteForce):
    """Trying everything but wrong claims: where rounds rise in worth, one may lose less by them.

    The search never claims wrongly, and does not expect it of others.
    """

    def _worked_out(self, position: Position) -> int:
        if position.claimant is not None and position.play(Claim()).is_over:
            position = position.close_claim_window()
        if position.claimant is not None and position.play(Claim()).is_over:
            # While the mover takes away, the window cannot be closed but by the way on.
            return max(self._after(position, action) for action in position.board_actions())
        return super()._worked_out(position)


def truth_of(rules: RuleSet) -> BruteForce:
    """The source of the true values of a game."""
    return WithoutWrongClaims() if rules is RISING else BruteForce()


SMALL_GAMES = {
    rules.name: rules
    for rules in (SMALL_BASE, WIDE_BASE, SMALL_AMSTERDAM, CROWDED, LATE_BONUS, RISING)
}


def random_positions(rules: RuleSet, games: int, seed: int, wild: float = 0.05) -> list[Position]:
    """The positions of random games, each once, in an order of its own.

    Wins and claims are mostly passed over, or games would end too early. Eight games share a
    layout, and with it its solution.
    """
    numbers = Random(seed)
    seen: dict[Position, None] = {}
    for game in range(games):
        position = Position.start(rules, random_menhirs(rules, f"{seed}.{game // 8}"))
        for _ in range(_LONG_ENOUGH):
            if position.is_over:
                break
            seen[position] = None
            position = position.play_unchecked(_choose(position, numbers, wild))
    return sorted(seen, key=write_line)


def _choose(position: Position, numbers: Random, wild: float) -> Action:
    actions = position.legal_actions(claims=True)
    if numbers.random() < wild:
        return numbers.choice(actions)
    winning: list[Action] = [Move(*move) for move in position.winning_moves()]
    if position.phase is Phase.PROVE:
        return winning[0]
    calm = [a for a in actions if not isinstance(a, Claim) and a not in winning]
    if Keep() in calm and numbers.random() < 0.6:
        return Keep()
    return numbers.choice(calm or actions)


def mirrored(position: Position, mirror: Mirror) -> Position:
    """The mirror image of a position."""
    last = position.last
    image = None
    if last is not None:
        image = LastTurn(
            mirror.mask(last.tiles),
            mirror.direction(last.direction),
            last.round,
            None if last.taken is None else mirror.cell_to[last.taken],
        )
    return Position(
        position.rules,
        mirror.mask(position.menhirs),
        mirror.mask(position.fog),
        position.player,
        position.round,
        position.lap,
        position.phase,
        position.counts,
        image,
        position.chooser,
        position.outcome,
    )
