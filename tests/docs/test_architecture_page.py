"""The page about the architecture has a short glossary; the files that documents name exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contribute" / "architecture.md").read_text("utf-8")
MOST_WORDS = 36
"""Rows of the glossary: more words of our own nobody keeps in mind."""
MADE = {"sw.js"}
"""Files of a built site."""


def test_the_glossary_stays_short() -> None:
    table = PAGE.split("| word | meaning |")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and "---" not in line]
    assert 10 < len(rows) <= MOST_WORDS


def test_the_files_that_the_documents_name_exist() -> None:
    folders = ("src", "tests", "tools", "benchmarks", "examples")
    sources = [path.as_posix() for name in folders for path in (ROOT / name).rglob("*.*")]
    missing = [
        f"{page.name}: {name}"
        for page in (ROOT / "docs").glob("*/*.md")
        for name in set(re.findall(r"`([\w/]+\.(?:py|pxd|js))`", page.read_text("utf-8"))) - MADE
        if not any(path.endswith(f"/{name}") for path in sources)
    ]
    assert missing == []
