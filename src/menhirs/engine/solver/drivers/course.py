"""The course of a game as the solver sees it: what each turn is worth, and where it goes on.

Both ways to solve a layout use it: into tables (``solver.py``), and for its value alone
(``goals/``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from menhirs.core.errors import Illegal
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.layers import Growth, Layer, TurnRules
from menhirs.engine.solver.schedule import MovingTurn, Schedule


class HasFamilies(Protocol):
    """A layer of any kind."""

    @property
    def families(self) -> int: ...


def check_menhirs(rules: RuleSet, menhirs: Mask) -> None:
    """Raises unless these are all menhirs of a layout, after any turning over."""
    standing = rules.standing
    if standing < menhirs.bit_count() <= rules.menhirs:
        raise Illegal("solve-flip")  # every way to go on from there is a layout by itself
    if menhirs.bit_count() != standing or menhirs & ~rules.geometry.cells:
        raise Illegal("layout-menhirs", expected=standing, found=menhirs.bit_count())


class Course:
    """The turns of a rule set, with their scores."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self.schedule = Schedule.of(rules)

    def turn(
        self,
        lap: int,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Mapping[int, Layer],
    ) -> tuple[TurnRules, Layer | None, Layer | None]:
        """The rules of a turn, and the layers that it leads to: as many tiles, and one less."""
        score = self._rules.score(turn.round, lap, tiles)
        kept_as, taken_as = self.goes_on(turn, tiles, families, following)
        rules = TurnRules(
            win=score,
            claimed=-score if turn.claims else 0,
            may_forbid_wins=self.schedule.taken_before(turn),
            settled=self.settled(turn, lap, tiles),
            kept_as=kept_as,
            taken_as=taken_as,
        )
        same = following.get(tiles) if max(kept_as) >= 0 else None
        fewer = following.get(tiles - 1) if max(taken_as) >= 0 else None
        return rules, same, fewer

    def settled(self, turn: MovingTurn, lap: int, tiles: int) -> int:
        """The most that the decision moment can be worth, if less than any earlier win; else 0."""
        if turn not in self.schedule.before:
            return 0
        later = {(then.round, lap) for then in self.schedule.after} | {
            (then.round, next_lap)
            for then in self.schedule.turns
            for next_lap in range(lap + 1, self._rules.laps + 1)
        }
        counts = range(1, self._rules.fog_tiles + 1)
        most = max(
            (self._rules.score(*when, count) for when in later for count in counts), default=0
        )
        return most if most < self._rules.score(turn.round, lap, tiles) else 0

    def growth_of_going_on(self, lap: int) -> Growth:
        """The growth of the rounds after the decision since the last lap: wins, and a lost tie.

        With it what is known of the last lap holds for this one. A tie is worth no less to a player
        than the closest loss, and no more than the closest win, so the order of values stays.
        """
        score, last = self._rules.score, self._rules.laps
        tie = score(self._rules.last_round.number, lap, 0)
        growths = set()
        for turn in self.schedule.after:
            win = score(turn.round, lap, self._rules.fog_tiles)
            growths.add(win - score(turn.round, last, self._rules.fog_tiles))
            if win < tie:
                raise Illegal("rules-unsolvable", name=self._rules.name)
        if len(growths) != 1:
            raise Illegal("rules-unsolvable", name=self._rules.name)
        return Growth(growths.pop(), tie=tie)

    def goes_on(
        self,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Mapping[int, HasFamilies],
    ) -> tuple[list[int], list[int]]:
        """The family of the next turn that each family goes on in, keeping all and taking away.

        -1 where the turn can't end so.
        """
        ends = [self.schedule.ends(turn, tiles, family) for family in families]
        both = list(zip(families, ends, strict=True))
        return (
            [
                self._family(tiles, family, 0, following) if keep else -1
                for family, (keep, _) in both
            ],
            [
                self._family(tiles - 1, family, 1, following) if take else -1
                for family, (_, take) in both
            ],
        )

    def _family(
        self, tiles: int, family: tuple[int, int], taken: int, following: Mapping[int, HasFamilies]
    ) -> int:
        if following[tiles].families == 1:
            return 0
        own, theirs = family
        return self.schedule.families(tiles).index((theirs, own + taken))
