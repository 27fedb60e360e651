"""The page about the architecture: a short glossary, and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contribute" / "architecture.md").read_text("utf-8")
MOST_WORDS = 36
"""Rows of the glossary: more words of our own nobody keeps in mind."""


def test_the_glossary_stays_short() -> None:
    table = PAGE.split("| word | meaning |")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and "---" not in line]
    assert 10 < len(rows) <= MOST_WORDS


def test_the_files_that_the_page_names_exist() -> None:
    sources = {path.relative_to(ROOT / "src" / "menhirs") for path in (ROOT / "src").rglob("*.*")}
    named = set(re.findall(r"`([\w/]+\.(?:py|pxd|js|md))`", PAGE))
    assert named
    missing = [
        name
        for name in sorted(named)
        if not (ROOT / name).exists()
        and not any(path.as_posix().endswith(name) for path in sources)
    ]
    assert missing == []
