"""Results of surveys as lines of a file: nothing that is damaged is ever taken for a result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.errors import MenhirsError
from menhirs.research.survey.layout_result import (
    Damaged,
    LayoutResult,
    UnknownRules,
    read_layout_result,
)
from menhirs.research.survey.results_file import ResultsWriter, merge, read_results
from tests.research.boards import RULES, TINY, TINY_LATER, mask

FINDING = LayoutResult(
    TINY,
    mask(TINY, "a1 a2"),
    value=-2,
    first={TINY.geometry.cell("b1"): -2, TINY.geometry.cell("c2"): 3},
    starts={-2: 4, 3: 1, 4: 5},
    seconds=1.25,
    processor_seconds=None,
)
OTHER = replace(FINDING, menhirs=mask(TINY, "b1 b3"), processor_seconds=0.5)


def test_a_finding_reads_back_equal() -> None:
    for layout_result in (FINDING, OTHER, replace(FINDING, chosen=True)):
        assert read_layout_result(layout_result.written(), RULES) == layout_result


@given(st.data())
def test_a_changed_letter_is_noticed(data: st.DataObject) -> None:
    line = FINDING.written()
    place = data.draw(st.integers(0, len(line) - 1))
    letter = data.draw(st.characters().filter(lambda letter: letter != line[place]))
    changed = line[:place] + letter + line[place + 1 :]
    try:
        assert read_layout_result(changed, RULES) == FINDING, "only white space may have changed"
        assert changed.split() == line.split() or line[place] == " "
    except (Damaged, UnknownRules):
        pass


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_no_other_line_is_a_finding(text: str) -> None:
    with pytest.raises(Damaged):
        read_layout_result(text, RULES)


@pytest.mark.parametrize(
    "line", ["", "null", "[]", "7", '{"magic": "menhirs survey"}', "[" * 100_000, "9" * 9000]
)
def test_json_that_is_no_finding(line: str) -> None:
    with pytest.raises(Damaged):
        read_layout_result(line, RULES)


def test_a_run_that_was_killed_while_it_wrote_costs_one_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(FINDING.written()[:100], "utf-8")
    writer = ResultsWriter(path)
    writer.add(OTHER)
    writer.close()
    results = read_results([path], RULES)
    assert list(results.layout_results.values()) == [OTHER]
    assert results.damaged == [f"{path}, line 1: it is no JSON"]


def test_files_are_merged_sorted_and_without_what_is_damaged(tmp_path: Path) -> None:
    one, two, out = (tmp_path / name for name in ("one", "two", "out"))
    one.write_text(f"{OTHER.written()}\n{FINDING.written()}\n\xff\xfe\n", "latin-1")
    two.write_text(f"{FINDING.written()}\n{'{' * 20_000}\n", "utf-8")
    results = merge([one, two], out, RULES)
    assert len(results.damaged) == 4  # a line that is too long is damaged piece by piece
    assert out.read_text("utf-8") == f"{FINDING.written()}\n{OTHER.written()}\n"


def test_a_layout_that_was_chosen_and_drawn_is_a_drawn_one(tmp_path: Path) -> None:
    one, two, out = (tmp_path / name for name in ("one", "two", "out"))
    one.write_text(f"{replace(FINDING, chosen=True).written()}\n", "utf-8")
    two.write_text(f"{FINDING.written()}\n", "utf-8")
    for files in ([one, two], [two, one]):
        merge(files, out, RULES)
        assert out.read_text("utf-8") == f"{FINDING.written()}\n"
    merge([one], out, RULES)
    assert out.read_text("utf-8") == one.read_text("utf-8")


def test_results_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lying = replace(FINDING, value=4)
    path.write_text(f"{FINDING.written()}\n{lying.written()}\n", "utf-8")
    with pytest.raises(MenhirsError) as refused:
        read_results([path], RULES)
    assert refused.value.code == "survey-contradiction"
    assert refused.value.place == f"{path}, line 2"


def test_other_rules_of_the_same_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    changed = replace(TINY_LATER, name="tiny")
    path.write_text(f"{replace(FINDING, rules=changed).written()}\n", "utf-8")
    with pytest.raises(MenhirsError) as refused:
        read_results([path], RULES)
    assert refused.value.code == "survey-rules"
    # Another title makes no other rules.
    path.write_text(f"{replace(FINDING, rules=replace(TINY, title='Old')).written()}\n", "utf-8")
    assert len(read_results([path], RULES).layout_results) == 1


def test_merging_does_not_drop_rules_that_are_not_known(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(f"{FINDING.written()}\n", "utf-8")
    with pytest.raises(MenhirsError) as refused:
        merge([path], tmp_path / "out", {"base": TINY})
    assert refused.value.code == "rules"
    assert not (tmp_path / "out").exists()
