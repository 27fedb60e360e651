"""Which layers each turn leads to, and what it is worth: the graph that the solver goes back."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.core.errors import Illegal
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.layers import Layer, TurnRules, ValueShift
from menhirs.engine.solver.schedule import MovingTurn, Schedule


def check_menhirs(rules: RuleSet, menhirs: Mask) -> None:
    """Raises unless these are all menhirs of a layout, after any turning over."""
    standing = rules.standing
    if standing < menhirs.bit_count() <= rules.menhirs:
        raise Illegal("solve-flip")  # every way to go on from there is a layout by itself
    if menhirs.bit_count() != standing or menhirs & ~rules.geometry.cells:
        raise Illegal("layout-menhirs", expected=standing, found=menhirs.bit_count())


class TurnGraph:
    """The turns of a rule set, with their scores and successors."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self.schedule = Schedule.of(rules)

    def rules_of(
        self, lap: int, turn: MovingTurn, tiles: int, next_turn: Mapping[int, Layer]
    ) -> tuple[TurnRules, Layer | None, Layer | None]:
        """The facts about a turn, and its successors: with as many tiles, and with one less."""
        score = self._rules.score(turn.round, lap, tiles)
        variants = self.schedule.variants(turn, tiles)
        ends = [self.schedule.ends(turn, tiles, counts) for counts in variants]
        kept, taken = (
            [
                self._variant_after(tiles - removed, counts, removed, next_turn)
                if possible[removed]
                else -1
                for counts, possible in zip(variants, ends, strict=True)
            ]
            for removed in (0, 1)
        )
        rules = TurnRules(
            win=score,
            if_claimed=-score if turn.claims else 0,
            may_forbid_wins=self.schedule.taken_before(turn),
            most_at_decision=self.most_at_decision(turn, lap, tiles),
            variant_if_kept=kept,
            variant_if_taken=taken,
        )
        return (
            rules,
            next_turn.get(tiles) if max(kept) >= 0 else None,
            next_turn.get(tiles - 1) if max(taken) >= 0 else None,
        )

    def _variant_after(
        self, tiles: int, counts: tuple[int, int], removed: int, next_turn: Mapping[int, Layer]
    ) -> int:
        """The variant of the next turn that these counts become."""
        if next_turn[tiles].variants == 1:
            return 0
        own, opposing = counts
        return self.schedule.counts(tiles).index((opposing, own + removed))

    def most_at_decision(self, turn: MovingTurn, lap: int, tiles: int) -> int:
        """The most that the decision moment can be worth, if less than any earlier win; else 0."""
        if turn not in self.schedule.before:
            return 0
        later = {(then.round, lap) for then in self.schedule.after} | {
            (then.round, next_lap)
            for then in self.schedule.turns
            for next_lap in range(lap + 1, self._rules.laps + 1)
        }
        every = range(1, self._rules.fog_tiles + 1)
        most = max(
            (self._rules.score(*when, count) for when in later for count in every), default=0
        )
        return most if most < self._rules.score(turn.round, lap, tiles) else 0

    def shift_of_going_on(self, lap: int) -> ValueShift:
        """How the rounds after the decision differ from those of the last lap: wins, a lost tie.

        A tie is worth no less to a player than the closest loss, and no more than the closest win,
        so the order of values stays.
        """
        score, last = self._rules.score, self._rules.laps
        tie = score(self._rules.last_round.number, lap, 0)
        shifts = set()
        for turn in self.schedule.after:
            win = score(turn.round, lap, self._rules.fog_tiles)
            shifts.add(win - score(turn.round, last, self._rules.fog_tiles))
            if win < tie:
                raise Illegal("rules-unsolvable", name=self._rules.name)
        if len(shifts) != 1:
            raise Illegal("rules-unsolvable", name=self._rules.name)
        return ValueShift(shifts.pop(), tie=tie)
