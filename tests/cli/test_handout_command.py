"""``menhirs handout``: the real command, printing with the real browser."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.command import menhirs


def test_it_prints_one_page_of_pdf(tmp_path: Path) -> None:
    target = tmp_path / "amsterdam.pdf"
    address = ("--address", "https://club.example/")
    done = menhirs("handout", "amsterdam", "--language", "nl", *address, "--output", str(target))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pdf = target.read_bytes()
    assert pdf.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1


def test_without_a_browser_it_says_so_and_still_writes_the_page(tmp_path: Path) -> None:
    target = tmp_path / "base.pdf"
    done = menhirs("handout", "base", "--output", str(target), path=tmp_path)
    assert done.returncode == 2 and "[no-browser]" in done.stderr and not target.exists()
    page = menhirs("handout", "base", "--language", "fr")
    assert page.stdout.startswith("<!doctype html>") and "Mise en place" in page.stdout


def test_an_unknown_game_is_refused() -> None:
    assert "[rules]" in menhirs("handout", "chess").stderr
