"""Missing translations are listed for each language."""

from __future__ import annotations

from tools.check_languages import missing

from menhirs.web.rules_text import PAGES


def test_a_language_that_nobody_has_begun_lacks_everything() -> None:
    catalogue, texts = missing("es")
    assert "make messages" in catalogue
    assert all(f"{page}/es.md" in texts for page in PAGES)
