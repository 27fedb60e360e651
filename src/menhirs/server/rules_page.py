"""The rules as a web page, from the text that also stands in the repository.

One text serves both: ``web/rules/en.md`` and its like are read there as they are, with pictures
beside the other static files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from menhirs.server.languages import Language
from menhirs.server.looks import STATIC, WEB, static_root

RULES = WEB / "rules"
PICTURES = STATIC / "rules"

_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    depth: int
    id: str
    title: str


def rules_html(language: Language) -> Markup:
    """The rules in that language, or in English after a word about it."""
    told_in, html, _ = _page(language.code)
    if told_in == language.code:
        return html
    note = language.gettext("The rules are not translated yet. Here they are in English.")
    return Markup('<p class="note">{}</p>\n<div lang="{}">\n{}</div>\n').format(note, told_in, html)


def rules_contents(language: Language) -> tuple[Heading, ...]:
    """The headings of :func:`rules_html` below its title."""
    return _page(language.code)[2]


@cache
def _page(code: str) -> tuple[str, Markup, tuple[Heading, ...]]:
    told_in = code if (RULES / f"{code}.md").exists() else "en"
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse((RULES / f"{told_in}.md").read_text("utf-8"))
    headings = tuple(_name_headings(tokens))
    tokens = list(_with_figures(tokens))
    return told_in, Markup(markdown.renderer.render(tokens, markdown.options, {})), headings


def _name_headings(tokens: list[Token]) -> Iterator[Heading]:
    """Gives every heading the anchor that the repository's viewers give it."""
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            slug = re.sub(r"[^\w -]", "", inside.content.lower()).replace(" ", "-")
            opening.attrSet("id", slug)
            if opening.tag != "h1":
                yield Heading(int(opening.tag[1:]), slug, inside.content)


def _with_figures(tokens: list[Token]) -> Iterator[Token]:
    """Makes a figure of every picture and the paragraph below it.

    That paragraph begins with the picture's own text, which so is not read out twice.
    """
    waiting = iter(tokens)
    for token in waiting:
        if token.type == "paragraph_open":
            inside, closing = next(waiting), next(waiting)
            if picture := _picture(inside):
                _, caption, _ = next(waiting), next(waiting), next(waiting)
                for child in caption.children or []:
                    if child.type == "softbreak":  # what is legal and what is not: a line each
                        child.type = "hardbreak"
                yield Token("html_block", "", 0, content=f"<figure>\n{picture}\n<figcaption>")
                yield caption
                yield Token("html_block", "", 0, content="</figcaption>\n</figure>\n")
            else:
                yield from (token, inside, closing)
        else:
            yield token


def _picture(paragraph: Token) -> str | None:
    """The picture that a paragraph consists of."""
    children = paragraph.children or []
    if len(children) != 1 or children[0].type != "image":
        return None
    name = PurePosixPath(str(children[0].attrs["src"])).name
    size = _SIZE.search((PICTURES / name).read_text("utf-8"))
    assert size, f"{name} does not tell its size"
    width, height = size.groups()
    return (
        f'<img src="{static_root()}/rules/{escape(name)}" width="{width}" height="{height}"'
        ' alt="" loading="lazy">'
    )
