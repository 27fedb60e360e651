"""Places plain bots on the scale of the levels, and prints the table of docs/python/levels.md.

``python -m tools.plain_bots``: each bot plays levels on random layouts, every layout twice, with
the seats swapped; the games take turns between the rules named. The same seed always gives the
same table. A bot's rating is the one from which its scores were to be expected.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from menhirs.core.actions import Action, Decide, Move
from menhirs.core.position import Position
from menhirs.core.rules import rule_set
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.engine.claims import should_claim
from menhirs.engine.levels.level import LEVELS, level
from menhirs.engine.levels.level_player import LevelPlayer
from menhirs.engine.whole_game import Chooser, play_game
from menhirs.tournament.fitting_opponent import LEVEL_RATINGS, expected_score

_WIDEST = 4_000.0
"""No rating is farther from 0."""


class RandomBot:
    """Plays any legal action and never claims."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    def choose(self, position: Position) -> Action:
        """Any action."""
        return self._among(position.legal_actions())

    def _among(self, actions: Sequence[Action]) -> Action:
        return actions[int(self._chance.random() * len(actions))]


class GreedyBot(RandomBot):
    """Wins and claims where it can, and else uncovers as many menhirs as it can."""

    def choose(self, position: Position) -> Action:
        """A win, or one of the actions that leave the fewest menhirs covered."""
        win = _win(position)
        return win if win is not None else self._among(_barest(position, position.legal_actions()))

    def wants_to_claim(self, position: Position) -> bool:
        """Whenever the claim is right."""
        return should_claim(position)


class OneTurnBot(GreedyBot):
    """Wins and claims where it can, and else leaves the opponent no win if it can."""

    def choose(self, position: Position) -> Action:
        """A win, or any action that does not lose at once."""
        win = _win(position)
        if win is not None:
            return win
        actions = position.legal_actions()
        return self._among([one for one in actions if not _loses(position, one)] or actions)


class OneTurnGreedyBot(GreedyBot):
    """Leaves the opponent no win if it can, and then uncovers as many menhirs as it can."""

    def choose(self, position: Position) -> Action:
        """A win, or of the actions that do not lose at once one that leaves the fewest covered."""
        win = _win(position)
        if win is not None:
            return win
        actions = position.legal_actions()
        safe = [one for one in actions if not _loses(position, one)]
        return self._among(_barest(position, safe or actions))


BOTS: Mapping[str, Callable[[str], RandomBot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "one turn": OneTurnBot,
    "one turn, greedy": OneTurnGreedyBot,
}


def _win(position: Position) -> Action | None:
    if position.phase in (Phase.MOVE, Phase.PROVE):
        return next((Move(*move) for move in position.winning_moves()), None)
    return None


def _barest(position: Position, actions: Sequence[Action]) -> list[Action]:
    covered = [position.play_unchecked(action).covered.bit_count() for action in actions]
    fewest = min(covered)
    return [action for action, left in zip(actions, covered, strict=True) if left == fewest]


def _loses(position: Position, action: Action) -> bool:
    """Whether the opponent can win after it, by a claim or a single move."""
    after = position.play_unchecked(action)
    if after.is_over or isinstance(action, Decide):
        return False
    if should_claim(after):
        return True
    to_move = after.phase is Phase.MOVE and after.player != position.player
    return to_move and any(True for _ in after.winning_moves())


class Game(NamedTuple):
    """A game to be played."""

    bot: str
    level: int
    bot_begins: bool
    rules: str
    seed: str


class Played(NamedTuple):
    """A game that was played."""

    bot: str
    level: int
    result: float
    """The bot's: 1 for a win, a half for a tie."""


def play(game: Game) -> Played:
    """Plays a game to its end."""
    rules = rule_set(game.rules)
    start = Position.start(rules, random_menhirs(rules, game.seed))
    bot: Chooser = BOTS[game.bot](f"{game.seed} {game.bot} {game.bot_begins}")
    opponent: Chooser = LevelPlayer(game.level, f"{game.seed} {game.bot_begins}")
    seats = (bot, opponent) if game.bot_begins else (opponent, bot)
    outcome = play_game(start, *seats).final.outcome
    assert outcome is not None
    mine = 1 if game.bot_begins else 2
    return Played(game.bot, game.level, 0.5 if not outcome.winner else outcome.winner == mine)


@dataclass(frozen=True)
class Scores:
    """The results of a bot against levels."""

    by_level: Mapping[int, Sequence[float]]

    @property
    def rating(self) -> float:
        """The rating from which as many points were to be expected."""
        points = sum(map(sum, self.by_level.values()))
        low, high = -_WIDEST, _WIDEST
        while high - low > 0.5:
            middle = (low + high) / 2
            expected = sum(
                len(results) * expected_score(middle, number)
                for number, results in self.by_level.items()
            )
            low, high = (middle, high) if expected < points else (low, middle)
        return (low + high) / 2


def table(scores: Mapping[str, Scores], levels: Sequence[int]) -> str:
    """The table in Markdown: the levels and the bots by rating, each bot with its scores."""
    names = " | ".join(f"against {number}" for number in levels)
    rows = [
        (LEVEL_RATINGS[one.number - 1], f"{one.number} {one.name}", [""] * len(levels))
        for one in LEVELS
    ]
    for bot, found in scores.items():
        shares = [_share(found.by_level[number]) for number in levels]
        rows.append((found.rating, f"*{bot}*", shares))
    lines = [
        f"| | rating | {names} |",
        f"| --- | ---: | {' | '.join('---:' for _ in levels)} |",
        *(
            f"| {name} | {rating:.0f} | {' | '.join(shares)} |"
            for rating, name, shares in sorted(rows)
        ),
    ]
    return "\n".join(lines)


def _share(results: Sequence[float]) -> str:
    return f"{100 * sum(results) / len(results):.0f} %"


def main() -> int:
    """Plays the games and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="a bot and a level")
    numbers = range(1, len(LEVELS) + 1)
    parser.add_argument(
        "--levels", type=int, nargs="+", choices=numbers, default=[1, 2, 3, 4, 5, 6]
    )
    parser.add_argument("--bots", nargs="+", choices=list(BOTS), default=list(BOTS))
    parser.add_argument("--rules", nargs="+", default=["amsterdam", "base"], metavar="NAME")
    parser.add_argument("--seed", default="bots", metavar="TEXT")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes")
    options = parser.parse_args()
    rules = options.rules
    games = [
        Game(bot, number, begins, rules[index % len(rules)], f"{options.seed}-{index + 1}")
        for number in options.levels
        for index in range(options.games // 2)
        for bot in options.bots
        for begins in (True, False)
    ]
    results: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    with Pool(options.workers) as pool:
        for number, (bot, opponent, result) in enumerate(pool.imap(play, games), start=1):
            results[bot][opponent].append(result)
            if number % 50 == 0:
                who = level(opponent).name
                print(f"game {number} of {len(games)}, {who}", file=sys.stderr, flush=True)
    print(table({bot: Scores(found) for bot, found in results.items()}, options.levels))
    return 0


if __name__ == "__main__":
    sys.exit(main())
