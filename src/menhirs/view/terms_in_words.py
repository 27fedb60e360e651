"""The terms of a match in words: the game, the clock and the claims."""

from __future__ import annotations

from menhirs.core.actions import Player, other
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.fair_layouts import proofs_of
from menhirs.match.match import Match
from menhirs.match.terms import MINUTE, ClockTerms, LiveClock, SlowClock, Terms
from menhirs.notation.people import Translator
from menhirs.notation.rule_words import rules_in_words
from menhirs.view.match.claiming import unusual_in_words
from menhirs.view.player_names import people_of, plate_name


def game_in_words(rules: RuleSet, language: Translator) -> str:
    """The title of a game, as a sentence."""
    return f"{game_title(rules, language)}."


def invited_game_data(rules: RuleSet, language: Translator) -> dict[str, object]:
    """A game by its name and title, with its rules in a few sentences."""
    return {
        "name": rules.name,
        "title": game_title(rules, language),
        "sentences": rules_in_words(rules, language),
        "has_claims": rules.has_claims,
    }


def game_title(rules: RuleSet, language: Translator) -> str:
    """The title of a game."""
    return language.gettext(rules.title) if rules.title else rules.name


def clock_in_words(clock: ClockTerms, language: Translator) -> str:
    """How much time the players have, as a sentence."""
    _, ngettext = language.gettext, language.ngettext
    match clock:
        case None:
            return _("There is no clock.")
        case LiveClock(time, increment):
            return " ".join(
                filter(None, (_time_each(time, language), _each_turn(increment, language)))
            )
        case SlowClock(days):
            return ngettext(
                "Every turn may take {days} day.",
                "Every turn may take {days} days.",
                days,
            ).format(days=days)


def _time_each(time: int, language: Translator) -> str:
    if time < MINUTE:
        return language.gettext("Each of you has {seconds:g} seconds.").format(seconds=time / 1000)
    minutes = time / MINUTE
    sentence = language.ngettext(
        "Each of you has {minutes:g} minute.",
        "Each of you has {minutes:g} minutes.",
        1 if minutes == 1 else 2,
    )
    return sentence.format(minutes=minutes)


def _each_turn(increment: int, language: Translator) -> str:
    if not increment:
        return ""
    seconds = increment / 1000
    sentence = language.ngettext(
        "Every turn adds {seconds:g} second.",
        "Every turn adds {seconds:g} seconds.",
        1 if seconds == 1 else 2,
    )
    return sentence.format(seconds=seconds)


def clock_in_short(clock: ClockTerms, language: Translator) -> str:
    """How much time the players have, in a few words for a list."""
    _, ngettext = language.gettext, language.ngettext
    match clock:
        case None:
            return _("no clock")
        case LiveClock(time, increment) if time < MINUTE:
            return _("{time:g} s + {seconds:g} s").format(
                time=time / 1000, seconds=increment / 1000
            )
        case LiveClock(time, increment):
            return _("{minutes:g} min + {seconds:g} s").format(
                minutes=time / MINUTE, seconds=increment / 1000
            )
        case SlowClock(days):
            return ngettext("{days} day a turn", "{days} days a turn", days).format(days=days)


def terms_in_words(terms: Terms, language: Translator) -> str:
    """The game, the clock and unusual terms, in a few sentences."""
    sentences = (
        game_in_words(terms.rules, language),
        clock_in_words(terms.clock, language),
        language.gettext("The game is rated.") if terms.rated else "",
        fairness_in_words(terms.rules, terms.menhirs, language),
        unusual_in_words(terms, language),
    )
    return " ".join(filter(None, sentences))


def fairness_in_words(rules: RuleSet, menhirs: Mask, language: Translator) -> str:
    """The proven result of a layout with perfect play, as a sentence; empty where nothing is
    proven.
    """
    if menhirs not in proofs_of(rules):
        return ""
    return language.gettext("This layout is proven fair: with perfect play nobody wins.")


def invitation(match: Match, seat: Player, language: Translator) -> dict[str, str]:
    """The invitation to a free seat: by whom, to what, and on which side."""
    _ = language.gettext
    inviter = match.names.get(other(seat), "")
    title = _("{name} invites you to a game") if inviter else _("You are invited to a game")
    place = (
        _("Your seat is in the south, and you begin.")
        if seat == 1
        else _("Your seat is in the north, and the other side begins.")
    )
    return {
        "title": title.format(name=inviter),
        "inviter": inviter,
        "terms": terms_in_words(match.terms, language),
        "seat": place,
    }


def players_in_words(match: Match, language: Translator) -> str:
    """Who plays whom, as a title."""
    people = people_of(match, [], language)
    if not people.names:
        return language.gettext("A game")
    return " – ".join(plate_name(people, seat, language) for seat in (1, 2))
