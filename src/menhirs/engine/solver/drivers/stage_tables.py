"""The tables of the stages of a layout: put into a store, and reported stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.stores import Store
from menhirs.engine.solver.layers import Layer, ValueShift
from menhirs.engine.solver.schedule import PlacingStage, Stage
from menhirs.engine.solver.tables.drafts import (
    Draft,
    Label,
    Reference,
    delta_table,
    is_smaller_as_delta,
    whole_table,
)
from menhirs.engine.solver.tables.folders import layout_text

Written = tuple[Label, Future[str]]
"""The label of a table, and its checksum once it is written."""


@dataclass(frozen=True)
class Progress:
    """The progress of a solver."""

    stage: str
    done: int
    of: int
    kept: bool
    """The stage was solved by an earlier run."""


class StageTables:
    """Puts tables into a store while others are solved. A stage is done when its last one is."""

    def __init__(
        self,
        rules: RuleSet,
        menhirs: Mask,
        store: Store,
        stages: int,
        report: Callable[[Progress], None],
    ) -> None:
        """So many stages are to be reported."""
        self._rules_name = rules.name
        self._layout = layout_text(rules, menhirs)
        self.store = store
        self._stages = stages
        self._report = report
        self._writing: list[Future[str]] = []
        """The tables of the current stage, so far."""
        self._is_new = False
        """Whether any of them was not there before."""
        self._ended: Stage | None = None
        """The stage solved before the current one."""
        self._tables_of_ended: list[Future[str]] = []
        self._is_ended_new = False
        self._done = 0

    def label(self, stage: Stage | PlacingStage, tiles: int, variants: int) -> Label:
        """The label of a stage's table."""
        return Label(self._rules_name, self._layout, str(stage), tiles, variants)

    def put(self, draft: Draft) -> Future[str]:
        """Puts a table into the store; its checksum, once that is done."""
        for written in self._tables_of_ended + self._writing:
            if written.done():
                written.result()  # raises an error as soon as it is known
        self._is_new = True
        self._writing.append(self.store.put(draft))
        return self._writing[-1]

    def put_layer(
        self, label: Label, layer: Layer, reference: Written | None, shift: ValueShift | None
    ) -> Written | None:
        """Puts a layer into the store, as its differences from a reference where that is smaller.

        ``shift`` is that of the reference, if it is not the one of the layer's delta.
        """
        self._is_new = True
        if not self.store.wants(label):
            return None
        known = reference and self.store.can_refer_to(reference[0])
        if reference and known and layer.delta and is_smaller_as_delta(layer):
            like, checksum = reference
            since = Reference(like, checksum.result(), shift or layer.delta.shift)
            return label, self.put(delta_table(label, since, layer))
        return label, self.put(whole_table(label, layer))

    def put_equal(self, label: Label, like: Label, shift: ValueShift) -> None:
        """Puts a table into the store that is another one, shifted."""
        if self.store.has(label):
            return
        self._is_new = True
        if self.store.wants(label):
            checksum = self.store.table(like).checksum
            self.put(delta_table(label, Reference(like, checksum, shift), None))

    def report(self, text: str) -> None:
        """Reports progress within a stage."""
        self._report(Progress(text, 0, self._stages, kept=False))

    def end(self, stage: Stage) -> None:
        """Ends a stage; the one before it is done when all its tables are written."""
        self.finish()
        self._ended, self._is_ended_new, self._is_new = stage, self._is_new, False
        self._tables_of_ended, self._writing = self._writing, []

    def add_to_ended(self) -> None:
        """Reports the tables since the last stage along with it."""
        self._tables_of_ended, self._writing = self._tables_of_ended + self._writing, []

    def finish(self) -> None:
        """Waits until the tables of the stage that ended are written, and reports it."""
        if self._ended is None:
            return
        for written in self._tables_of_ended:
            written.result()
        self._done += 1
        stage, self._ended = str(self._ended), None
        self._report(Progress(stage, self._done, self._stages, kept=not self._is_ended_new))
