"""Sentences about what happened besides the moves."""

from __future__ import annotations

from menhirs.core.actions import other
from menhirs.match.entries import Entry, EntryKind, Offer, Ruling
from menhirs.notation.people import People, Translator
from menhirs.view.match.status import ruling_in_words


def news(entry: Entry, people: People, language: Translator) -> str | None:
    """A sentence about an entry for one visitor; None where the page shows it anyway."""
    _, player = language.gettext, entry.player
    match entry.kind:
        case EntryKind.TAKE_BACK:
            second_person = _("You took your last turn back.")
            third_person = _("{player} took a turn back.")
            return people.sentence(player, second_person, third_person, language)
        case EntryKind.DECLINE if other(player) == people.reader:  # shown to the player who asked
            if entry.text == Offer.TAKE_BACK:
                refused = _("{player} would rather not: the turn stands.")
            else:
                refused = _("{player} would rather not play again.")
            return people.sentence(player, refused, refused, language)
        case EntryKind.RESUMED:
            return _("The tournament goes on.")
        case EntryKind.RULING:
            return ruling_in_words(Ruling.read(entry.text), people, language)
        case EntryKind.LEFT_TOURNAMENT:
            second_person = _(
                "You have withdrawn from the tournament. This game can still be played."
            )
            third_person = _(
                "{player} has withdrawn from the tournament. You can finish this game, or ask the "
                "organiser to end it."
            )
            return people.sentence(player, second_person, third_person, language)
        case _:
            return None
