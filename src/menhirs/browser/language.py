"""The languages of a static site: catalogues that were compiled when it was built."""

from __future__ import annotations

from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from menhirs.view.language import GettextLanguage


class BundledLanguage(GettextLanguage):
    """A language, read from a catalogue in gettext's binary form."""

    def __init__(self, code: str, name: str, catalogue: bytes = b"") -> None:
        """``name`` is the language's own name. Without a catalogue the texts stay English."""
        super().__init__(code, name)
        self._read: NullTranslations = (
            GNUTranslations(BytesIO(catalogue)) if catalogue else NullTranslations()
        )

    @property
    def _translations(self) -> NullTranslations:
        return self._read
