"""Actions as people type them: in capitals or not, with the directions in their own language.

Letters mean different things in different languages: NO is north-west in French, north-east in
Dutch and German. So the letters of the typist's own language and those of the notation count first;
they never contradict each other. Only for letters that are neither are the other languages asked,
and where these disagree there is more than one meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from menhirs.core.geometry import Direction

Letters: TypeAlias = Mapping[str, Direction]
"""How a language abbreviates the six directions, in capitals."""

NOTATION: Letters = {direction.name: direction for direction in Direction}

_MOVE = re.compile(
    r"(?P<tiles>(?:[a-z][0-9])+)\s*[-–\s]?\s*(?P<letters>[a-z]+)", re.ASCII | re.IGNORECASE
)


def spellings(text: str, own: Letters, others: Iterable[Letters] = ()) -> list[str]:
    """The actions that a typed text can mean, in the notation; several where it is ambiguous.

    A text that is no move is one of the words and signs, which are the same in all languages. A
    text that is no action is returned unchanged; the referee then explains what is wrong with it.
    """
    text = text.strip()
    if (move := _MOVE.fullmatch(text)) is None:
        return [text.lower()]
    tiles, letters = move["tiles"].lower(), move["letters"].upper()
    directions = _meanings(letters, [own, NOTATION]) or _meanings(letters, others)
    return [f"{tiles}-{direction.name}" for direction in directions] or [f"{tiles}-{letters}"]


def _meanings(letters: str, languages: Iterable[Letters]) -> list[Direction]:
    return sorted({known[letters] for known in languages if letters in known})
