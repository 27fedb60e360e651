"""A rule set as the numbers that a text about it needs.

The guide and the hand-out are texts with gaps, one per language. The values of the gaps, and the
conditions of their sentences, come from here, so house rules are described as exactly as our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from menhirs.core.rules import Points, Round, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring, WinScoring


class Span(NamedTuple):
    """Some rounds by their first and their last in the order of play."""

    first: int
    last: int
    rounds: int
    """How many there are."""

    @property
    def is_one(self) -> bool:
        return self.rounds == 1


@dataclass(frozen=True)
class RuleFacts:
    """The numbers of a rule set, for the gaps of a text."""

    rules: RuleSet

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def menhirs(self) -> int:
        return self.rules.menhirs

    @property
    def hexagons(self) -> int:
        return self.rules.geometry.cells.bit_count()

    @property
    def forest(self) -> int:
        return self.hexagons - self.menhirs

    @property
    def fog(self) -> int:
        return self.rules.fog_tiles

    @property
    def flips_each(self) -> int:
        return self.rules.flips_each

    @property
    def standing(self) -> int:
        return self.rules.standing

    @property
    def to_place(self) -> int:
        """How many tiles both players place together."""
        return 2 * self.rules.tiles_to_place

    @cached_property
    def placing(self) -> Span | None:
        return _span([entry for entry in self.rules.schedule if entry.places])

    @cached_property
    def moving(self) -> Span:
        span = _span([entry for entry in self.rules.schedule if not entry.places])
        assert span is not None  # a rule set without a moving round is refused
        return span

    @property
    def counts_down(self) -> bool:
        return self.rules.schedule[0].number > self.rules.schedule[-1].number

    @property
    def rounds(self) -> int:
        return len(self.rules.schedule)

    @property
    def is_endless(self) -> bool:
        return self.rules.is_endless

    @property
    def repetitions(self) -> int:
        """How often a position must come up to make an endless game a tie."""
        return self.rules.repetitions or 0

    @property
    def chances(self) -> int:
        return self.rules.chances or 0

    @cached_property
    def may_take(self) -> Span | None:
        """The rounds in which a tile may be taken away (A3)."""
        rounds = [entry for entry in self.rules.schedule if Taking.MAY in entry.taking]
        return _span(rounds) if self.chances else None

    @cached_property
    def must_take(self) -> Span | None:
        """The rounds in which a tile must be taken away (B3, A7)."""
        return _span([entry for entry in self.rules.schedule if Taking.MUST in entry.taking])

    @property
    def takes(self) -> bool:
        """Whether fog is ever taken away."""
        return self.may_take is not None or self.must_take is not None

    @property
    def second_takes_first(self) -> bool:
        """Whether taking away begins with player 2's turn of its first round (B3)."""
        forced = [entry for entry in self.rules.schedule if Taking.MUST in entry.taking]
        return bool(forced) and forced[0].taking[0] is not Taking.MUST

    @property
    def decision_after(self) -> int | None:
        """The round after which the players decide (A5), if they have anything to decide."""
        return self.rules.decision_after if self.rules.laps > 1 else None

    @cached_property
    def after_decision(self) -> Span | None:
        if self.rules.decision_after is None:
            return None
        later = self.rules.index(self.rules.decision_after) + 1
        return _span(list(self.rules.schedule[later:]))

    @property
    def laps(self) -> int:
        return self.rules.laps

    @property
    def has_claims(self) -> bool:
        return self.rules.has_claims

    @cached_property
    def without_claims(self) -> list[int]:
        """The rounds in which nobody can claim (A9)."""
        return [entry.number for entry in self.rules.schedule if not entry.claims]

    @property
    def claim_seconds(self) -> str:
        return f"{self.rules.claim_time / 1000:g}"

    @property
    def showing_seconds(self) -> str:
        return f"{self.rules.showing_time / 1000:g}"

    @property
    def scores_tiles(self) -> bool:
        return isinstance(self.rules.scoring, TileScoring)

    @property
    def scores_wins(self) -> bool:
        return isinstance(self.rules.scoring, WinScoring)

    @property
    def bonus(self) -> int | None:
        """The points of a win in the bonus round (B5)."""
        scoring = self.rules.scoring
        return scoring.bonus if isinstance(scoring, TileScoring) else None

    @property
    def bonus_round(self) -> int:
        scoring = self.rules.scoring
        return scoring.bonus_round if isinstance(scoring, TileScoring) else 0

    @property
    def lap_bonus(self) -> int:
        """What a win scores more for every lap that was not needed (A11)."""
        scoring = self.rules.scoring
        return scoring.a_lap_earlier if isinstance(scoring, RoundScoring) else 0

    def points(self, lap: int) -> Points:
        """The fewest and the most points of a win in a lap."""
        found = [self.rules.points(entry.number, lap) for entry in self.rules.schedule]
        known = [points for points in found if points is not None]
        return Points(min(p.fewest for p in known), max(p.most for p in known))


def _span(rounds: list[Round]) -> Span | None:
    return Span(rounds[0].number, rounds[-1].number, len(rounds)) if rounds else None
