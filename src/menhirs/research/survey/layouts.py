"""Which layouts a survey solves: drawn by a seed, all up to mirror images, or read from a file.

Mirror images are worth the same, so each layout is solved in one of them: the canonical one, which
is the least of its images. A layout is drawn as tiles are laid, every one as likely as any other,
and is mirrored only then: the layouts of a seed are a fair sample of real games.

With turning over (A1) there are two kinds of input. A *layout* is laid with all its
menhirs, and stands for every way to turn them over; a *set* is what is left standing afterwards.
Without turning over the two are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from math import comb, log
from random import Random

from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.geometry import Geometry, Mask, cells_in
from menhirs.core.rules import RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.research.survey.errors import BadSurvey


def images(geometry: Geometry, menhirs: Mask) -> set[Mask]:
    """A layout and its mirror images."""
    return {menhirs, *(mirror.mask(menhirs) for mirror in geometry.mirrors)}


def canonical(geometry: Geometry, menhirs: Mask) -> Mask:
    """The mirror image in which a layout is solved."""
    return min(images(geometry, menhirs))


def count_up_to_mirrors(geometry: Geometry, menhirs: int) -> int:
    """The number of layouts of so many menhirs that are no mirror images of each other.

    By Burnside's lemma: the average of how many layouts each mirror leaves as they are.
    """
    cells = geometry.cells.bit_count()
    unchanged = [comb(cells, menhirs)]
    for mirror in geometry.mirrors:
        fixed = sum(cell == image for cell, image in mirror.cell_to.items())
        swapped = (cells - fixed) // 2
        unchanged.append(
            sum(
                comb(swapped, pairs) * comb(fixed, menhirs - 2 * pairs)
                for pairs in range(menhirs // 2 + 1)
            )
        )
    return sum(unchanged) // len(unchanged)


def every_layout(geometry: Geometry, menhirs: int) -> Iterator[Mask]:
    """All layouts of so many menhirs, each in its canonical image."""
    for cells in combinations(cells_in(geometry.cells), menhirs):
        layout = geometry.mask(cells)
        if layout == canonical(geometry, layout):
            yield layout


def shuffled_layouts(geometry: Geometry, menhirs: int) -> list[Mask]:
    """The layouts in a fixed order in which every beginning is a fair sample.

    A layout comes as early as the first of its images would if all images were shuffled: after a
    waiting time at the rate of their number.
    """
    numbers = Random(_ORDER)

    def waiting_time(layout: Mask) -> float:
        return -log(1 - numbers.random()) / len(images(geometry, layout))

    return sorted(every_layout(geometry, menhirs), key=waiting_time)


_ORDER = "all layouts"


def drawn_layouts(rules: RuleSet, seed: str, *, turned_over: bool = False) -> Iterator[Mask]:
    """Layouts drawn at random, none twice; the first ones of a seed are always the same.

    ``turned_over`` draws sets: from each layout, menhirs are turned over at random.
    """
    seen: set[Mask] = set()
    for number in count(1):
        drawn = random_menhirs(rules, f"{seed} {number}")
        if turned_over:
            drawn = _turned_over(rules, drawn, f"{seed} {number} turned over")
        layout = canonical(rules.geometry, drawn)
        if layout not in seen:
            seen.add(layout)
            yield layout


def _turned_over(rules: RuleSet, menhirs: Mask, seed: str) -> Mask:
    numbers = Random(seed)  # drawn as in random_menhirs: the same in every version of Python
    standing = list(cells_in(menhirs))
    for _ in range(rules.flips):
        standing.pop(int(numbers.random() * len(standing)))
    return rules.geometry.mask(standing)


def sets_of(rules: RuleSet, layout: Mask) -> list[Mask]:
    """The sets of menhirs that can be left standing of a layout, up to mirror images.

    A set that stands already is the only one.
    """
    turned = layout.bit_count() - rules.standing
    if turned not in (0, rules.flips):
        expected = " or ".join(str(n) for n in sorted({rules.standing, rules.menhirs}))
        raise BadSurvey(
            "survey-layout", found=layout.bit_count(), name=rules.name, expected=expected
        )
    found = (
        canonical(rules.geometry, rules.geometry.mask(cells))
        for cells in combinations(cells_in(layout), rules.standing)
    )
    return list(dict.fromkeys(found))


def read_layouts(text: str, rules: RuleSet, path: str) -> list[Mask]:
    """The layouts of a text, one a line: the cells of the menhirs. ``#`` begins a comment."""
    layouts = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0]
        if not words.strip():
            continue
        try:
            layout = rules.geometry.mask_of(words)
            cells = words.split()
            if layout.bit_count() != len(cells):
                twice = next(cell for cell in cells if cells.count(cell) > 1)
                raise Malformed("action-tiles", text=words.strip(), cell=twice)
            sets_of(rules, layout)  # raises where it fits no rules
        except MenhirsError as error:
            raise error.locate(text=line, place=f"{path}, line {number}") from None
        layouts.append(canonical(rules.geometry, layout))
    if not layouts:
        raise BadSurvey("survey-no-layouts", path=path)
    return list(dict.fromkeys(layouts))
