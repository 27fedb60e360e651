"""Why an action is a good one: what the rules themselves prove, or else that it is an estimate."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from menhirs.core.actions import Action, Claim, other
from menhirs.core.position import Position
from menhirs.learn.warnings import is_trap, unsafe_actions
from menhirs.notation.people import People, Tongue


class Why(StrEnum):
    """What speaks for an action."""

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
class Reason:
    """Why an action is advised."""

    why: Why
    unsafe: int = 0
    """How many actions let the opponent win at once."""
    actions: int = 0
    """How many actions there are."""


def reason(position: Position, action: Action) -> Reason:
    """What is proven about an action of the player to act."""
    if isinstance(action, Claim):
        return Reason(Why.CLAIM)
    outcome = position.play_unchecked(action).outcome
    if outcome is not None and outcome.winner == position.player:
        return Reason(Why.WINS)
    unsafe, actions = unsafe_actions(position), position.board_actions()
    return Reason(_weigh(position, action, unsafe, len(actions)), len(unsafe), len(actions))


def _weigh(position: Position, action: Action, unsafe: tuple[Action, ...], actions: int) -> Why:
    if len(unsafe) == actions:
        return Why.LOST
    if action in unsafe:
        return Why.RISKY
    if is_trap(position, action):
        return Why.TRAP
    if len(unsafe) == actions - 1 > 0:
        return Why.ONLY_SAFE
    return Why.SAFE if unsafe else Why.ESTIMATE


def reason_in_words(position: Position, found: Reason, people: People, language: Tongue) -> str:
    """A reason in one or two sentences."""
    _, opponent = language.gettext, other(position.player)

    def named(sentence: str, **gaps: str | int) -> str:
        return people.named(opponent, sentence, language, **gaps)

    match found.why:
        case Why.CLAIM:
            return _("From there one move frees all menhirs: the claim is right, and wins.")
        case Why.WINS:
            return _("It leaves no menhir under fog: that wins at once.")
        case Why.TRAP:
            return named(_("It is a trap: whatever {player} replies, you can then win at once."))
        case Why.ONLY_SAFE:
            return named(_("Everything else lets {player} win at once."))
        case Why.SAFE:
            sentence = language.ngettext(
                "{n} of your {all} possible actions would let {player} win at once. This one does "
                "not, and of the others a strong computer likes it best.",
                "{n} of your {all} possible actions would let {player} win at once. This one does "
                "not, and of the others a strong computer likes it best.",
                found.unsafe,
            )
            return named(sentence, n=found.unsafe, all=found.actions)
        case Why.LOST:
            return named(
                _(
                    "Whatever you do, {player} can win at once. You can’t stop it, but {player} "
                    "may miss it."
                )
            )
        case Why.RISKY:
            return named(_("Careful: {player} could then win at once."))
        case Why.ESTIMATE:
            return _(
                "The next move decides nothing yet. Looking some turns ahead, a "
                "strong computer likes this one best; that is an estimate."
            )
        case _:
            assert_never(found.why)
