"""Templates in a language."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import cache, partial

from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from menhirs.web.files import WEB, bundle_address, static_root
from menhirs.web.languages import LANGUAGES, Language

_INDENTATION = re.compile(r"^[ \t]+(?=<)", re.MULTILINE)
_DATES = {"en": "en_GB"}
"""The locales for dates: our English is British."""
PREVIEW_SIZE = (800, 420)
"""The size of preview pictures in pixels."""


class _WithoutIndentation(Extension):
    """Reads templates without their indentation: it is one byte in thirty that a page sends."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENTATION.sub("", source)


@cache
def _templates(language: Language) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", _WithoutIndentation],
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=False
    )
    environment.filters["iso"] = _iso
    environment.filters["in_words"] = partial(
        _day_in_words, locale=_DATES.get(language.code, language.code)
    )
    environment.filters["linked"] = _linked
    # What a script gets keeps its order: the directions of a board go round.
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}
    environment.globals |= {
        "static": static_root(),
        "script": bundle_address,
        "style": bundle_address,
        "preview_size": PREVIEW_SIZE,
        "language": language.code,
        "directions": list(language.directions),
        "languages": {code: known.name for code, known in LANGUAGES.items()},
        "messages": language.for_scripts(),
        "serverless": False,  # menhirs.site renders pages for which there is no server
        "server": "",
        "offline": "",
    }
    return environment


def _linked(sentence: str, address: str) -> Markup:
    """A sentence whose words in [square brackets] are a link to the address."""
    before, _, rest = sentence.partition("[")
    words, _, after = rest.partition("]")
    return Markup('{}<a href="{}">{}</a>{}').format(before, address, words, after)


def _day_in_words(day: str, locale: str) -> str:
    """A day that is given as 2026-03-31."""
    return format_date(date.fromisoformat(day), "long", locale=locale)


def _iso(at: int) -> str:
    """A moment for HTML's ``time``; scripts convert it to the visitor's time zone."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")


def render(language: Language, name: str, /, **context: object) -> str:
    """A template in a language."""
    return _templates(language).get_template(name).render(**context)
