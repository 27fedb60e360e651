"""One name, one class: a reader who meets a name anywhere knows what it is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
_CLASS = re.compile(r"^ *class (\w+)[:(\[]", re.MULTILINE)
_DOCSTRING = re.compile(r'"""(?:[^"]|"(?!""))*"""')


def test_no_two_classes_have_the_same_name() -> None:
    names = Counter(
        name
        for path in SOURCE.rglob("*.py")
        for name in _CLASS.findall(_DOCSTRING.sub("", path.read_text("utf-8")))
    )
    assert [name for name, times in names.items() if times > 1] == []
