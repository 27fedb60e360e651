"""The sayings of the computer's eight characters: a greeting, and a remark at the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass

from menhirs.core.actions import Player
from menhirs.match.match import Match
from menhirs.notation.people import Translator


@dataclass(frozen=True, slots=True)
class Sayings:
    """One character's words."""

    greeting: str
    won: str
    """Said by the character after winning."""
    lost: str
    tied: str


SAYINGS = {
    1: Sayings(
        "What a lovely grey day. Shall we?",
        "Oh, did I win? How nice.",
        "Well walked! I was looking at a cloud.",
        "Nobody? Then let us stroll on.",
    ),
    2: Sayings(
        "Mind where you push: there may be chanterelles.",
        "Found the last one!",
        "You have sharper eyes than I have.",
        "Half a basket each.",
    ),
    3: Sayings(
        "You count your stones, I count my sheep.",
        "All home before dark.",
        "One got away from me.",
        "None lost, none found.",
    ),
    4: Sayings(
        "The moss says it will be close.",
        "It was written in the moss.",
        "I must have misread that.",
        "The moss keeps silent.",
    ),
    5: Sayings(
        "Let us see what is under there.",
        "Clean work, if I may say so.",
        "A good blow. My respect.",
        "Too hard for both of us.",
    ),
    6: Sayings(
        "Every thread leads somewhere.",
        "And that was the last knot.",
        "You found the loose thread.",
        "We have woven the same cloth.",
    ),
    7: Sayings(
        "The stones have been expecting you.",
        "As the stones foretold.",
        "The stones have chosen you.",
        "The stones do not say.",
    ),
    8: Sayings(
        "You do not see me. I see you.",
        "I close over everything.",
        "I lift. For now.",
        "Neither day nor night.",
    ),
}
"""By the number of the level."""


def texts() -> Iterator[str]:
    """All messages, for the translators."""
    for sayings in SAYINGS.values():
        yield from astuple(sayings)


def says(match: Match, seat: Player, language: Translator) -> str:
    """The remark of the computer on a seat: at the beginning and at the end of a game, else
    empty.
    """
    number = match.terms.computers.get(seat)
    if number is None or match.aborted is not None:
        return ""
    sayings, outcome = SAYINGS[number], match.position.outcome
    if outcome is not None:
        remark = {seat: sayings.won, 0: sayings.tied}.get(outcome.winner, sayings.lost)
    elif all(ply.entry.player == seat for ply in match.plies):
        remark = sayings.greeting  # until the other one has acted
    else:
        return ""
    return language.gettext(remark)
