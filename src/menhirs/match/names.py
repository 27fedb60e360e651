"""Names of players: one line of visible characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from menhirs.match.errors import Refused

LONGEST_NAME = 40
_MOST_MARKS = 3
"""The most accents on one letter; more grow over the neighbouring lines."""

# Letters and symbols by category, but nothing is drawn for them: fillers of Hangul, Khmer and
# Khitan, the blank of Braille, an empty note.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")


_forbidden: set[str] = set()
"""Set for the whole process, which is one server, so that every way to give a name is covered."""


def forbid_names(words: Iterable[str]) -> None:
    """From now on no name may contain one of these words; case and accents do not matter."""
    _forbidden.clear()
    _forbidden.update(plain for word in words if (plain := _folded(word)))


def _folded(text: str) -> str:
    """A text in lower case, without accents and with letters and digits only, to compare names."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


def checked_name(name: str) -> str:
    """A player's name as it is shown: one line of visible characters. It may be empty."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    # What is printable has no controls, none for the direction of writing either.
    if len(name) > LONGEST_NAME or not name.isprintable() or _hides_something(name):
        raise Refused("name", most=LONGEST_NAME)
    if _forbidden and any(word in _folded(name) for word in _forbidden):
        raise Refused("name-forbidden")
    return name


@lru_cache(maxsize=4096)
def likeness(name: str) -> str:
    """A key that is equal for names that are easily mistaken for each other.

    Case, accents, blanks and signs make no difference, nor do letters of other alphabets that look
    like Latin ones.
    """
    folded = _folded(name) or name.casefold()
    return folded.translate(_LOOKS_LIKE)


_LOOKS_LIKE = str.maketrans("авекмнорстухіјѕαβεικνορτυχ01", "abekmhopctyxijsabeiknoptyxol")


def _hides_something(name: str) -> bool:
    """Whether the name has invisible or misplaced characters."""
    if not _BLANKS.isdisjoint(name):
        return True
    marks = 0
    for letter in f" {name}":
        if letter == " ":
            marks = _MOST_MARKS  # there is nothing here that an accent could stand on
        else:
            marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks > _MOST_MARKS:
            return True
    return False
