"""Checks the tables of a layout: a sample of their positions, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from menhirs.core.position import Position
from menhirs.verifier.consistency import ConsistencyCheck, Contradiction
from menhirs.verifier.layout_tables import LayoutTables
from menhirs.verifier.stages import TableStage

_MOST_REPORTED = 100


@dataclass
class Verification:
    """The outcome of checking one layout."""

    layout: str
    rules: str
    stored: int
    """How many values its tables hold."""
    is_whole: bool
    checked: int = 0
    """How many positions were checked."""
    contradictions: list[Contradiction] = field(default_factory=list)
    """The first hundred that were found."""

    def most_wrong(self, confidence: float = 0.95) -> float:
        """The share of wrong positions that a clean sample still allows, with this confidence.

        If more than this share were wrong, a sample of this size would have met one of them with
        the given probability.
        """
        if self.is_whole:
            return 0.0
        return 1 - (1 - confidence) ** (1 / self.checked) if self.checked else 1.0


Report = Callable[[int, int], None]
"""Called with the number of positions done, and of all."""


def verify(tables: LayoutTables, sample: int | None, seed: str, report: Report) -> Verification:
    """Checks positions drawn evenly from all tables; with no sample size all of them."""
    stored = sum(tables.entries(stage) for stage in tables.stages)
    is_whole = sample is None
    found = Verification(tables.layout, tables.rules.name, stored, is_whole)
    check = ConsistencyCheck(tables)
    wanted = stored if sample is None else sample
    positions = _all(tables) if is_whole else _drawn(tables, wanted, Random(seed))
    for done, position in enumerate(positions, start=1):
        if position is not None:
            found.checked += 1
            room = _MOST_REPORTED - len(found.contradictions)
            found.contradictions += list(check.contradictions(position))[:room]
        report(done, wanted)
    return found


def _all(tables: LayoutTables) -> Iterator[Position | None]:
    """Every place of every table; None where the rules allow no such position."""
    for stage in tables.stages:
        for place in range(tables.entries(stage)):
            yield _at(tables, stage, place)


def _drawn(tables: LayoutTables, count: int, random: Random) -> Iterator[Position | None]:
    """A number of random positions. Indices without a position are drawn again, within a limit."""
    weights = [tables.entries(stage) for stage in tables.stages]
    for _ in range(count):
        for _ in range(100):
            (stage,) = random.choices(tables.stages, weights)
            position = _at(tables, stage, random.randrange(tables.entries(stage)))
            if position is not None:
                break
        yield position


def _at(tables: LayoutTables, stage: TableStage, place: int) -> Position | None:
    number, family = divmod(place, stage.families)
    return stage.position(tables.numbers.fog(number, stage.name.tiles), family)
