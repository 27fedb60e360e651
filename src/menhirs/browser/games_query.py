"""What the address of a list of games asks for: which of them, and which page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlencode

from menhirs.match.names import LONGEST_NAME
from menhirs.notation.people import Tongue
from menhirs.view.errors import BadMessage
from menhirs.view.game_list import ResultForViewer, Section
from menhirs.view.game_search import (
    A_PAGE,
    MOST,
    WORDS,
    ListPosition,
    SearchTerms,
    read_place,
    search_for,
)

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True)
class GamesQuery:
    """It. Words that were left empty ask for nothing."""

    query: Mapping[str, str]

    @property
    def words(self) -> dict[str, str]:
        """What is said of the search, whatever page of it."""
        return {name: self.query[name] for name in WORDS if self.query.get(name)}

    def search(self, language: Tongue) -> SearchTerms:
        """Which games are looked for."""
        words = self.words
        if len(opponent := words.get("opponent", "")) > LONGEST_NAME:
            raise _unreadable("opponent", f"longer than {LONGEST_NAME}")
        return search_for(
            language,
            section=_one_of(Section, "section", words),
            opponent=opponent,
            rules=words.get("rules", ""),
            result=_one_of(ResultForViewer, "result", words),
            since=_day("since", words),
            until=_day("until", words),
        )

    @property
    def most(self) -> int:
        """How many games a page has."""
        text = self.query.get("most") or str(A_PAGE)
        if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST):
            raise _unreadable("most", f"not from 1 to {MOST}")
        return int(text)

    @property
    def after(self) -> ListPosition | None:
        """Where the page begins; None: at the beginning."""
        try:
            return read_place(text) if (text := self.query.get("after")) else None
        except ValueError as error:
            raise _unreadable("after", str(error)) from None

    def address(self, path: str, **more: str) -> str:
        """An address with the same search."""
        query = urlencode(self.words | more)
        return f"{path}?{query}" if query else path


def _one_of(kind: type[Choice], name: str, words: Mapping[str, str]) -> Choice | None:
    try:
        return kind(words[name]) if name in words else None
    except ValueError:
        raise _unreadable(name, f"none of {', '.join(kind)}") from None


def _day(name: str, words: Mapping[str, str]) -> date | None:
    try:
        return date.fromisoformat(words[name]) if name in words else None
    except ValueError as error:
        raise _unreadable(name, str(error)) from None


def _unreadable(name: str, why: str) -> BadMessage:
    return BadMessage("message", why=f"{name}: {why}")
