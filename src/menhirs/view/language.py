"""A language of the pages, with a gettext catalogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from gettext import NullTranslations

from menhirs.core.geometry import Direction


class GettextLanguage(ABC):
    """A language that can be asked like a gettext catalogue."""

    def __init__(self, code: str, name: str) -> None:
        self.code = code
        self.name = name
        """The language's own name for itself."""

    @property
    @abstractmethod
    def _translations(self) -> NullTranslations: ...

    def gettext(self, message: str, /) -> str:
        return self._translations.gettext(message)

    def ngettext(self, one: str, several: str, n: int, /) -> str:
        return self._translations.ngettext(one, several, n)

    def pgettext(self, context: str, message: str, /) -> str:
        return self._translations.pgettext(context, message)

    @cached_property
    def directions(self) -> dict[str, Direction]:
        """The abbreviations of the six directions: NO, ZO, …"""
        return {self.pgettext("detail", direction.name): direction for direction in Direction}
