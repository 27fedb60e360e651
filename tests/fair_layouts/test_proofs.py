"""Layouts that are proven fair: the data is whole, the argument holds, and drawing finds them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools import fair_layouts

from menhirs.core.geometry import cells_in
from menhirs.core.rules import AMSTERDAM, BASE, BASE8, BASE8_21, RuleSet
from menhirs.core.scoring import WinScoring
from menhirs.engine.solver import worth
from menhirs.fair_layouts.proofs import ProvenTie, ProvenTies, is_the_same_game, proofs_of
from menhirs.research.survey.job import start_of
from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.layouts import canonical
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE


@pytest.mark.parametrize("rules", [BASE8, AMSTERDAM], ids=lambda rules: rules.name)
def test_every_packaged_layout_has_the_right_number_of_menhirs_and_its_images(
    rules: RuleSet,
) -> None:
    proofs = proofs_of(rules)
    for seed in range(50):
        menhirs = proofs.draw(str(seed))
        assert menhirs in proofs
        assert menhirs.bit_count() == rules.menhirs
        assert 0 < proofs.share(menhirs) <= 1
        assert all(mirror.mask(menhirs) in proofs for mirror in rules.geometry.mirrors)
    assert proofs.draw("a seed") == proofs.draw("a seed")


def test_points_change_no_tie_but_other_rules_have_no_proofs() -> None:
    assert len(proofs_of(BASE8_21)) == len(proofs_of(BASE8)) >= 400
    assert len(proofs_of(replace(AMSTERDAM, scoring=WinScoring()))) == len(proofs_of(AMSTERDAM))
    assert len(proofs_of(BASE)) == 0
    assert len(proofs_of(replace(BASE8, fog_tiles=13))) == 0
    assert is_the_same_game(replace(AMSTERDAM, scoring=WinScoring()), AMSTERDAM)
    assert not is_the_same_game(replace(AMSTERDAM, chances=2), AMSTERDAM)


@pytest.mark.parametrize("rules", [SMALL_AMSTERDAM, SMALL_BASE], ids=lambda rules: rules.name)
def test_who_wins_is_the_same_whatever_a_win_scores(rules: RuleSet) -> None:
    wins = replace(rules, scoring=WinScoring())
    cells = [cell for column in rules.geometry.columns for cell in column]
    for menhirs in combinations(cells, rules.standing):
        mask = rules.geometry.mask(menhirs)
        by_points, by_wins = (worth(start_of(each, mask), threads=1) for each in (rules, wins))
        assert by_points.placings and by_wins.placings
        assert by_wins.placings.first == {
            cell: (value > 0) - (value < 0) for cell, value in by_points.placings.first.items()
        }
        for sign in (-1, 0, 1):
            assert by_wins.placings.values.get(sign, 0) == sum(
                count
                for value, count in by_points.placings.values.items()
                if (value > 0) - (value < 0) == sign
            )


def test_a_line_that_was_changed_is_refused() -> None:
    line = ProvenTie("base8", "a1 a2 a3 d5 e2 e5 g1", 8855, 8853).written()
    assert ProvenTie.read(line).ties == 8853
    with pytest.raises(ValueError, match="checksum"):
        ProvenTie.read(line.replace("8853", "8855"))


@given(st.randoms(use_true_random=False))
def test_six_menhirs_whose_fives_are_ties_make_every_seventh_a_tie(random: Random) -> None:
    six, seventh = frozenset(range(6)), 6
    layout = six | {seventh}
    values = {
        frozenset(five): 0 if six.issuperset(five) else random.randint(-22, 22)
        for five in combinations(layout, 5)
    }
    # A1: player 1 turns one menhir over, then player 2 another.
    value = max(min(values[layout - {one, two}] for two in layout - {one}) for one in layout)
    assert value == 0


def test_sixes_are_found_in_the_results_of_a_survey() -> None:
    geometry = AMSTERDAM.geometry
    six = geometry.mask_of("a1 b2 c2 d4 g1 g3")
    layout_results = [
        LayoutResult(
            AMSTERDAM, canonical(geometry, six & ~(1 << cell)), 0, {}, {0: 170_000, 22: 7_100}, 1, 1
        )
        for cell in cells_in(six)
    ]
    (proof,) = fair_layouts.proofs(AMSTERDAM, layout_results)
    assert (proof.placings, proof.ties) == (6 * 177_100, 6 * 170_000)
    proofs = ProvenTies(AMSTERDAM, [proof])
    assert len(proofs) == 4 * 24
    assert six | geometry.mask_of("d6") in proofs
    assert list(fair_layouts.proofs(AMSTERDAM, layout_results[1:])) == []
    lost = replace(layout_results[0], value=-22)
    assert list(fair_layouts.proofs(AMSTERDAM, [lost, *layout_results[1:]])) == []
