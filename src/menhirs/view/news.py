"""Sentences about what happened besides the moves."""

from __future__ import annotations

from menhirs.core.actions import other
from menhirs.match.entries import Entry, Kind, Offer
from menhirs.notation.people import People, Tongue


def news(entry: Entry, people: People, language: Tongue) -> str | None:
    """A sentence about an entry, as one visitor reads it; None where the page shows it anyway."""
    _, player = language.gettext, entry.player
    match entry.kind:
        case Kind.TAKE_BACK:
            yours = _("You took your last turn back.")
            theirs = _("{player} took a turn back.")
            return people.tell(player, yours, theirs, language)
        case Kind.DECLINE if other(player) == people.you:  # told to the one who asked
            if entry.text == Offer.TAKE_BACK:
                refused = _("{player} would rather not: the turn stands.")
            else:
                refused = _("{player} would rather not play again.")
            return people.tell(player, refused, refused, language)
        case _:
            return None
