"""The languages of the pages: their catalogues, and the choice for a visitor.

The catalogues are the translators' own files under ``web/locale``: there is nothing to compile
after an edit. ``tools/extract_messages.py`` keeps them up to date with the sources.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cached_property
from gettext import GNUTranslations, c2py
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from menhirs.view.language import GettextLanguage

LOCALE = Path(__file__).parent / "locale"


class Language(GettextLanguage):
    """A language whose catalogue is the translators' own file."""

    def __init__(self, code: str, name: str, *, is_finished: bool = True) -> None:
        super().__init__(code, name)
        self.is_finished = is_finished
        """Whether everything is translated. In other languages the rest is English."""

    def day(self, at: int) -> str:
        """The day of a moment in milliseconds, in words, by the clock of Greenwich."""
        from babel.dates import format_date

        locale = "en_GB" if self.code == "en" else self.code
        return format_date(datetime.fromtimestamp(at / 1000, UTC), "long", locale)

    def for_scripts(self) -> dict[str, object]:
        """The data for ``site/language.js`` in a page. Scripts are in English by default."""
        return {
            "language": self.code,
            "plural": self._plural_forms,
            "messages": self._script_messages,
        }

    @cached_property
    def _catalogue(self) -> Catalog:
        path = catalogue_path(self.code)
        if not path.exists():
            return Catalog(locale=self.code)
        with path.open("rb") as file:
            return read_po(file, locale=self.code, abort_invalid=True)

    @cached_property
    def _translations(self) -> GNUTranslations:
        compiled = BytesIO()
        write_mo(compiled, self._catalogue)
        compiled.seek(0)
        return GNUTranslations(compiled)

    @cached_property
    def _script_messages(self) -> dict[str, object]:
        return {
            message.id if isinstance(message.id, str) else message.id[0]: message.string
            for message in self._catalogue
            if message.string
            and not message.fuzzy
            and any(path.endswith(".js") for path, _ in message.locations)
        }

    @cached_property
    def _plural_forms(self) -> dict[str, int]:
        """The index of the plural form for each plural category of browsers.

        The catalogue gives its rule as a C expression, and a page may not run texts as code.
        """
        form, category = c2py(self._catalogue.plural_expr), Locale.parse(self.code).plural_form
        return {category(n): form(n) for n in range(1000)}


LANGUAGES = {
    language.code: language
    for language in (
        Language("en", "English"),
        Language("nl", "Nederlands"),
        Language("fr", "Français"),
        Language("de", "Deutsch"),
    )
}
"""All languages by their codes."""

FINISHED = {code: language for code, language in LANGUAGES.items() if language.is_finished}
"""Those that a browser's wish is enough for. The others are there for whoever picks them."""


def catalogue_path(code: str) -> Path:
    """The file with the translations into a language."""
    return LOCALE / code / "LC_MESSAGES" / "menhirs.po"


def language(code: str) -> Language:
    """The language with that code; English if there is none."""
    return LANGUAGES.get(code, LANGUAGES["en"])


_PREFERENCE = re.compile(
    r"\s*(?P<language>[a-z]{2,3})(?:-[a-z0-9]{1,8})*"
    r"\s*(?:;\s*q\s*=\s*(?P<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)


def choose(accept_language: str, remembered: str | None) -> Language:
    """The language that the visitor chose, or else the browser's preferred one."""
    if remembered in LANGUAGES:
        return LANGUAGES[remembered]
    best, best_weight = LANGUAGES["en"], 0.0
    for part in accept_language.split(","):
        preference = _PREFERENCE.fullmatch(part)  # anything else is passed over
        if preference is None or preference["language"].lower() not in FINISHED:
            continue
        weight = float(preference["weight"] or 1)
        if weight > best_weight:  # of equal ones the first counts
            best, best_weight = FINISHED[preference["language"].lower()], weight
    return best
