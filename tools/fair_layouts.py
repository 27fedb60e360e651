"""Writes the layouts that surveys have proven fair into the package.

    python -m tools.fair_layouts docs/research/*/*.jsonl

Of rules without turning over every layout that is a tie is taken. Of the Amsterdam Way every six
menhirs of which all six sets of five are ties; ``src/menhirs/fair_layouts/proofs.py`` says why that
proves 24 layouts. A tie stays one whatever a win scores, so results of rules that differ in the
points only are taken, too: with one point a win a set is solved sooner. Proofs that are in the
package stay.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from menhirs.core.geometry import Geometry, Mask, cells_in
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.fair_layouts import proofs as packaged
from menhirs.fair_layouts.proofs import ProvenTie
from menhirs.notation.house_rules import read_house_rules
from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.layouts import canonical
from menhirs.research.survey.results_file import read_results

HOUSE_RULES = Path("docs/research/fair/amsterdam-wins.toml")
TARGET = Path(packaged.__file__).with_name("layouts.jsonl")
FAIR = ("base8", "amsterdam")
"""The games whose layouts are ties as a rule."""


def proofs(rules: RuleSet, layout_results: Iterable[LayoutResult]) -> Iterator[ProvenTie]:
    """What these results prove about the layouts of one rule set."""
    ties = {
        layout_result.menhirs: layout_result
        for layout_result in layout_results
        if layout_result.value == 0
    }
    geometry = rules.geometry
    if not rules.flips:
        for menhirs, layout_result in ties.items():
            yield _proof(rules, menhirs, [layout_result])
        return
    for six in _sixes(geometry, ties):
        fives = [canonical(geometry, six & ~(1 << cell)) for cell in cells_in(six)]
        if all(five in ties for five in fives):
            yield _proof(rules, six, [ties[five] for five in fives])


def _sixes(geometry: Geometry, fives: Iterable[Mask]) -> set[Mask]:
    """Every set with one menhir more than one of these, in its canonical image."""
    return {
        canonical(geometry, five | 1 << cell)
        for five in fives
        for cell in cells_in(geometry.cells & ~five)
    }


def _proof(rules: RuleSet, menhirs: Mask, layout_results: list[LayoutResult]) -> ProvenTie:
    names = " ".join(rules.geometry.names_of(menhirs))
    placings = sum(sum(layout_result.starts.values()) for layout_result in layout_results)
    ties = sum(layout_result.starts[0] for layout_result in layout_results)
    return ProvenTie(rules.name, names, placings, ties)


def main(paths: list[str]) -> None:
    house = read_house_rules(HOUSE_RULES.read_text("utf-8"))
    results = read_results(map(Path, paths), {**RULE_SETS, **house})
    known = TARGET.read_text("utf-8").splitlines() if TARGET.exists() else []
    lines = set(known)
    for name in FAIR:
        rules = RULE_SETS[name]
        same = [each for each in results.rules if packaged.is_the_same_game(each, rules)]
        found = chain.from_iterable(map(results.of, same))
        lines |= {proof.written() for proof in proofs(rules, found)}
    TARGET.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8", newline="\n")
    for name in FAIR:
        packaged.proofs_of.cache_clear()
        count = len(packaged.proofs_of(RULE_SETS[name]))
        print(f"{name}: {count} layouts, mirror images included", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
