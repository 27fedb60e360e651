"""Builds the documentation site from ``docs/``, the rules and the docstrings: ``make docs``.

The pages are copied to ``build/docs-source`` first. There the rules lie beside them, their gaps
filled from the rule sets, and links into the sources become links within the site. What comes out
in ``build/docs`` is checked: every link leads somewhere, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from menhirs.core.rules import AMSTERDAM
from menhirs.web.handout import document
from menhirs.web.languages import LANGUAGES
from menhirs.web.rules_text import RULES, filled

ROOT = Path(__file__).parents[1]
STATIC = RULES.parent / "static"
PARTS = ("play", "host", "python", "research", "contribute")
SOURCE, SITE = ROOT / "build" / "docs-source", ROOT / "build" / "docs"
_LOADED = {
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("video", "src"),
}
_LOADED_LINKS = {"stylesheet", "icon", "preload", "manifest"}
_MOVED = {
    "../../src/menhirs/web/rules/": "../rules/",
    "../../examples/": "../examples/",
    "../../deploy/": "../deploy/",
    "../../CHANGELOG.md": "../changelog.md",
    "../../CONTRIBUTING.md": "../contributing.md",
    "../src/menhirs/web/": "",
    "../CONTRIBUTING.md": "contributing.md",
    "../CHANGELOG.md": "changelog.md",
    "docs/": "",  # in the changelog and CONTRIBUTING.md, which lie at the top
    "src/menhirs/web/rules/": "rules/",
    "CHANGELOG.md": "changelog.md",
}
"""Where links of the sources lead on the site."""
_PAGE_LINK = re.compile(r"\[([^]]+)\]\(([\w/-]+)\.md\)")


def main() -> int:
    """Builds the site; the exit code is not 0 if anything is wrong with it."""
    prepare(SOURCE)
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    trees = ["-d", str(ROOT / "build" / "doctrees")]
    if code := subprocess.run([*command, *trees, str(SOURCE), str(SITE)], check=False).returncode:
        return code
    complaints = list(complaints_about(SITE))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(list(SITE.rglob('*.html')))} pages in {SITE.relative_to(ROOT)}/index.html")
    return 1 if complaints else 0


def prepare(folder: Path) -> None:
    """Lays all sources of the site into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    skipped = shutil.ignore_patterns("__pycache__", ".env", "certificates")
    for name in ("examples", "deploy"):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder / name.lower())
    shutil.copytree(STATIC / "rules", folder / "static" / "rules")
    shutil.copy(STATIC / "favicon.svg", folder / "static")
    _lay_rules(folder / "rules")
    for page in (
        *folder.glob("*.md"),
        *(p for part in PARTS for p in (folder / part).glob("*.md")),
    ):
        page.write_text(_with_links_inside(page.read_text("utf-8")), "utf-8")
    _add_contents(folder / "index.md")


def _lay_rules(folder: Path) -> None:
    """The texts of the rules in all languages; hand-outs as the pages that are printed."""
    for path in RULES.glob("*/*.md"):
        page, code = path.parent.name, path.stem
        copy = folder / page / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if page == "handout":
            text = document(AMSTERDAM, LANGUAGES[code])
            copy.with_suffix(".html").write_text(text, "utf-8")
        else:
            text = _with_links_inside(filled(path.read_text("utf-8")))
            copy.write_text(f"---\norphan: true\n---\n{text}", "utf-8")


def _with_links_inside(text: str) -> str:
    for ours, here in _MOVED.items():
        text = text.replace(f"]({ours}", f"]({here}")
    return re.sub(r"(\]\([./\w]*handout/\w+)\.md", r"\1.html", text)


def _add_contents(index: Path) -> None:
    """The lists of the index as Sphinx's table of contents, which is the menu beside every page."""
    text = index.read_text("utf-8")
    trees = [
        f"```{{toctree}}\n:hidden:\n:caption: {section.partition(chr(10))[0]}\n\n"
        + "\n".join(
            f"{title[0].upper()}{title[1:]} <{page}>" for title, page in _PAGE_LINK.findall(section)
        )
        + "\n```\n"
        for section in text.split("\n## ")[1:]
    ]
    index.write_text("\n".join([text, *trees]), "utf-8")


class _Page(HTMLParser):
    """What a page links to and loads, and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def has(self, anchor: str) -> bool:
        """Whether the page has such an anchor; none at all is the page itself."""
        return not anchor or anchor in self.anchors

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.anchors |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.add(told["href"])
        self.loads |= {told[name] for t, name in _LOADED if t == tag and name in told}
        if tag == "link" and _LOADED_LINKS & set(told.get("rel", "").split()):
            self.loads.add(told["href"])


def complaints_about(site: Path) -> Iterator[str]:
    """What is wrong with a site: links that lead nowhere, and what comes from elsewhere."""
    pages = {path.resolve(): _Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for address in sorted(page.links | page.loads):
            parts = urlsplit(address)
            where = f"{path.relative_to(site.resolve())}: {address}"
            if parts.scheme or parts.netloc:
                if address in page.loads and parts.scheme != "data":
                    yield f"{where} is loaded from elsewhere"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{where} leads nowhere"
            elif target in pages and not pages[target].has(unquote(parts.fragment)):
                yield f"{where}: there is no such place on that page"
    for style in site.rglob("*.css"):
        if re.search(r"(@import|url\()\s*['\"]?(https?:)?//", style.read_text("utf-8")):
            yield f"{style.name} loads something from elsewhere"


if __name__ == "__main__":
    sys.exit(main())
