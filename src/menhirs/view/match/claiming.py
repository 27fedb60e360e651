"""Claiming victory (A9, A10, D7) in words, with its time limits."""

from __future__ import annotations

from menhirs.core.actions import Player
from menhirs.match.terms import SlowClock, Terms
from menhirs.notation.people import People, Translator
from menhirs.notation.rule_words import rounds_in_words
from menhirs.view.messages import Claiming


def claiming(terms: Terms, language: Translator) -> Claiming | None:
    """The texts and times of claims in a match; None where there are no claims."""
    rules = terms.rules
    if not rules.has_claims:
        return None
    _ = language.gettext
    # Translators: on the button by which a player announces a win, so keep it short. It says what
    # one does: the button is held down, not tapped.
    label = _("Hold to claim")
    risk = _("A wrong claim loses the game.")
    hold = _("Hold the button down for a moment to claim.")
    twice = _("Hold it down, or press it twice, to claim.")
    return {
        "window": rules.claim_time if terms.claim_clock_runs else None,
        "show": rules.showing_time if terms.claim_clock_runs else None,
        "label": label,
        "when": f"{_when(terms, language)} {risk}",
        "hold": f"{hold} {risk}",
        "twice": f"{twice} {risk}",
        "lesson": _lesson(terms, language),
        "note": unusual_in_words(terms, language),
    }


def unusual_in_words(terms: Terms, language: Translator) -> str:
    """A sentence about unusual claim rules in a match; empty if they are the usual ones."""
    slow = isinstance(terms.clock, SlowClock)
    if terms.rules.has_claims and terms.timed_claims and slow:
        return language.gettext("The clock is slow, so claims are unhurried.")
    return ""


def _when(terms: Terms, language: Translator) -> str:
    """A sentence that says when one can claim."""
    _ = language.gettext
    if terms.claim_clock_runs:
        seconds = terms.rules.claim_time / 1000
        sentence = _(
            "You can claim after your opponent's move, until {seconds:g} seconds after the end of "
            "that turn."
        ).format(seconds=seconds)
    else:
        sentence = _(
            "You can claim after your opponent's move, until you move or decide something yourself."
        )
    never = [entry for entry in terms.rules.schedule if not entry.claims]
    if not never:
        return sentence
    rounds = rounds_in_words(never, language)
    exception = _("Nobody can claim {rounds}.").format(rounds=rounds)
    return f"{sentence} {exception}"


def _lesson(terms: Terms, language: Translator) -> str:
    """The explanation that a player reads once, before the first possible claim."""
    _ = language.gettext
    sentences = [
        _(
            "Your opponent has moved, and you see a move that wins from there? Claim victory: "
            "then your opponent may take nothing away, and you play that move."
        ),
        _(
            "A tile that was just taken away goes back first: your move must win from the position "
            "right after your opponent's move."
        ),
        _(
            "If there is no such move, or you play another one, you lose the game.",
        ),
        _("On your own turn, just play the winning move."),
        _when(terms, language),
    ]
    if terms.claim_clock_runs:
        seconds = terms.rules.showing_time / 1000
        sentences[1:1] = [_("You have {seconds:g} seconds for it.").format(seconds=seconds)]
    return " ".join(sentences)


def to_show(
    claimant: Player, shared: bool, people: People, language: Translator
) -> tuple[str, str]:
    """The claimant's task (A10): a title and a sentence."""
    _ = language.gettext
    return (
        people.named(claimant, _("{player}: show the winning move"), language)
        if shared
        else _("Show the winning move"),
        _("Play the move after which no menhir is covered; anything else loses."),
    )


def to_watch(claimant: Player, people: People, language: Translator) -> tuple[str, str]:
    """The claim for everybody else: a title and a sentence."""
    _ = language.gettext
    return (
        people.named(claimant, _("{player} claims victory"), language),
        _("The winning move must be shown now. Any other move loses."),
    )
