"""The goals of steps of exercises."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Claim, Decide, Flip, Keep, Move, Place, Remove
from menhirs.core.events import CoveredAgain, Moved
from menhirs.core.state import Phase
from menhirs.learn.exercise import LET_GO, Attempt, Goal, LetGo
from menhirs.notation.actions import write_action
from menhirs.notation.people import Translator
from menhirs.notation.words import listed


@dataclass(frozen=True)
class Anything:
    """Any action reaches it."""

    def is_reached(self, _: Attempt) -> bool:
        return True

    def missed(self, _: Attempt, __: Translator) -> str:
        return ""


@dataclass(frozen=True)
class Does:
    """An action of some kind: ``Does(Move)``."""

    kind: type

    def is_reached(self, attempt: Attempt) -> bool:
        return isinstance(attempt.action, self.kind)

    def missed(self, _: Attempt, language: Translator) -> str:
        _gettext = language.gettext
        sentences = {
            Move: _gettext("Fog should move here."),
            Remove: _gettext("A tile of fog should be taken away here."),
            Keep: _gettext("All fog should stay here."),
            Flip: _gettext("A menhir should be turned over here."),
            Place: _gettext("A tile of fog should be placed here."),
            Claim: _gettext("You should have claimed here."),
            LetGo: _gettext("There was nothing to claim here."),
            Decide: _gettext("You are asked to decide: back, or on."),
        }
        return sentences.get(self.kind, "")


@dataclass(frozen=True)
class OneOfActions:
    """One of these actions, as texts; ``no`` is to claim nothing."""

    actions: tuple[str, ...]

    def is_reached(self, attempt: Attempt) -> bool:
        if isinstance(attempt.action, LetGo):
            return LET_GO in self.actions
        return write_action(attempt.action, attempt.before) in self.actions

    def missed(self, _: Attempt, __: Translator) -> str:
        return ""


@dataclass(frozen=True)
class FreesAll:
    """A move after which no menhir is under fog (M6)."""

    def is_reached(self, attempt: Attempt) -> bool:
        return isinstance(attempt.action, Move) and not attempt.after.covered

    def missed(self, attempt: Attempt, language: Translator) -> str:
        # Shown after the try was taken back, too: it names menhirs that were bare before.
        covered = attempt.after.covered
        return language.ngettext(
            "After that move the menhir on {cells} would be under fog.",
            "After that move the menhirs on {cells} would be under fog.",
            covered.bit_count(),
        ).format(cells=listed(attempt.after.geometry, covered, language))


@dataclass(frozen=True)
class CoversAgain:
    """At least one bare menhir goes under fog (M5)."""

    def is_reached(self, attempt: Attempt) -> bool:
        return any(isinstance(event, CoveredAgain) for event in attempt.events)

    def missed(self, _: Attempt, language: Translator) -> str:
        return language.gettext("No free menhir went under fog.")


@dataclass(frozen=True)
class MovesTiles:
    """A move of at least so many tiles."""

    least: int

    def is_reached(self, attempt: Attempt) -> bool:
        action = attempt.action
        return isinstance(action, Move) and action.tiles.bit_count() >= self.least

    def missed(self, _: Attempt, language: Translator) -> str:
        return language.ngettext(
            "At least {n} tile should move.", "At least {n} tiles should move.", self.least
        ).format(n=self.least)


@dataclass(frozen=True)
class Splits:
    """A move of a part of a cluster (M2)."""

    def is_reached(self, attempt: Attempt) -> bool:
        return any(isinstance(event, Moved) and event.split for event in attempt.events)

    def missed(self, _: Attempt, language: Translator) -> str:
        return language.gettext("The whole cluster moved: nothing was split off.")


@dataclass(frozen=True)
class LeavesNoWin:
    """The other side can't win by its next move."""

    def is_reached(self, attempt: Attempt) -> bool:
        return next(attempt.after.winning_moves(), None) is None

    def missed(self, _: Attempt, language: Translator) -> str:
        return language.gettext("Now your opponent can free all menhirs in one move.")


@dataclass(frozen=True)
class Traps:
    """Every move of the other side fails to win, and leaves a win (A9)."""

    def is_reached(self, attempt: Attempt) -> bool:
        after = attempt.after
        if after.phase is not Phase.MOVE or not LeavesNoWin().is_reached(attempt):
            return False
        replies = (after.play_unchecked(reply) for reply in after.board_actions())
        return all(next(reply.winning_moves(), None) is not None for reply in replies)

    def missed(self, attempt: Attempt, language: Translator) -> str:
        if not LeavesNoWin().is_reached(attempt):
            return LeavesNoWin().missed(attempt, language)
        return language.gettext("Your opponent still has a safe move.")


@dataclass(frozen=True)
class FlipsTouching:
    """A menhir is turned over that touches another one (A1)."""

    def is_reached(self, attempt: Attempt) -> bool:
        action, before = attempt.action, attempt.before
        if not isinstance(action, Flip):
            return False
        around = fog_moves.around(1 << action.cell, before.geometry.stride)
        return bool(around & before.menhirs & ~(1 << action.cell))

    def missed(self, _: Attempt, language: Translator) -> str:
        return language.gettext("That one stands alone. Choose one that touches another.")


@dataclass(frozen=True)
class AllOf:
    """Several goals at once."""

    goals: tuple[Goal, ...]

    def is_reached(self, attempt: Attempt) -> bool:
        return all(goal.is_reached(attempt) for goal in self.goals)

    def missed(self, attempt: Attempt, language: Translator) -> str:
        left = (goal for goal in self.goals if not goal.is_reached(attempt))
        return next((goal.missed(attempt, language) for goal in left), "")


@dataclass(frozen=True)
class Not:
    """Anything that does not reach a goal; for remarks."""

    goal: Goal

    def is_reached(self, attempt: Attempt) -> bool:
        return not self.goal.is_reached(attempt)

    def missed(self, _: Attempt, __: Translator) -> str:
        return ""
