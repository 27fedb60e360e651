"""The first actions of a position, searched deeper and deeper.

A :class:`Root` belongs to one thread; threads share the transposition table.
"""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Action, Claim
from menhirs.core.position import Position
from menhirs.engine.claims import should_claim
from menhirs.engine.search.alphabeta import AlphaBeta
from menhirs.engine.search.encode import Encoded, encode
from menhirs.engine.search.transposition import bound_of, is_certain
from menhirs.engine.stakes import POINT, Stakes

ENDLESS = 1 << 17
"""More than any value."""

_EXACT = bound_of(0, -ENDLESS, ENDLESS, ENDLESS)


@dataclass(eq=False, slots=True)
class Choice:
    """An action to choose from, and what the search knows of it."""

    action: Action
    after: Position
    encoded: Encoded
    same_player: bool
    """Whether the player who chooses is also the next to act."""
    value: int
    """In units of the search, for the player who chooses; an upper bound unless ``exact``."""
    exact: bool = False
    certain: bool = False
    """Whether the value is exact and proven."""
    taken: int = 0
    """The cell of the best tile to take away next, where one is taken."""
    depth: int = 0
    """How deep it was searched."""


class Root:
    """A position whose actions are compared."""

    def __init__(self, stakes: Stakes, position: Position, alphabeta: AlphaBeta) -> None:
        self.alphabeta = alphabeta
        self.choices = _choices(stakes, position)
        """The best first, as far as is known."""
        self.high = highest(stakes, position)
        """No value is higher."""
        self.depth = 0
        """How deep all choices were searched."""
        self.proven = False
        """Whether the value of the first choice is that of the position, proven."""

    def search(self, depth: int, lines: int) -> bool:
        """Searches all choices so deep, the best ``lines`` exactly; False if stopped on the way."""
        best: list[int] = []  # the values of the best lines so far, highest first
        smear = 0
        for choice in self.choices:
            floor = best[-1] if len(best) == lines else -ENDLESS
            if not self._search_choice(choice, depth, floor):
                self._make_do(depth)
                return False
            smear = max(smear, self.alphabeta.doubt)
            if choice.exact:
                best = sorted([*best, choice.value], reverse=True)[:lines]
            if lines == 1 and choice.certain and choice.value >= self.high:
                break  # nothing can be better
        self.choices.sort(key=lambda c: (c.depth == depth, c.value, c.exact), reverse=True)
        self.depth = depth
        first = self.choices[0]
        self.proven = first.certain and self._is_certain(first.value, smear)
        return True

    def reaches(self, choice: Choice, value: int) -> bool:
        """Whether the choice is worth at least so much; proven if the position's value is."""
        # Stopped before every choice was searched one turn deep, they are compared at that depth.
        found = self._ask(choice, max(1, self.depth), value - 1, value)
        if self.alphabeta.stopped or found < value:
            return False
        if self.proven and self.alphabeta.doubt and not found >= POINT:
            return False
        choice.value, choice.exact, choice.certain = value, True, self.proven
        choice.taken = self.alphabeta.taken
        return True

    def prefer(self, choice: Choice) -> None:
        """Makes it the first choice."""
        self.choices.remove(choice)
        self.choices.insert(0, choice)

    def _search_choice(self, choice: Choice, depth: int, floor: int) -> bool:
        """Searches one choice, exactly if it is worth more than ``floor``."""
        narrow = floor > -ENDLESS
        value = self._ask(choice, depth, floor, floor + 1 if narrow else ENDLESS)
        if narrow and floor < value < self.high:
            value = self._ask(choice, depth, floor, ENDLESS)
        if self.alphabeta.stopped:
            return False
        choice.value = value
        choice.exact = value > floor
        choice.certain = choice.exact and self._is_certain(value, self.alphabeta.doubt)
        choice.taken = self.alphabeta.taken
        choice.depth = depth
        return True

    def _ask(self, choice: Choice, depth: int, alpha: int, beta: int) -> int:
        """The choice's value for the player who chooses, ``depth`` counting this turn too."""
        if choice.same_player:
            return self._answer(choice.encoded, depth - 1, alpha, beta)
        return -self._answer(choice.encoded, depth - 1, -beta, -alpha)

    def _answer(self, encoded: Encoded, depth: int, alpha: int, beta: int) -> int:
        if encoded.answer is not None:
            self.alphabeta.doubt = 0
            return encoded.answer
        if encoded.claim is None:
            return self.alphabeta.search_position(encoded, depth, alpha, beta)
        value = self.alphabeta.search_position(encoded, depth, max(alpha, encoded.claim), beta)
        return max(value, encoded.claim)

    def _is_certain(self, value: int, doubt: int) -> bool:
        return is_certain(value, _EXACT, self.high, doubt, POINT)

    def _make_do(self, depth: int) -> None:
        """Uses the results of a depth that was stopped in the middle, as far as they go."""
        found = [choice for choice in self.choices if choice.depth == depth and choice.exact]
        if not found:
            return
        best = max(found, key=lambda choice: choice.value)
        others = [choice for choice in self.choices if choice.depth < depth]
        if best.value <= -POINT and others:
            # What seemed best is lost: rather something of which that is not known.
            best = max(best, *others, key=lambda choice: choice.value)
        self.prefer(best)


def _choices(stakes: Stakes, position: Position) -> list[Choice]:
    """All actions but wrong claims; an action that ends the search at once stands alone."""
    choices = []
    for action in position.legal_actions(claims=True):
        if isinstance(action, Claim) and not (
            position.claimant == position.player and should_claim(position)
        ):
            continue
        after = position.play_unchecked(action)
        encoded = encode(stakes, after)
        same_player = after.player == position.player
        known = encoded.answer if encoded.answer is not None else encoded.claim or 0
        choices.append(
            Choice(action, after, encoded, same_player, known if same_player else -known)
        )
    return sorted(choices, key=lambda choice: choice.value, reverse=True)


def highest(stakes: Stakes, position: Position) -> int:
    """The most that the player to act can still get, in units of the search."""
    encoded = encode(stakes, position)
    most = stakes.most[stakes.entry(encoded.turn, position.fog.bit_count())]
    return max(most, encoded.claim or 0)
