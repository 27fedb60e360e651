"""The balance report: its numbers, its words and its plots."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from menhirs.cli.main import main
from menhirs.core.geometry import cells_in
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, BASE8, RuleSet
from menhirs.research.report.arrangement import arrangement_of
from menhirs.research.report.length import turns_of_win
from menhirs.research.report.shares import Tally, interval, share_interval, weighed
from menhirs.research.report.turning_over import turned_layouts
from menhirs.research.survey.job import Job, solve
from menhirs.research.survey.layout_result import Drawn, LayoutResult
from menhirs.research.survey.layouts import canonical, every_layout
from tests.engine.brute_force import BruteForce
from tests.research.boards import HOUSE_RULES, TINY, TINY_LATER, TURNED, mask

SVG = "{http://www.w3.org/2000/svg}"


def found(rules: RuleSet, names: str, value: int) -> LayoutResult:
    menhirs = canonical(rules.geometry, mask(rules, names))
    return LayoutResult(rules, menhirs, value, {}, {value: 1}, 60.0, 60.0)


def test_how_menhirs_lie() -> None:
    arrangement = arrangement_of(BASE.geometry, mask(BASE, "a1 a2 d3 d6"))
    assert (arrangement.touching, arrangement.at_edge) == (1, 3)
    assert arrangement.spread == pytest.approx(
        arrangement_of(BASE.geometry, mask(BASE, "g1 g2 d3 d6")).spread
    )
    assert arrangement_of(BASE.geometry, mask(BASE, "d1 d4")).spread == 3


@pytest.mark.parametrize(
    ("rules", "value", "rounds"),
    [
        (BASE, -1, [(12, 1)]),
        (BASE, 10, [(8, 1)]),
        (BASE, 11, [(number, 1) for number in range(3, 8)]),
        (BASE, -10, []),
        (BASE8, -2, [(12, 1)]),
        (BASE8, -11, [(number, 1) for number in range(3, 8)]),
        (BASE, 0, []),
        (AMSTERDAM, 22, [(11, 1)]),
        (AMSTERDAM, -12, [(1, 1)]),
        (AMSTERDAM, 11, [(11, 2)]),
    ],
)
def test_the_points_tell_the_round(
    rules: RuleSet, value: int, rounds: list[tuple[int, int]]
) -> None:
    assert [(turn.round, turn.lap) for turn in turns_of_win(rules, value)] == rounds


def test_how_sure_a_share_is() -> None:
    # As in the literature: 8 of 10 is 49.0 % to 94.3 %.
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert interval(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_sets_of_one_layout_count_less_than_sets_of_many() -> None:
    sets = list(every_layout(TURNED.geometry, TURNED.standing))[:6]
    values = [1, 1, 1, -1, -1, -1]
    one_by_one = [
        LayoutResult(TURNED, menhirs, value, {}, {}, 1.0, 1.0)
        for menhirs, value in zip(sets, values, strict=True)
    ]

    def together(layouts: str) -> list[LayoutResult]:
        return [
            replace(result, drawn=Drawn("oak", layout))
            for result, layout in zip(one_by_one, layouts, strict=True)
        ]

    def width(results: list[LayoutResult]) -> float:
        least, most = share_interval(results, 1)
        return most - least

    least, most = interval(3, 6)
    assert width(one_by_one) == most - least
    # Two layouts whose sets are all alike say no more than two sets; mixed ones say as much as six.
    assert width(together("aaabbb")) > width(one_by_one) == width(together("abcabc"))
    # Sets that are all worth the same say as much as there are layouts.
    certain = [replace(result, value=1) for result in together("aaabbb")]
    assert share_interval(certain, 1) == interval(2, 2)


def test_a_sample_counts_as_drawn_and_all_layouts_by_their_images() -> None:
    every = [
        LayoutResult(TINY, layout, -1 if number else 1, {}, {}, 1.0, 1.0)
        for number, layout in enumerate(every_layout(TINY.geometry, TINY.standing))
    ]
    assert weighed(every[:5]) == Tally(one=1, tied=0, two=4)
    assert weighed(every).total == 21


def test_turning_over_perfectly_is_what_brute_force_finds() -> None:
    layout_results = [solve(Job(TURNED, menhirs)) for menhirs in every_layout(TURNED.geometry, 2)]
    truth = BruteForce()
    turned = turned_layouts(layout_results)
    assert len(turned) == len(list(every_layout(TURNED.geometry, 4)))
    for layout in turned[:6]:
        assert layout.value == truth.value(Position.start(TURNED, layout.menhirs))
        assert min(layout.ways) <= layout.value <= max(layout.ways)
    # Without one of the sets some layouts can't be judged.
    assert len(turned_layouts(layout_results[1:])) < len(turned)


def test_the_report_tells_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layouts = ("a1 b1 c1 d1 e1 f1 g1", "a3 b3 c3 d2 e1 f1 g1", "a1 b2 c3 d4 e3 f2 g2")
    lines = [found(BASE, names, -1).written() for names in layouts]
    lines += [found(BASE8, names, 0).written() for names in layouts[:2]]
    lines += [found(BASE8, layouts[2], 11).written(), "damaged"]
    results = tmp_path / "results.jsonl"
    results.write_text("\n".join(lines), "utf-8")
    remarks = tmp_path / "remarks.md"
    remarks.write_text("What it means.\n", "utf-8")
    words = ["report", str(results), "--output", str(tmp_path), "--remarks", str(remarks)]
    assert main(words) == 0
    told = capsys.readouterr()
    assert "line 7" in told.err
    paths = [Path(line) for line in told.out.splitlines()]
    assert paths[0] == tmp_path / "balance.md" and all(path.exists() for path in paths)
    text = re.sub(r"\s+", " ", paths[0].read_text("utf-8"))
    assert "What it means." in text
    assert "**`base`**: of a sample of 3 layouts: player 2 wins on every one." in text
    assert "it is a tie on 67%, player 1 wins on 33%." in text
    assert "| `base` | 3 | 0% (0% to 56%) | 0% (0% to 56%) | 100% (44% to 100%) |" in text
    assert "`base8`: 3 layouts solved under both; 3 (100%) of them have another result." in text
    assert "| `base`: player 2 wins | 1 | 2 | 0 |" in text
    assert "| `base` | 509,992 | 60.0 s | 8,500 |" in text
    assert "Damaged lines that were left out: 1." in text
    pictures = re.findall(r"\]\((balance/[^)]*)\)", text)
    assert sorted(pictures) == sorted(str(path.relative_to(tmp_path)) for path in paths[1:])


def test_layouts_that_were_chosen_are_no_sample(tmp_path: Path) -> None:
    layouts = ("a1 b1 c1 d1 e1 f1 g1", "a3 b3 c3 d2 e1 f1 g1", "a1 b2 c3 d4 e3 f2 g2")
    chosen = [replace(found(BASE, names, -1), chosen=True) for names in layouts]
    lines = [layout_result.written() for layout_result in [*chosen, found(BASE8, layouts[0], 1)]]
    lines.append(replace(found(BASE8, layouts[1], 1), chosen=True).written())
    results = tmp_path / "results.jsonl"
    results.write_text("\n".join(lines), "utf-8")
    assert main(["report", str(results), "--output", str(tmp_path)]) == 0
    text = re.sub(r"\s+", " ", (tmp_path / "balance.md").read_text("utf-8"))
    assert "**`base`**: of 3 chosen layouts: player 2 wins on every one." in text
    assert "**`base8`**: of 2 layouts, 1 of them chosen: player 1 wins on every one." in text
    assert "| `base` | 3 | 0% | 0% | 100% |" in text
    assert "| `base8` | 2 | 100% | 0% | 0% |" in text
    assert "Chosen layouts are no sample" in text


def test_a_report_leads_to_the_page_about_surveys_where_there_is_one(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    results.write_text(found(BASE, "a1 b1 c1 d1 e1 f1 g1", -1).written(), "utf-8")
    words = ["report", str(results), "--output", str(tmp_path)]
    assert main(words) == 0
    assert "surveys.md" not in (tmp_path / "balance.md").read_text("utf-8")
    (tmp_path / "surveys.md").touch()
    assert main(words) == 0
    assert "(surveys.md)" in (tmp_path / "balance.md").read_text("utf-8")


def test_plots_are_the_same_each_time_with_their_text_as_text(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(HOUSE_RULES, "utf-8")
    results = tmp_path / "results.jsonl"
    layout_results = [
        found(TINY, "a1 a2", -2),
        replace(
            found(TINY_LATER, "a1 a2", 3), first=dict.fromkeys(cells_in(TINY.geometry.cells), 3)
        ),
    ]
    results.write_text(
        "".join(f"{layout_result.written()}\n" for layout_result in layout_results), "utf-8"
    )
    words = ["report", str(results), "--house-rules", str(house), "--output"]
    for name in ("one", "two"):
        assert main([*words, str(tmp_path / name)]) == 0
    for path in (tmp_path / "one").rglob("*.svg"):
        assert path.read_bytes() == (tmp_path / "two" / "balance" / path.name).read_bytes()
        texts = {element.text for element in ElementTree.parse(path).iter(f"{SVG}text")}
        assert "tiny-later" in texts
    assert main(["report", str(results), "--output", str(tmp_path / "none")]) == 2  # rules unknown


def test_a_report_needs_its_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.jsonl"
    results.write_text(found(BASE, "a1 b1 c1 d1 e1 f1 g1", -1).written(), "utf-8")
    for name in [name for name in sys.modules if name.startswith("menhirs.research.report.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["report", str(results), "--output", str(tmp_path)]) == 2
    assert "[research]" in capsys.readouterr().err
