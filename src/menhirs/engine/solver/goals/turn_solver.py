"""Solves a turn for one goal: the ways of all its positions, from those of the turn after it.

Which pictures are good hardly changes from round to round. So a turn is solved from a model: only
positions with a move to a picture that turned good, or is so no longer, are looked at again, and
those for which the return rule (M4) changes something. The model is the same player's next turn;
or, where that one has other rules, one of three turns that are known from the start: in which only
a win reaches the goal, every careful move, or every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from menhirs.engine.solver.buffers import copy_of
from menhirs.engine.solver.goals.layout_facts import (
    FogFacts,
    LayoutFacts,
    count_ways,
    run,
)
from menhirs.engine.solver.passes import bits, soles, ways
from menhirs.engine.solver.passes.inlined import add_bit
from menhirs.engine.solver.passes.soles import Ways
from menhirs.engine.solver.passes.walk import Scratch

TurnT = TypeVar("TurnT", bound=ways.TurnWalk)

_MOVES = 20
"""About as many moves lead to a picture, or from it."""
_MANY = 25
"""With more pictures turned than one in so many, it is quicker to look at all positions."""


@dataclass(frozen=True)
class WaysLayer:
    """The ways in a turn with one number of tiles, by family."""

    tiles: int
    ways: Sequence[Ways]
    version: object = field(default_factory=object)
    since: object = None
    """The version of the layer that was the model."""
    changed: Sequence[memoryview] = ()
    """By family: the positions that differ from those of the model."""

    @property
    def families(self) -> int:
        return len(self.ways)


@dataclass(frozen=True)
class TurnRules:
    """How a turn can end."""

    claims: bool
    kept_as: Sequence[int]
    """By family: the family of the next turn if all tiles are kept; -1 where that can't be."""
    taken_as: Sequence[int]
    """The same if a tile is taken away."""


@dataclass(frozen=True)
class SolvedTurn:
    """A turn, and what it was solved from."""

    layer: WaysLayer
    rules: TurnRules
    same: WaysLayer | None
    fewer: WaysLayer | None
    good: Sequence[memoryview]
    """By family: the good pictures."""
    opened: Sequence[memoryview]
    """By family: the open ones."""


@dataclass(frozen=True)
class _Turn:
    """One family of a turn."""

    facts: FogFacts
    claims: bool
    same: Ways | None
    fewer: Ways | None
    good: memoryview
    opened: memoryview


class TurnSolver:
    """Solves turns of one layout, on one thread."""

    def __init__(self, layout: LayoutFacts) -> None:
        self._layout = layout
        self._ranking = layout.ranking
        self._cells = layout.ranking.cell_count
        self._scratch = Scratch()
        self._has_stuck_fogs = layout.has_stuck_fogs
        """Then all positions are looked at: in some, what a forbidden move leads to matters (M7).
        Boards like that are small."""

    def constant(self, tiles: int, every: bool) -> WaysLayer:
        """A layer in which every move reaches the goal, or none."""
        return WaysLayer(tiles, [self._layout.of(tiles).all_or_none(every)])

    def solve(
        self,
        tiles: int,
        rules: TurnRules,
        same: WaysLayer | None,
        fewer: WaysLayer | None,
        models: Sequence[SolvedTurn | None],
    ) -> SolvedTurn:
        """The turn with so many tiles.

        ``same`` and ``fewer`` are the next turn with as many tiles, and with one tile less. The
        first of the models serves of which it is known what changed since.
        """
        known_turns = [
            model for model in models if model and model.layer.families == len(rules.kept_as)
        ]
        told = next(
            (model for model in known_turns if self._is_told(model, rules, same, fewer)), None
        )
        model = told or next(iter(known_turns), None)
        found: list[Ways] = []
        changed: list[memoryview] = []
        turns: list[_Turn] = []
        for family in range(len(rules.kept_as)):
            turn = self._turn(tiles, rules, same, fewer, family, told)
            if told:
                asked = self._changed_since(told, turn, family, same, fewer)
                known = told.layer.ways[family]
                known = Ways(
                    tiles, copy_of(known.one), copy_of(known.two), turn.facts.wins,
                    known.soles.copy(),
                )  # fmt: skip
            else:
                self._find_good(turn)
                known, asked = self._nearest(turn)
            differing = turn.facts.none()
            self._count(turn, known, asked, differing)
            if model and not told:
                differing = self.differing(known, model.layer.ways[family])
            found.append(known)
            changed.append(differing)
            turns.append(turn)
        layer = WaysLayer(
            tiles,
            found,
            since=model.layer.version if model else None,
            changed=changed,
        )
        good, opened = [turn.good for turn in turns], [turn.opened for turn in turns]
        return SolvedTurn(layer, rules, same, fewer, good, opened)

    def differing(self, now: Ways, before: Ways) -> memoryview:
        """The positions whose ways are not what they were."""
        facts = self._layout.of(now.tiles)
        differing = facts.none()
        soles.add_differing(differing, facts.fogs, now, before)
        for fog in facts.stuck:
            if now.edges.get(fog) != before.edges.get(fog):
                add_bit(differing, fog)
        return differing

    def _is_told(
        self,
        model: SolvedTurn,
        rules: TurnRules,
        same: WaysLayer | None,
        fewer: WaysLayer | None,
    ) -> bool:
        """Whether it is known what changed in the next turn since the model's."""
        if self._has_stuck_fogs:
            return False
        return rules == model.rules and all(
            now is before
            or (
                now is not None
                and before is not None
                and before.version in (now.version, now.since)
            )
            for now, before in ((same, model.same), (fewer, model.fewer))
        )

    def _turn(
        self,
        tiles: int,
        rules: TurnRules,
        same: WaysLayer | None,
        fewer: WaysLayer | None,
        family: int,
        told: SolvedTurn | None,
    ) -> _Turn:
        kept, taken = rules.kept_as[family], rules.taken_as[family]
        facts = self._layout.of(tiles)
        return _Turn(
            facts,
            rules.claims,
            same.ways[kept] if same and kept >= 0 else None,
            fewer.ways[taken] if fewer and taken >= 0 else None,
            copy_of(told.good[family]) if told else facts.none(),
            copy_of(told.opened[family]) if told else facts.none(),
        )

    # From a turn of the same rules.

    def _changed_since(
        self,
        model: SolvedTurn,
        turn: _Turn,
        family: int,
        same: WaysLayer | None,
        fewer: WaysLayer | None,
    ) -> memoryview | None:
        """The positions to look at again; None for all. Brings the good pictures up to date."""
        tiles = turn.facts.tiles
        pictures, asked = turn.facts.none(), turn.facts.none()
        kept, taken = model.rules.kept_as[family], model.rules.taken_as[family]
        if same and kept >= 0 and model.same and same.since is model.same.version:
            changed = same.changed[kept]
            bits.add(pictures, changed)
            for known in (model.same.ways[kept], same.ways[kept]):
                self._mark_restored(changed, known, tiles, asked)
        if fewer and taken >= 0 and model.fewer and fewer.since is model.fewer.version:
            changed = fewer.changed[taken]
            self._run(ways.MarkWithTile(self._ranking, fewer.tiles, changed, pictures))
            for known in (model.fewer.ways[taken], fewer.ways[taken]):
                self._mark_restored(changed, known, tiles, asked)
        turned = turn.facts.none()
        looking = self._of_turn(ways.LookAtPictures, turn, pictures)
        looking.note(turned)
        self._run(looking)
        return self._mark_origins(turn, turned, model.layer.ways[family], asked)

    def _mark_restored(
        self, changed: memoryview, known: Ways, tiles: int, asked: memoryview
    ) -> None:
        layout = self._layout
        self._run(
            ways.MarkRestored(
                self._ranking,
                changed,
                layout.moves,
                layout.menhirs,
                known,
                known.tiles == tiles,
                asked,
            )
        )

    def _mark_origins(
        self, turn: _Turn, turned: memoryview, known: Ways, asked: memoryview
    ) -> memoryview | None:
        if bits.count(turned) * _MANY > turn.facts.fogs:
            return None
        marking = ways.MarkOrigins(self._ranking, turn.facts.tiles, turned, turn.good, known, asked)
        self._run(marking)
        return None if marking.overflowed else asked

    # From the start.

    def _find_good(self, turn: _Turn) -> None:
        """Finds all good and open pictures."""
        if turn.same:
            bits.add_all_but(turn.good, turn.same.one)
            bits.add_first_only(turn.opened, turn.same.one, turn.same.two)
        if turn.fewer:
            self._add_those_with_tile(turn, turn.fewer)
        if turn.claims:
            bits.take_off(turn.good, turn.facts.wins)
            bits.take_off(turn.opened, turn.facts.wins)

    def _add_those_with_tile(self, turn: _Turn, fewer: Ways) -> None:
        """Adds the pictures from which a tile can be taken away so that they are good, or open."""
        few = self._layout.of(fewer.tiles).none()
        bits.add_all_but(few, fewer.two)
        asked = copy_of(turn.facts.safe if turn.claims else turn.facts.live)
        bits.take_off(asked, turn.good)
        tiles = turn.facts.tiles
        # To look at a picture takes half as many steps as it has tiles, if some will do.
        if bits.count(few) * (self._cells - tiles + 1) < bits.count(asked) * tiles // 2:
            spreading = ways.SpreadToPictures(self._ranking, few, fewer, turn.good, turn.opened)
            self._run(spreading)
        else:
            looking = self._of_turn(ways.LookAtPictures, turn, asked)
            looking.note(turn.facts.none())
            self._run(looking)

    def _nearest(self, turn: _Turn) -> tuple[Ways, memoryview | None]:
        """The ways of the turn that is nearest to this one, and the positions to look at again."""
        facts = turn.facts
        if self._has_stuck_fogs:
            return facts.by_wins(), None
        singles: list[tuple[Ways, memoryview]] = []
        restored = 0
        for following in (turn.same, turn.fewer):
            if following:
                single = self._layout.of(following.tiles).none()
                bits.add_first_only(single, following.one, following.two)
                singles.append((following, single))
                tiles_more = 1 if following is turn.same else self._cells - facts.tiles
                restored += bits.count(single) * tiles_more // _MOVES
        by_wins = bits.count(turn.good) + restored
        by_care = bits.count_differing(turn.good, facts.safe)
        by_any = bits.count_differing(turn.good, facts.live)
        if not (turn.claims or turn.fewer is None):
            by_care = (
                facts.fogs
            )  # where a tile can be taken away a win left to the opponent is none
        least = min(by_wins, by_care, by_any)
        asked, turned = facts.none(), facts.none()
        if least * _MANY > facts.fogs:
            return facts.by_wins(), None
        if least == by_wins:
            known = facts.by_wins()
            bits.add(turned, turn.good)
            for following, single in singles:
                self._mark_restored(single, following, facts.tiles, asked)
        elif least == by_care:
            known = facts.by_care()
            bits.add_differing(turned, turn.good, facts.safe)
        else:
            known = facts.all_or_none(every=True)
            bits.add_differing(turned, turn.good, facts.live)
        return known, self._mark_origins(turn, turned, known, asked)

    def _count(
        self, turn: _Turn, known: Ways, asked: memoryview | None, changed: memoryview
    ) -> None:
        """Counts the ways of the positions asked about; None asks about all."""
        if asked is None:
            asked = turn.facts.none()
            bits.add(asked, turn.facts.live)
        known.edges.reserve(len(turn.facts.stuck))
        counting = self._of_turn(ways.CountWays, turn, asked)
        counting.write_to(known, changed)
        count_ways(counting, known, asked, self._ranking, self._scratch)

    def _of_turn(self, kind: type[TurnT], turn: _Turn, asked: memoryview) -> TurnT:
        layout = self._layout
        return kind(
            self._ranking, turn.facts.tiles, asked, layout.moves, layout.menhirs, turn.facts.wins,
            turn.claims, turn.same, turn.fewer, turn.good, turn.opened,
        )  # fmt: skip

    def _run(self, walk: ways.BitWalk) -> None:
        run(walk, self._ranking, self._scratch)
