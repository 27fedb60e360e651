"""What a release writes: version, changelog, list of dependencies. Nothing is committed here."""

from __future__ import annotations

from datetime import date

from tools.release import ROOT, changed, sbom


def test_a_release_sets_the_version_everywhere_and_dates_the_changelog() -> None:
    texts = {path.name: text for path, text in changed("9.8.7", date(2030, 1, 2))}
    assert '__version__ = "9.8.7"' in texts["__init__.py"]
    assert "## Unreleased\n\n## 9.8.7 (2030-01-02)\n" in texts["CHANGELOG.md"]
    assert "version: 9.8.7\ndate-released: 2030-01-02" in texts["CITATION.cff"]


def test_a_heading_that_is_there_already_is_not_written_twice() -> None:
    texts = {path.name: text for path, text in changed("0.3.0", date(2030, 1, 2))}
    assert texts["CHANGELOG.md"].count("## 0.3.0 (") == 1
    assert "## Unreleased\n\n## 0.3.0 (2030-01-02)\n" in texts["CHANGELOG.md"]


def test_the_list_of_dependencies_has_every_pinned_package() -> None:
    pinned = (ROOT / "requirements" / "play.txt").read_text("utf-8")
    components = sbom("9.8.7", pinned)["components"]
    assert {"fastapi", "sqlalchemy", "prompt-toolkit"} <= {one["name"] for one in components}
    assert all(f"{one['name']}=={one['version']}" in pinned for one in components)
