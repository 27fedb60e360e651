"""A position: everything that the rest of a game depends on, and nothing else.

Positions are immutable. ``check(action)`` raises if an action is illegal, ``is_legal(action)``
answers, ``play(action)`` checks and returns the next position, ``play_unchecked(action)`` only
returns it, for callers who took the action from ``legal_actions()``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from menhirs.core import fog as fog_moves
from menhirs.core import legality, turns
from menhirs.core.actions import Action, Claim, Left, Player, Resign, Timeout, other
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Direction, Geometry, Mask
from menhirs.core.past import Past
from menhirs.core.rules import Round, RuleSet
from menhirs.core.state import LastTurn, Outcome, Phase, Reason


@dataclass(frozen=True, slots=True)
class Position:
    """A complete position: two equal ones have equal futures."""

    rules: RuleSet
    menhirs: Mask
    fog: Mask
    player: Player
    """Who is to act."""
    round: int
    lap: int
    phase: Phase
    counts: tuple[int, int] = (0, 0)
    """While placing: the tiles each player has still to place. Otherwise the tiles each has taken
    away in this lap, where the rules limit that number."""
    last: LastTurn | None = None
    chooser: Player | None = None
    """Who wanted to go on at the decision moment (A5)."""
    outcome: Outcome | None = None
    past: Past | None = None
    """The positions before this one, as far as a repetition of them can end the game (D15)."""

    @staticmethod
    def start(rules: RuleSet, menhirs: Mask) -> Position:
        """The position before the first action, the menhirs lying so."""
        legality.check_layout(rules, menhirs)
        laid = Position(rules, menhirs, 0, 1, rules.schedule[0].number, 1, Phase.FLIP)
        return laid if rules.flips_each else turns.cover_menhirs(laid)

    @property
    def is_start(self) -> bool:
        """Whether a game begins here, with nothing done yet."""
        whole = self.menhirs.bit_count() == self.rules.menhirs
        return whole and self == Position.start(self.rules, self.menhirs)

    @property
    def geometry(self) -> Geometry:
        return self.rules.geometry

    @property
    def current_round(self) -> Round:
        """What happens in this round."""
        return self.rules.round(self.round)

    @property
    def turn(self) -> int:
        """The number that the turn flow has for this turn."""
        return self.rules.turn(self.lap, self.round, self.player)

    @property
    def flips_left(self) -> int:
        """How many menhirs have still to be turned over (A1)."""
        return self.menhirs.bit_count() - self.rules.standing

    @property
    def takeable(self) -> Mask:
        """The tiles that the player who has moved may take away."""
        return self.rules.flow.takeable(self.turn, *self.counts, self.fog, self.menhirs)

    @property
    def score_of_win(self) -> int:
        """What a win on the board scores now (B5, A11)."""
        return self.rules.score(self.round, self.lap, self.fog.bit_count())

    @property
    def score_of_forfeit(self) -> int:
        """What giving up now scores the opponent (D14).

        Turning over and placing count as the first moving round, with all fog on the board.
        """
        rules, places = self.rules, self.current_round.places
        return rules.scoring.forfeit(
            round_number=rules.first_moving_round.number if places else self.round,
            laps_left=rules.laps - self.lap,
            tiles=rules.fog_tiles if places else self.fog.bit_count(),
        )

    def actor(self, action: Action) -> Player | None:
        """The player whose action it is: a claim or a resignation may come from the other
        player.
        """
        match action:
            case Claim():
                return self.claimant
            case Resign(player) | Timeout(player) | Left(player):
                return player
            case _:
                return self.player

    @property
    def times_seen(self) -> int:
        """How often this position has come up, now included, where that matters (D15)."""
        if self.past is None:
            return 1
        return 1 + Past.times(self.past, self.fog, self.last, self.geometry.stride)

    @property
    def repetitions_of_tie(self) -> int | None:
        """How often the position came up if that made the game a tie (D15)."""
        tie = self.outcome is not None and self.outcome.reason is Reason.TIE
        return self.rules.repetitions if tie else None

    @property
    def covered(self) -> Mask:
        """The menhirs under fog."""
        return self.menhirs & self.fog

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def chances_left(self) -> tuple[int, int]:
        """In how many more rounds of this lap each player may take a tile away (A3)."""
        if self.rules.chances is None:
            return (0, 0)
        if self.phase in (Phase.FLIP, Phase.PLACE):
            return (self.rules.chances, self.rules.chances)
        one, two = self.counts
        return (max(0, self.rules.chances - one), max(0, self.rules.chances - two))

    @property
    def claimant(self) -> Player | None:
        """Who may claim victory now: the opponent of the one who moved last (A9)."""
        if self.last is None or self.last.round is None:
            return None
        match self.phase:
            case Phase.REMOVE:
                return other(self.player)  # still the mover's turn
            case Phase.MOVE | Phase.DECIDE:
                return self.player
            case _:
                return None

    def winning_moves(self) -> Iterator[tuple[Mask, Direction]]:
        """The moves that leave no menhir covered (M6)."""
        geometry = self.geometry
        for tiles, number in fog_moves.moves(self.fog, geometry.cells, geometry.stride):
            landed = fog_moves.step(tiles, number, geometry.stride)
            freed = not self.menhirs & (self.fog & ~tiles | landed)
            # M4 can forbid one of them: going back frees all where the tile taken away since
            # was the one that had still covered a menhir.
            if freed and not legality.goes_straight_back(self, tiles, number):
                yield tiles, Direction(number)

    def legal_actions(self, *, claims: bool = False) -> list[Action]:
        """The legal actions of the player to act, without resigning.

        With ``claims`` also :class:`Claim`, last, where somebody may claim: often the other player.
        """
        actions = legality.legal_actions(self)
        return [*actions, Claim()] if claims and self.claimant is not None else actions

    def board_actions(self) -> list[Action]:
        """The legal actions of the player to act, without claims."""
        return legality.legal_actions(self)

    def check(self, action: Action) -> None:
        """Raises :class:`~menhirs.core.errors.Illegal` if the action breaks a rule."""
        legality.check(self, action)

    def is_legal(self, action: Action) -> bool:
        """Whether the action may be played now."""
        try:
            legality.check(self, action)
        except Illegal:
            return False
        return True

    def play(self, action: Action) -> Position:
        """The position after a legal action."""
        legality.check(self, action)
        return turns.after(self, action)

    def play_unchecked(self, action: Action) -> Position:
        """The position after an action that is known to be legal."""
        return turns.after(self, action)

    def close_claim_window(self) -> Position:
        """The position after the time for a claim has run out (A9, A10).

        It never runs out during the mover's own turn.
        """
        if self.claimant is None or self.last is None or self.phase is Phase.REMOVE:
            return self
        return turns.changed(self, last=self.last.without_claim())
