"""Why an action is good: proven by the rules, or an estimate."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from menhirs.core.actions import Action, Claim, other
from menhirs.core.position import Position
from menhirs.learn.warnings import is_trap, unsafe_actions
from menhirs.notation.people import People, Translator


class AdviceKind(StrEnum):
    """The reasons for an action."""

    CLAIM = "claim"
    """It claims a win that is there."""
    WINS = "wins"
    TRAP = "trap"
    """Whatever the opponent replies, the player can win at once."""
    ONLY_SAFE = "only-safe"
    """All other actions let the opponent win at once."""
    SAFE = "safe"
    """Some other actions do, this one does not."""
    LOST = "lost"
    """All actions do."""
    RISKY = "risky"
    """This one does, and not all others do."""
    ESTIMATE = "estimate"
    """Nothing is decided within a move: an engine prefers it."""


@dataclass(frozen=True, slots=True)
class AdvisedAction:
    """Why an action is advised."""

    why: AdviceKind
    unsafe: int = 0
    """The number of actions that let the opponent win at once."""
    actions: int = 0
    """How many actions there are."""


def reason(position: Position, action: Action) -> AdvisedAction:
    """The reason for an action of the player to act."""
    if isinstance(action, Claim):
        return AdvisedAction(AdviceKind.CLAIM)
    outcome = position.play_unchecked(action).outcome
    if outcome is not None and outcome.winner == position.player:
        return AdvisedAction(AdviceKind.WINS)
    unsafe, actions = unsafe_actions(position), position.board_actions()
    return AdvisedAction(_weigh(position, action, unsafe, len(actions)), len(unsafe), len(actions))


def _weigh(
    position: Position, action: Action, unsafe: tuple[Action, ...], actions: int
) -> AdviceKind:
    if len(unsafe) == actions:
        return AdviceKind.LOST
    if action in unsafe:
        return AdviceKind.RISKY
    if is_trap(position, action):
        return AdviceKind.TRAP
    if len(unsafe) == actions - 1 > 0:
        return AdviceKind.ONLY_SAFE
    return AdviceKind.SAFE if unsafe else AdviceKind.ESTIMATE


def reason_in_words(
    position: Position, found: AdvisedAction, people: People, language: Translator
) -> str:
    """A reason in one or two sentences."""
    _, opponent = language.gettext, other(position.player)

    def named(sentence: str, **gaps: str | int) -> str:
        return people.named(opponent, sentence, language, **gaps)

    match found.why:
        case AdviceKind.CLAIM:
            return _("From there one move frees all menhirs: the claim is right, and wins.")
        case AdviceKind.WINS:
            return _("It leaves no menhir under fog: that wins at once.")
        case AdviceKind.TRAP:
            return named(_("It is a trap: whatever {player} replies, you can then win at once."))
        case AdviceKind.ONLY_SAFE:
            return named(_("Everything else lets {player} win at once."))
        case AdviceKind.SAFE:
            sentence = language.ngettext(
                "{n} of your {all} possible moves would let {player} win at once. This one does "
                "not, and of the others a strong computer likes it best.",
                "{n} of your {all} possible moves would let {player} win at once. This one does "
                "not, and of the others a strong computer likes it best.",
                found.unsafe,
            )
            return named(sentence, n=found.unsafe, all=found.actions)
        case AdviceKind.LOST:
            return named(
                _(
                    "Whatever you do, {player} can win at once. You can’t stop it, but {player} "
                    "may miss it."
                )
            )
        case AdviceKind.RISKY:
            return named(_("Careful: {player} could then win at once."))
        case AdviceKind.ESTIMATE:
            return _(
                "The next move decides nothing yet. Looking some turns ahead, a "
                "strong computer likes this one best; that is an estimate."
            )
        case _:
            assert_never(found.why)
