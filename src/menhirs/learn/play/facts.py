"""The facts of a finished game about one of its players.

Claims and wins in one move follow from the rules alone. Where a game was thrown away, and whether
a chance was needed, takes a review.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from menhirs.core.actions import Claim, Forfeit, Keep, Move, Player, Remove
from menhirs.core.position import Position
from menhirs.core.rules import Taking
from menhirs.core.state import Phase
from menhirs.engine.claims import should_claim
from menhirs.learn.play.stage import GameStage, stage_of
from menhirs.learn.puzzles.proof import can_win_at_once
from menhirs.learn.review.review import Mark, Review
from menhirs.match.match import Match
from menhirs.match.match import Ply as Played
from menhirs.notation.actions import write_action


class ClaimAnswer(StrEnum):
    """What a player did about an open claim (A9)."""

    CLAIMED = "claimed"
    WON = "won"
    """A winning move instead, which is as good."""
    LATE = "late"
    """A claim when the time for it was over."""
    MISSED = "missed"

    @property
    def is_seen(self) -> bool:
        """Whether the player saw the claim in time."""
        return self in (ClaimAnswer.CLAIMED, ClaimAnswer.WON)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A right claim that was open to the player."""

    round: int
    """The round of the turn that could be claimed on."""
    answer: ClaimAnswer
    reaction: int | None = None
    """Milliseconds from the opponent's move to the claim, where the time for claims ran."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The facts of a game that take a review."""

    thrown: GameStage | None = None
    """Where it was thrown away: the stage of the player's last mistake in a game not won."""
    chances: int = 0
    """Tiles taken away by choice (A3) where the review proved what was best."""
    needless: int = 0
    """The number of these where keeping all fog was as good: the chance was wasted."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of one finished game, for one of its players."""

    match: str
    at: int
    """When it ended, in milliseconds since 1970."""
    rules: str
    seat: Player
    level: int | None
    """The level of the computer opponent; None for a person."""
    result: int
    """1 for a win, 0 for a tie, -1 for a loss."""
    claims: tuple[OpenClaim, ...] = ()
    wrong_claims: int = 0
    wins: int = 0
    """Turns in which the player could win by a move (M6)."""
    wins_missed: int = 0
    reviewed: Reviewed | None = None
    gap: float | None = None
    """How much higher the opponent was rated, where the game was rated. The ratings are kept
    elsewhere, so it is no part of the JSON."""

    def as_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        data = {name: getattr(self, name) for name in _PLAIN}
        data["claims"] = [[one.round, one.answer.value, one.reaction] for one in self.claims]
        if (known := self.reviewed) is not None:
            data["reviewed"] = [known.thrown, known.chances, known.needless]
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> GameFacts:
        """The facts from the data of :meth:`as_json`."""
        claims = (
            OpenClaim(number, ClaimAnswer(answer), ms) for number, answer, ms in data["claims"]
        )
        reviewed = None
        if data.get("reviewed") is not None:
            thrown, chances, needless = data["reviewed"]
            reviewed = Reviewed(None if thrown is None else GameStage(thrown), chances, needless)
        plain = {name: data[name] for name in _PLAIN}
        return GameFacts(**plain, claims=tuple(claims), reviewed=reviewed)


_PLAIN = ("match", "at", "rules", "seat", "level", "result", "wrong_claims", "wins", "wins_missed")


def player_of_interest(match: Match, seats: tuple[Player, ...]) -> Player | None:
    """The seat whose play is evaluated; None if the game has no such seat.

    Such games are still running, have no result, or one person held both seats.
    """
    if len(seats) != 1 or match.position.outcome is None or match.aborted is not None:
        return None
    return seats[0]


def facts_of(name: str, match: Match, player: Player, review: Review | None = None) -> GameFacts:
    """The facts of a finished match about a player; ``name`` is the id of the match."""
    outcome = match.position.outcome
    assert outcome is not None
    steps = list(zip(match.positions, match.plies, strict=False))
    turns = [(before, ply) for before, ply in steps if _is_free_turn(before, ply, player)]
    could_win = [(before, ply) for before, ply in turns if can_win_at_once(before)]
    won = sum(_wins(ply, player) for _, ply in could_win)
    facts = GameFacts(
        match=name,
        at=match.last_at,
        rules=match.terms.rules.name,
        seat=player,
        level=next(iter(match.terms.computers.values()), None),
        result=0 if not outcome.winner else 1 if outcome.winner == player else -1,
        claims=tuple(_open_claims(match, player)),
        wrong_claims=sum(_is_wrong_claim(before, ply, player) for before, ply in steps),
        wins=len(could_win),
        wins_missed=len(could_win) - won,
    )
    return facts if review is None else replace(facts, reviewed=reviewed_of(match, player, review))


def reviewed_of(match: Match, player: Player, review: Review) -> Reviewed:
    """The facts from the review of a match about a player."""
    steps = list(zip(match.positions, review.plies, strict=False))
    own_steps = [(before, ply) for before, ply in steps if ply.player == player]
    outcome = match.position.outcome
    thrown = None
    if outcome is None or outcome.winner != player:
        mistakes = [before for before, ply in own_steps if Mark.MISTAKE in ply.marks]
        thrown = stage_of(mistakes[-1]) if mistakes else None
    keep = write_action(Keep(), match.start)
    chances = [
        ply
        for (before, ply), played in zip(steps, match.plies, strict=False)
        if ply.player == player
        and isinstance(played.action, Remove)
        and before.current_round.taking[player - 1] is Taking.MAY
        and ply.proven
    ]
    return Reviewed(thrown, len(chances), sum(keep in ply.best for ply in chances))


def _is_free_turn(before: Position, ply: Played, player: Player) -> bool:
    """Whether a player on turn moved, or decided."""
    if before.phase is not Phase.MOVE or before.player != player or ply.entry.player != player:
        return False
    return not isinstance(ply.action, Claim | Forfeit)


def _wins(ply: Played, player: Player) -> bool:
    outcome = ply.position.outcome
    return outcome is not None and outcome.winner == player


def _is_wrong_claim(before: Position, ply: Played, player: Player) -> bool:
    """Whether a ply is a claim that no move could show."""
    is_own_claim = isinstance(ply.action, Claim) and ply.entry.player == player
    return is_own_claim and not should_claim(before)


def _open_claims(match: Match, player: Player) -> Iterator[OpenClaim]:
    """Every turn of the opponent on which a claim was right, and that the player answered."""
    timed = match.terms.claim_clock_runs
    for index, moved in enumerate(match.plies):
        after = moved.position
        if not isinstance(moved.action, Move) or after.claimant != player:
            continue
        if not should_claim(after):
            continue
        assert after.last is not None and after.last.round is not None
        for number, ply in enumerate(match.plies[index + 1 :], start=index + 2):
            if isinstance(ply.action, Forfeit):
                break  # giving up is no answer
            if ply.entry.player != player:
                continue  # the opponent takes a tile away, or keeps all
            answer, reaction = _answer(match, ply, number, player), None
            if timed and answer is ClaimAnswer.CLAIMED:
                reaction = max(0, ply.entry.at - ply.entry.lag - moved.entry.at)
            yield OpenClaim(after.last.round, answer, reaction)
            break


def _answer(match: Match, ply: Played, number: int, player: Player) -> ClaimAnswer:
    if isinstance(ply.action, Claim):
        return ClaimAnswer.CLAIMED
    if _wins(ply, player):
        return ClaimAnswer.WON
    return ClaimAnswer.LATE if number in match.late_claims else ClaimAnswer.MISSED
