"""The documentation site: all public names are in its reference, and broken links are found."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.build_docs import ROOT, SITE, complaints_about

import menhirs


def test_the_reference_has_every_public_name() -> None:
    text = (ROOT / "docs" / "python" / "reference.md").read_text("utf-8")
    described = set(re.findall(r"^\.\. (?:auto|py:)\w+:: menhirs\.([\w.]+)", text, re.MULTILINE))
    names = {name for name in dir(menhirs) if name not in ("__version__", "engine", "events")}
    names |= {f"engine.{name}" for name in dir(menhirs.engine)}
    assert described == names | {"core.events"}


def test_every_page_is_in_the_contents() -> None:
    contents = (ROOT / "docs" / "index.md").read_text("utf-8")
    for page in (ROOT / "docs").glob("*/*.md"):
        name = f"{page.parent.name}/{page.stem}"
        assert f"]({name}.md)" in contents


def _anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub and MyST make anchors of them, and anchors in HTML."""
    text = page.read_text("utf-8")
    headings = (heading.lower() for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    made = {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)"', text))


def test_links_of_the_documents_lead_to_places_in_the_repository() -> None:
    """As they are read where the sources are shown, without the site being built."""
    lost = []
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md")]:
        for link in re.findall(r"\]\(([^)\s]+)", page.read_text("utf-8")):
            file, _, anchor = link.partition("#")
            target = page.parent / file if file else page
            outside = re.match(r"\w+:", link) is not None
            if not outside and not (target.exists() and (not anchor or anchor in _anchors(target))):
                lost.append(f"{page.relative_to(ROOT)}: {link}")
    assert lost == []


def test_what_leads_nowhere_or_comes_from_elsewhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.html").write_text('<p id="place">')
    (tmp_path / "style.css").write_text("@import url(//elsewhere.example/a.css);")
    (tmp_path / "here.html").write_text(
        '<a href="there.html#place"><a href="there.html#else"><a href="gone.html">'
        '<a href="https://elsewhere.example"><script src="https://elsewhere.example/a.js"></script>'
        '<link rel="stylesheet" href="style.css"><img src="data:image/png;base64,">'
    )
    assert sorted(complaints_about(tmp_path)) == [
        "here.html: gone.html leads nowhere",
        "here.html: https://elsewhere.example/a.js is loaded from elsewhere",
        "here.html: there.html#else: there is no such place on that page",
        "style.css loads something from elsewhere",
    ]


@pytest.mark.long
def test_the_site_is_built_without_a_warning() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.build_docs"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    reference = (SITE / "python" / "reference.html").read_text("utf-8")
    assert "The position after a legal action." in reference
    assert "TypeAliasForwardRef" not in reference
