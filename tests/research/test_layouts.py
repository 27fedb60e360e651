"""Which layouts a survey solves."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import STANDARD, Geometry, cells_in
from menhirs.core.rules import AMSTERDAM, BASE, BASE8
from menhirs.research.report.arrangement import arrangement_of
from menhirs.research.survey.layouts import (
    canonical,
    count_up_to_mirrors,
    drawn_layouts,
    every_layout,
    images,
    read_layouts,
    sets_of,
    shuffled_layouts,
)
from menhirs.research.survey.survey import plan_all, plan_drawn
from tests.research.boards import TINY, TINY_LATER, TURNED


@pytest.mark.parametrize("heights", [(2, 3, 2), (3, 4), (1, 2, 3), (3, 4, 5, 4, 3)])
def test_the_number_of_layouts_is_that_of_all_that_differ(heights: tuple[int, ...]) -> None:
    geometry = Geometry(heights)
    for menhirs in range(4):
        every = {geometry.mask(cells) for cells in combinations(cells_in(geometry.cells), menhirs)}
        kinds = {frozenset(images(geometry, layout)) for layout in every}
        assert count_up_to_mirrors(geometry, menhirs) == len(kinds)
        found = list(every_layout(geometry, menhirs))
        assert len(found) == len(kinds)
        assert {frozenset(images(geometry, layout)) for layout in found} == kinds


def test_the_first_of_all_layouts_are_a_fair_sample() -> None:
    """As many menhirs are at the edge as in all layouts as they are laid, about."""
    geometry = Geometry((3, 4, 5, 4, 3))
    layouts = shuffled_layouts(geometry, 4)
    assert sorted(layouts) == sorted(every_layout(geometry, 4))
    assert layouts == shuffled_layouts(geometry, 4)
    first = layouts[: len(layouts) // 3]
    edge = arrangement_of(geometry, geometry.cells).at_edge / geometry.cells.bit_count()
    share = sum(arrangement_of(geometry, layout).at_edge for layout in first) / (4 * len(first))
    assert share == pytest.approx(edge, abs=0.03)
    # Those that have fewer images come later.
    symmetric = [len(images(geometry, layout)) < 4 for layout in layouts]
    assert sum(symmetric[: len(first)]) / len(first) < sum(symmetric) / len(symmetric)


def test_the_whole_board_has_half_a_million_layouts() -> None:
    assert count_up_to_mirrors(STANDARD, BASE.menhirs) == 509_992
    assert count_up_to_mirrors(STANDARD, AMSTERDAM.standing) == 35_878


def test_mirror_images_have_the_same_canonical_one() -> None:
    layout = STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g2")
    four = images(STANDARD, layout)
    assert len(four) == 4
    assert {canonical(STANDARD, image) for image in four} == {min(four)}


def test_a_seed_draws_the_same_layouts_for_rules_that_share_a_board() -> None:
    first = list(islice(drawn_layouts(BASE, "oak"), 20))
    assert first == list(islice(drawn_layouts(BASE8, "oak"), 20))
    assert first[:5] == list(islice(drawn_layouts(BASE, "oak"), 5))
    assert first != list(islice(drawn_layouts(BASE, "elm"), 20))
    assert len(set(first)) == 20
    assert all(layout == canonical(STANDARD, layout) for layout in first)


def test_sets_are_what_is_left_standing() -> None:
    sets = list(islice(drawn_layouts(AMSTERDAM, "oak", turned_over=True), 20))
    assert {menhirs.bit_count() for menhirs in sets} == {5}
    layout = STANDARD.mask_of("a1 b3 c2 d5 e2 f3 g2")
    assert len(sets_of(AMSTERDAM, layout)) == 21
    symmetric = STANDARD.mask_of("a1 b3 c2 d5 e2 f3 g1")
    assert len(sets_of(AMSTERDAM, symmetric)) == 12
    assert sets_of(AMSTERDAM, sets[0]) == [sets[0]]


def test_rule_sets_take_turns() -> None:
    plan = plan_drawn([TINY, TINY_LATER], 3, "oak", turned_over=False)
    jobs = list(plan.jobs(threads=1))
    assert [job.rules.name for job in jobs] == ["tiny", "tiny-later"] * 3
    assert [job.menhirs for job in jobs[::2]] == [job.menhirs for job in jobs[1::2]]
    assert plan.total == 6


def test_all_layouts_of_a_game_with_turning_over_are_all_sets() -> None:
    plan = plan_all([TURNED])
    jobs = list(plan.jobs(threads=1))
    assert len(jobs) == plan.total == count_up_to_mirrors(TURNED.geometry, 2)
    assert len({job.key for job in jobs}) == len(jobs)


def test_one_cannot_draw_more_layouts_than_there_are() -> None:
    with pytest.raises(MenhirsError) as refused:
        plan_drawn([TINY], 9, "oak", turned_over=False)
    assert refused.value.code == "survey-too-many"


def test_layouts_are_read_from_a_text() -> None:
    text = "# two of them\n\na3 b3 c3 d2 e1 f1 g1  # known\n  a3 b3 c3 d2 e1 f1 g2\n"
    known, other = read_layouts(text, BASE, "file")
    assert STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1") in images(STANDARD, known)
    assert STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g2") in images(STANDARD, other)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "survey-no-layouts", None),
        ("# nothing", "survey-no-layouts", None),
        ("\na1 b2", "survey-layout", "file, line 2"),
        ("a1 b2 c3 d4 e5 f4 z9", "cell", "file, line 1"),
        ("a1 a1 c3 d4 e5 f4 g3", "action-tiles", "file, line 1"),
        ("\0\x1b[31m", "cell", "file, line 1"),
    ],
)
def test_what_is_no_layout_is_refused_with_its_line(text: str, code: str, place: str) -> None:
    with pytest.raises(MenhirsError) as refused:
        read_layouts(text, BASE, "file")
    assert (refused.value.code, refused.value.place) == (code, place)
