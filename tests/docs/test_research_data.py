"""The data of the research pages: whole, as its schemas say, and with the right checksums."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from tools.data_checksums import FOLDER, SUMS, checksums

from menhirs.fair_layouts import proofs

LAYOUTS = Path(proofs.__file__).with_name("layouts.jsonl")
FILES = [
    *((path, FOLDER / "survey.schema.json") for path in sorted(FOLDER.glob("*/*.jsonl"))),
    (LAYOUTS, FOLDER / "fair" / "layouts.schema.json"),
]


def lines(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text("utf-8").splitlines())


@pytest.mark.parametrize(("path", "schema"), FILES, ids=lambda path: path.stem)
def test_every_line_is_as_its_schema_says(path: Path, schema: Path) -> None:
    validator = Draft202012Validator(json.loads(schema.read_text("utf-8")))
    first = next(lines(path))
    assert not validator.is_valid({**first, "more": 1})
    assert not validator.is_valid({**first, "checksum": "?"})
    for line in lines(path):
        validator.validate(line)


def test_a_result_that_is_drawn_today_is_as_the_schema_says() -> None:
    validator = Draft202012Validator(json.loads((FOLDER / "survey.schema.json").read_text("utf-8")))
    first = next(lines(FILES[0][0]))
    drawn = {"seed": "oak", "layout": "a1 a2 a3 b1 b2 b3 c1"}
    assert validator.is_valid({**first, "drawn": drawn})
    assert not validator.is_valid({**first, "drawn": {}})


def test_the_checksums_are_those_of_the_files() -> None:
    assert SUMS.read_text("utf-8") == checksums(), "python -m tools.data_checksums writes them"
