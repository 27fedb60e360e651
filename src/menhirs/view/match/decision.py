"""The decision moment (A5, D6) in words: who is asked, and the consequences of each answer."""

from __future__ import annotations

from menhirs.core.actions import other
from menhirs.core.position import Position
from menhirs.core.rules import Taking
from menhirs.core.state import Phase
from menhirs.notation.people import People, Translator
from menhirs.view.messages import DecideState, DecisionChoice


def decide(position: Position, people: People, language: Translator) -> DecideState | None:
    """The texts of the decision moment; None at any other."""
    if position.phase is not Phase.DECIDE:
        return None
    return {
        "title": language.gettext("The decision moment"),
        "words": _turn_sentence(position, people, language),
        "choices": [_back(position, language), _on(position, language)],
    }


def _turn_sentence(position: Position, people: People, language: Translator) -> str:
    """Player 1 speaks first, and player 2 is asked only after a "back"."""
    _ = language.gettext
    player = position.player
    if player == 1:
        return people.sentence(
            player,
            _("You decide first. The other side is asked only if you want to go back."),
            _("{player} decides first. The other side is asked only after a “back”."),
            language,
        )
    wish = people.sentence(
        other(player),
        _("You want to go back to round {round}."),
        _("{player} wants to go back to round {round}."),
        language,
        round=position.rules.schedule[0].number,
    )
    settles = people.sentence(player, _("You decide."), _("{player} decides."), language)
    return f"{wish} {settles}"


def _back(position: Position, language: Translator) -> DecisionChoice:
    _, ngettext = language.gettext, language.ngettext
    rules = position.rules
    first, tiles = rules.first_moving_round.number, position.fog.bit_count()
    most = rules.score(first, position.lap + 1, tiles)
    words = [_("If both want this, each places as many tiles as they took away.")]
    if rules.chances:
        words.append(
            ngettext(
                "Both get {n} new chance.",
                "Both get {n} new chances.",
                rules.chances,
            ).format(n=rules.chances)
        )
    words.append(
        ngettext(
            "A win is worth {n} point at most.",
            "A win is worth {n} points at most.",
            most,
        ).format(n=most)
    )
    title = _("Back to round {round}").format(round=rules.schedule[0].number)
    return {"action": "back", "title": title, "words": " ".join(words)}


def _on(position: Position, language: Translator) -> DecisionChoice:
    _, ngettext = language.gettext, language.ngettext
    rules = position.rules
    assert rules.decision_after is not None
    last = rules.schedule[rules.index(rules.decision_after) + 1 :]
    points = rules.score(rules.last_round.number, position.lap, position.fog.bit_count())
    words = []
    if all(taking is Taking.MUST for entry in last for taking in entry.taking):
        words.append(_("After every move a tile must be taken away."))
    words.append(
        ngettext(
            "If nobody wins, whoever wanted to go on loses, and the other gets {n} point.",
            "If nobody wins, whoever wanted to go on loses, and the other gets {n} points.",
            points,
        ).format(n=points)
    )
    title = _("On to round {round}").format(round=last[0].number)
    return {"action": "on", "title": title, "words": " ".join(words)}
