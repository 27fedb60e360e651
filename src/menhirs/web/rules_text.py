"""The texts of the rules, from Markdown to HTML.

They are in ``web/rules``, a folder for every page and a file for every language, and can be read
there too. ``guide`` and ``hand-out`` have gaps, which are filled from the rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath

from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from menhirs.core.rules import RULE_SETS
from menhirs.view.rule_facts import RuleFacts
from menhirs.view.start_data import play_address
from menhirs.web.files import WEB, static_root
from menhirs.web.languages import Language
from menhirs.web.rule_pictures import pictures

RULES = WEB / "rules"

PAGES = {
    "guide": "/rules",
    "strategy": "/learn/strategy",
    "reference": "/rules/reference",
    "decisions": "/rules/decisions",
    "credits": "/rules/credits",
    "handout": "/handout/amsterdam",
}
"""The address of each text."""

_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_PAGE_LINK = re.compile(r"\.\./(\w+)/\w+\.md(#[\w-]+)?")
_RULE_LINK = re.compile(r'<a href="[^"]+#([mbad]\d+)">')

_texts = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    depth: int
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class RulesText:
    """A page of the rules in one language."""

    html: Markup
    title: str
    contents: tuple[Heading, ...]
    """The headings below the title."""
    written_in: str
    """The language, English where there is no translation."""


def rules_source(page: str, language: Language) -> tuple[str, str]:
    """The Markdown of a page and the language it is in: English where there is no translation."""
    written_in = language.code if (RULES / page / f"{language.code}.md").exists() else "en"
    return (RULES / page / f"{written_in}.md").read_text("utf-8"), written_in


@cache
def rules_text(page: str, language: Language) -> RulesText:
    """A page of the rules in a language."""
    source, written_in = rules_source(page, language)
    if page in ("guide", "strategy"):
        source = filled(source)
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(source)
    title, *headings = _name_headings(tokens)
    _lead_to_pages(tokens)
    tokens = list(_with_figures(tokens, language))
    html = markdown.renderer.render(tokens, markdown.options, {})
    if page == "guide":
        html = _with_anchors(html)
    if written_in != language.code:
        html = _after_a_note(html, written_in, language)
    return RulesText(Markup(html), title.title, tuple(headings), written_in)


def rules_links(here: str, language: Language) -> list[tuple[str, str, bool]]:
    """All pages about the rules: address, title, and whether it is this one."""
    handout = language.gettext("Hand-out")
    titles = {
        name: handout if name == "handout" else rules_text(name, language).title for name in PAGES
    }
    return [(address, titles[name], name == here) for name, address in PAGES.items()]


def _after_a_note(html: str, written_in: str, language: Language) -> str:
    """A text in another language than the page's."""
    note = escape(language.gettext("This page is not translated yet. Here it is in English."))
    return f'<p class="note">{note}</p>\n<div lang="{written_in}">\n{html}</div>\n'


def filled(source: str, **more: object) -> str:
    """A text with its gaps filled from the rule sets."""
    known = {_name(name): RuleFacts(rules) for name, rules in RULE_SETS.items()}
    return _texts.from_string(source).render(**known, **more)


def _name(rules: str) -> str:
    """What a text calls a rule set: ``base_21`` for ``base+21``."""
    return rules.replace("+", "_")


def _name_headings(tokens: list[Token]) -> Iterator[Heading]:
    """Gives every heading the anchor that repository viewers give it."""
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            slug = re.sub(r"[^\w -]", "", inside.content.lower()).replace(" ", "-")
            opening.attrSet("id", slug)
            yield Heading(int(opening.tag[1:]), slug, inside.content)


def _lead_to_pages(tokens: list[Token]) -> None:
    """Turns the links from file to file into links from page to page."""
    for token in tokens:
        for child in token.children or []:
            target = str(child.attrs.get("href", ""))
            if child.type == "link_open" and (file := _PAGE_LINK.fullmatch(target)):
                child.attrSet("href", PAGES[file[1]] + (file[2] or ""))


def _with_anchors(html: str) -> str:
    """Gives the first link to each rule that rule's anchor.

    So ``/rules#m4`` leads to M4 in the guide, and from there to the rule itself.
    """
    explained: set[str] = set()

    def named(link: re.Match[str]) -> str:
        rule = link[1]
        if rule in explained:
            return link[0]
        explained.add(rule)
        return f'<a id="{rule}"{link[0].removeprefix("<a")}'

    return _RULE_LINK.sub(named, html)


def _with_figures(tokens: list[Token], language: Language) -> Iterator[Token]:
    """Makes a figure of every picture and the paragraph below it.

    That paragraph describes the picture, so that screen readers read it only once.
    """
    waiting = iter(tokens)
    for token in waiting:
        if token.type == "paragraph_open":
            inside, closing = next(waiting), next(waiting)
            if name := _picture(inside):
                _, caption, _ = next(waiting), next(waiting), next(waiting)
                for child in caption.children or []:
                    if child.type == "softbreak":  # legal and illegal actions, a line each
                        child.type = "hardbreak"
                image, link = _image(name), _play_link(name, language)
                yield Token("html_block", "", 0, content=f"<figure>\n{image}\n<figcaption>")
                yield caption
                yield Token("html_block", "", 0, content=f"{link}</figcaption>\n</figure>\n")
            else:
                yield from (token, inside, closing)
        else:
            yield token


def _picture(paragraph: Token) -> str | None:
    """The name of the picture that a paragraph consists of."""
    children = paragraph.children or []
    if len(children) != 1 or children[0].type != "image":
        return None
    return PurePosixPath(str(children[0].attrs["src"])).stem


def _image(name: str) -> str:
    size = _SIZE.search(pictures()[name].path.read_text("utf-8"))
    assert size, f"{name} does not tell its size"
    width, height = size.groups()
    rest = f'width="{width}" height="{height}" alt="" loading="lazy"'
    # Styles show one of the two, and a browser loads only what is shown.
    return (
        f'<img class="when-light" src="{static_root()}/rules/{escape(name)}.svg" {rest}>'
        f'<img class="when-dark" src="/rules/pictures/{escape(name)}.svg" {rest}>'
    )


def _play_link(name: str, language: Language) -> str:
    position = pictures()[name].position
    if position.is_over:
        return ""
    words = escape(language.gettext("Play from here"))
    return f'\n<a class="from-here" href="{escape(play_address(position))}">{words}</a>'


def rules_page_data(name: str, language: Language) -> dict[str, object]:
    """The data of a page of the rules."""
    text = rules_text(name, language)
    return {"data": name, "text": text, "links": rules_links(name, language)}
