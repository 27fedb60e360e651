"""One name, one class: a reader who meets a name anywhere knows what it is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"


def test_no_two_classes_have_the_same_name() -> None:
    names = Counter(
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"^ *class (\w+)[:(\[]", path.read_text("utf-8"), re.MULTILINE)
    )
    assert [name for name, times in names.items() if times > 1] == []
