"""Compares the search with the tables of a solved layout, on random positions of all its turns.

Turns take turns. For each position a game is played from LINE, every action being equally likely
and wrong claims left out, until it comes to that turn; a game that ends before is begun anew, and
after 200 such games nobody ends one on purpose or by carelessness. Of the positions that the turn
has (moving, taking away) one is drawn. With a limit of nodes and one thread the same seed always
gives the same table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from menhirs.core.actions import Action, Claim, Keep
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Analyst, Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.search import Search
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.engine.solver.tables.probe import Tables
from menhirs.notation.line import read_line, write_line

_GOAL = 99.5  # per cent
_TRIES = 2_000  # games that may end before they come to a turn
_CARELESS_TRIES = 200  # after these, games are played with care


class Truth(Protocol):
    """A source of exact values."""

    def value(self, position: Position) -> int:
        """Points to the player to act, exactly."""
        ...


@dataclass(frozen=True, order=True)
class Turn:
    """A player's turn in a round of a lap."""

    lap: int
    index: int
    """Of the round, in the order in which rounds are played."""
    player: int


@dataclass
class Tally:
    """How the search did on some positions."""

    positions: int = 0
    kept: int = 0
    proven: int = 0
    proven_wrong: int = 0
    depths: int = 0

    def add(self, verdict: Verdict) -> None:
        """Counts a position."""
        self.positions += 1
        self.kept += verdict.kept
        self.proven += verdict.analysis.proven
        self.proven_wrong += verdict.proven_wrong
        self.depths += verdict.analysis.depth

    def row(self, name: str) -> str:
        """In Markdown."""
        share = 100 * self.kept / max(1, self.positions)
        depth = self.depths / max(1, self.positions)
        return (
            f"| {name} | {self.positions} | {self.kept} | {share:.1f} % | {self.proven}"
            f" | {self.proven_wrong} | {depth:.1f} |"
        )


@dataclass(frozen=True)
class Verdict:
    """What the search said of a position, and what is true."""

    turn: Turn
    position: Position
    analysis: Analysis
    value: int
    """Of the position."""
    left: int
    """What the search's action leaves of it."""

    @property
    def kept(self) -> bool:
        return self.left == self.value

    @property
    def proven_wrong(self) -> bool:
        return self.analysis.proven and not (self.kept and self.analysis.value == self.value)


def turns_of(start: Position) -> list[Turn]:
    """All turns that games from there can have."""
    rules = start.rules
    return [
        Turn(lap, index, player)
        for lap in range(start.lap, rules.laps + 1)
        for index in range(rules.index(start.round) if lap == start.lap else 0, len(rules.schedule))
        for player in (1, 2)
    ]


def random_positions(start: Position, count: int, seed: str) -> Iterator[tuple[Turn, Position]]:
    """A number of positions, every turn being as frequent as the others."""
    numbers = Random(seed)
    turns = turns_of(start)
    for number in range(count):
        turn = turns[number % len(turns)]
        yield turn, _position_in(start, turn, numbers)


def _position_in(start: Position, turn: Turn, numbers: Random) -> Position:
    for played in range(_TRIES):
        draw = _draw if played < _CARELESS_TRIES else _draw_with_care
        met: list[Position] = []
        position = start
        while not position.is_over and _turn_of(position) <= turn:
            if _turn_of(position) == turn:
                met.append(position)
            position = position.play_unchecked(draw(position, numbers))
        if met:
            return numbers.choice(met)
    raise ValueError(f"no game comes to {turn}")


def _turn_of(position: Position) -> Turn:
    # What is decided after player 2's turn comes later than it, whoever decides.
    player = 2 if position.phase is Phase.DECIDE else position.player
    return Turn(position.lap, position.rules.index(position.round), player)


def _draw(position: Position, numbers: Random) -> Action:
    right = should_claim(position)
    return numbers.choice(
        [a for a in position.legal_actions(claims=True) if right or not isinstance(a, Claim)]
    )


def _draw_with_care(position: Position, numbers: Random) -> Action:
    """Neither ends the game nor lets it be won by a claim, if that can be; keeps chances longer."""
    actions = position.legal_actions()
    if Keep() in actions and numbers.random() < 0.5:
        return Keep()
    careful: list[Action] = []
    for action in actions:
        after = position.play_unchecked(action)
        if not after.is_over and not should_claim(after):
            careful.append(action)
    return numbers.choice(careful or actions)


def judge(
    turn: Turn, position: Position, truth: Truth, analyst: Analyst, limits: Limits
) -> Verdict:
    """Lets the search analyse a position, and looks up what its action is worth."""
    analysis = analyst.analyse(position, limits)
    after = position.play(analysis.lines[0].actions[0])
    left = truth.value(after)
    if after.player != position.player:
        left = -left
    return Verdict(turn, position, analysis, truth.value(position), left)


def table(verdicts: list[Verdict], rules: RuleSet) -> str:
    """What came out in each round and in all, in Markdown, and below it what was missed."""
    rounds: dict[tuple[int, int], Tally] = {}
    everything = Tally()
    for verdict in sorted(verdicts, key=lambda verdict: verdict.turn):
        rounds.setdefault((verdict.turn.lap, verdict.turn.index), Tally()).add(verdict)
        everything.add(verdict)
    lines = [
        "| lap, round | positions | kept | | proven | proven wrong | depth |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(
            tally.row(f"{lap}, {rules.schedule[index].number}")
            for (lap, index), tally in rounds.items()
        ),
        everything.row("all"),
        *(_told(verdict) for verdict in verdicts if not verdict.kept or verdict.proven_wrong),
    ]
    return "\n".join(lines)


def _told(verdict: Verdict) -> str:
    """A miss, with the position to analyse again."""
    what = "proven wrong" if verdict.proven_wrong else "missed"
    return f"{what}, {verdict.left} instead of {verdict.value}: {write_line(verdict.position)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, help="the folder of the tables")
    parser.add_argument("line", metavar="LINE", help="where the games begin, the layout being laid")
    parser.add_argument("--positions", type=int, default=1008, metavar="N", help="default: 1008")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, metavar="N", help="for each position")
    limit.add_argument("--seconds", type=float, metavar="S", help="instead (default: 1)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--seed", default="truth", metavar="TEXT")
    options = parser.parse_args()
    start = read_line(options.line)
    folder = folder_of(options.tables, start.rules, start.menhirs)
    tables = Tables(start.rules, start.menhirs, folder)
    search = Search(threads=options.threads)
    seconds = options.seconds or (None if options.nodes else 1.0)
    limits = Limits(seconds=seconds, nodes=options.nodes)
    verdicts: list[Verdict] = []
    for turn, position in random_positions(start, options.positions, options.seed):
        verdicts.append(judge(turn, position, tables, search, limits))
        kept = sum(verdict.kept for verdict in verdicts)
        told = f"position {len(verdicts)} of {options.positions}: {kept} kept"
        print(told, file=sys.stderr, flush=True)
    print(table(verdicts, start.rules))
    wrong = any(verdict.proven_wrong for verdict in verdicts)
    return 1 if wrong or 100 * kept < _GOAL * len(verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
