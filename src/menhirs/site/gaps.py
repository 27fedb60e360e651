"""Gaps in a static page: visitor-dependent values, which are filled in the browser.

A template is given a ``Gap`` where it expects a value. It writes a mark, and ``with_gaps`` turns
the marks of the finished page into what ``web/static/site/fill.js`` looks for:

* in a text: ``<span data-gap="opening.game"></span>``,
* in an attribute: the attribute goes, and ``data-gaps`` holds it as JSON: ``{"href": "/m/{id}"}``,
* as all of a block of JSON: ``data-gap`` on the block.

Titles and descriptions can't wait: there a gap is left out together with the dash after it.
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from typing import Any

_OPEN, _CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_TAG = re.compile(f"<[a-zA-Z][^<>]*{_OPEN}[^<>]*>")
_ATTRIBUTE = re.compile(f'\\s([a-z-]+)="([^"]*{_OPEN}[^"]*)"')
_BLOCK = re.compile(
    r'<script type="application/json"([^>]*)>"\\ue000([^\\]*)\\ue001"</script>'  # as JSON has it
)
_UNWAITING = re.compile(
    f"(?:<title>[^<]*</title>|<meta [^>]*{_OPEN}[^>]*>|<link [^>]*{_OPEN}[^>]*>)"
)
_WITH_DASH = re.compile(f"{_OPEN}[^{_CLOSE}]*{_CLOSE}(?: – )?")


class Gap(str):
    """A value that is not known yet. Its attributes and items are gaps too, also the methods of a
    text.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Gap:
        return super().__new__(cls, f"{_OPEN}{name}{_CLOSE}")

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_"):
            return super().__getattribute__(name)
        return Gap(f"{str(self)[1:-1]}.{name}")

    def __getitem__(self, key: object) -> Gap:
        return Gap(f"{str(self)[1:-1]}.{key}")


def with_gaps(text: str) -> str:
    """A finished page with its gaps in the form that the browser fills."""
    text = _BLOCK.sub(r'<script type="application/json"\1 data-gap="\2"></script>', text)
    text = _UNWAITING.sub(lambda found: _WITH_DASH.sub("", found[0]), text)
    text = _TAG.sub(lambda found: _tag_with_gaps(found[0]), text)
    return _MARK.sub(r'<span data-gap="\1"></span>', text)


def _tag_with_gaps(tag: str) -> str:
    gaps = {name: _MARK.sub(r"{\1}", unescape(value)) for name, value in _ATTRIBUTE.findall(tag)}
    rest = _ATTRIBUTE.sub("", tag)
    end = "/>" if rest.endswith("/>") else ">"
    return f'{rest.removesuffix(end).rstrip()} data-gaps="{escape(json.dumps(gaps))}"{end}'
