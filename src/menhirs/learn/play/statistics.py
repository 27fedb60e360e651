"""The statistics of a player's games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from menhirs.learn.play.facts import ClaimAnswer, GameFacts, OpenClaim
from menhirs.learn.play.stage import GameStage

ENOUGH = 8
"""The smallest count of which a share is shown."""
ENOUGH_REACTIONS = 5
ENOUGH_GAMES = 5
BLOCK = 10
"""The number of games in one step of the trend."""
_MOST_OF_THEM = 0.6


@dataclass(frozen=True, slots=True)
class Reactions:
    """How quickly a player claims, in milliseconds."""

    times: int
    """The number of claims that it is based on."""
    median: int
    quick: int
    """A quarter of the claims were quicker."""
    slow: int
    """A quarter were slower."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Open claims, and how many were seen."""

    open: int = 0
    seen: int = 0
    late: int = 0
    missed: int = 0
    reactions: Reactions | None = None

    @property
    def not_seen(self) -> int:
        """The wins that the player did not see in time."""
        return self.late + self.missed


@dataclass(frozen=True, slots=True)
class Results:
    """Games and how they ended."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.tied + self.lost


@dataclass(frozen=True, slots=True)
class GameRun:
    """Some games that follow on each other."""

    first: int
    """When the first of them ended."""
    last: int
    results: Results
    claims: Claims


class Statistics:
    """The statistics of a player's finished games."""

    def __init__(self, games: Iterable[GameFacts]) -> None:
        self.games = sorted(games, key=lambda one: (one.at, one.match))

    @property
    def claims(self) -> Claims:
        """All open claims."""
        return counted(claim for game in self.games for claim in game.claims)

    @property
    def games_with_claims(self) -> int:
        """The games in which a claim was open."""
        return sum(bool(game.claims) for game in self.games)

    @property
    def wrong_claims(self) -> int:
        return sum(game.wrong_claims for game in self.games)

    @property
    def claims_by_round(self) -> dict[int, Claims]:
        """The claims of every round, in the order of play of the most laps."""
        claims = [claim for game in self.games for claim in game.claims]
        # Rounds with claims count down (A2).
        rounds = sorted({claim.round for claim in claims}, reverse=True)
        return {n: counted(one for one in claims if one.round == n) for n in rounds}

    @property
    def rounds_missed_most(self) -> tuple[int, int] | None:
        """The shortest stretch of rounds with most of the claims that were not seen."""
        missed = {n: found.not_seen for n, found in self.claims_by_round.items()}
        total = sum(missed.values())
        if total < ENOUGH_GAMES:
            return None
        rounds = list(missed)
        for length in range(1, len(rounds) // 2 + 1):
            spans = [rounds[start : start + length] for start in range(len(rounds) - length + 1)]
            best = max(spans, key=lambda span: sum(missed[n] for n in span))
            if sum(missed[n] for n in best) >= _MOST_OF_THEM * total:
                return best[0], best[-1]
        return None

    @property
    def wins(self) -> tuple[int, int]:
        """Turns with a win in one, and how many of them were missed."""
        return sum(g.wins for g in self.games), sum(g.wins_missed for g in self.games)

    @property
    def reviewed(self) -> int:
        """How many games have been reviewed."""
        return sum(game.reviewed is not None for game in self.games)

    @property
    def thrown(self) -> dict[GameStage, int]:
        """How many games were thrown away in each stage."""
        stages = Counter(g.reviewed.thrown for g in self.games if g.reviewed is not None)
        return {stage: stages[stage] for stage in GameStage}

    @property
    def chances(self) -> tuple[int, int]:
        """Chances used in positions with a proven best action, and the wasted ones."""
        known = [game.reviewed for game in self.games if game.reviewed is not None]
        return sum(one.chances for one in known), sum(one.needless for one in known)

    def results(self, key: Callable[[GameFacts], object]) -> dict[object, Results]:
        """The results, grouped by a key of each game."""
        keys = dict.fromkeys(key(game) for game in self.games)
        return {one: ended(g for g in self.games if key(g) == one) for one in keys}

    @property
    def trend(self) -> list[GameRun]:
        """Blocks of equally many games, the oldest first; surplus games at the start are left
        out.
        """
        first = len(self.games) % BLOCK
        blocks = [self.games[i : i + BLOCK] for i in range(first, len(self.games), BLOCK)]
        return [
            GameRun(
                block[0].at,
                block[-1].at,
                ended(block),
                counted(claim for game in block for claim in game.claims),
            )
            for block in blocks
        ]


def counted(claims: Iterable[OpenClaim]) -> Claims:
    """Counts these open claims."""
    listed = list(claims)
    answers = Counter(one.answer for one in listed)
    times = [one.reaction for one in listed if one.reaction is not None]
    return Claims(
        open=len(listed),
        seen=sum(n for answer, n in answers.items() if answer.is_seen),
        late=answers[ClaimAnswer.LATE],
        missed=answers[ClaimAnswer.MISSED],
        reactions=reactions_of(times),
    )


def reactions_of(times: Sequence[int]) -> Reactions | None:
    """The reaction times of claims; None if there are too few."""
    if len(times) < ENOUGH_REACTIONS:
        return None
    quick, _, slow = quantiles(times, n=4, method="inclusive")
    return Reactions(len(times), round(median(times)), round(quick), round(slow))


def ended(games: Iterable[GameFacts]) -> Results:
    """Counts the results of these games."""
    results = Counter(game.result for game in games)
    return Results(results[1], results[0], results[-1])
