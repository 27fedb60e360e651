"""The library beside python-chess, in one run: how much faster the same work is done here.

``python -m benchmarks.beside_chess`` needs the package ``chess``. Both play random games, list
legal moves, count sequences of actions from Python and read records; what is done is counted per
second of processor time, so other work on the machine matters little. 1 is as fast as chess.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import menhirs

_STRETCHES = 4
_GAMES = 20
_MIDDLE = {
    "base": "base .../o.m./.oMo./oo..M./.mM.o/..M./.M. 1 6 move 0,0 - - -",
    "amsterdam": "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -",
}
_CHESS_MIDDLE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
_LONGEST_GAME = 60


def beside_chess(seconds: float = 1.5) -> Iterator[tuple[str, float]]:
    """What is done, and how much faster than chess: actions for actions, records for plies."""
    import chess
    import chess.pgn

    def chess_game(numbers: Random) -> Any:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < _LONGEST_GAME:
            board.push(numbers.choice(list(board.legal_moves)))
        return board

    def chess_perft(board: Any, depth: int) -> int:
        if depth == 0:
            return 1
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += chess_perft(board, depth - 1)
            board.pop()
        return found

    numbers = Random(1)
    chess_texts = "\n\n".join(
        str(chess.pgn.Game.from_board(chess_game(numbers))) for _ in range(_GAMES)
    )

    def chess_reading() -> int:
        text, plies = io.StringIO(chess_texts), 0
        while (game := chess.pgn.read_game(text)) is not None:
            plies += sum(1 for _ in game.mainline_moves())
        return plies

    middle = chess.Board(_CHESS_MIDDLE)
    playouts = per_second(seconds, lambda: chess_game(numbers).ply())
    listing = per_second(seconds, lambda: len([list(middle.legal_moves) for _ in range(100)]))
    counting = per_second(seconds, lambda: chess_perft(chess.Board(), 3))
    reading = per_second(seconds, chess_reading)

    chess_speeds = (playouts, listing, counting, reading, reading)
    for rules, line in _MIDDLE.items():
        speeds = _speeds_here(rules, menhirs.read_line(line), seconds)
        for (name, speed), beside in zip(speeds, chess_speeds, strict=True):
            yield f"{rules}: {name}", speed / beside


def _speeds_here(
    rules: str, position: menhirs.Position, seconds: float
) -> Iterator[tuple[str, float]]:
    numbers = Random(1)
    records = [random_record(rules, numbers) for _ in range(_GAMES)]
    text, plies = menhirs.write_records(records), sum(len(record.actions) for record in records)
    works: dict[str, Callable[[], int]] = {
        "random games": lambda: len(random_record(rules, numbers).actions),
        "legal_actions": lambda: len([position.legal_actions() for _ in range(100)]),
        "a perft": lambda: counted(position, 2),
        "read_records": lambda: plies if menhirs.read_records(text) else 0,
        "read_trees": lambda: plies if menhirs.read_trees(text) else 0,
    }
    for name, work in works.items():
        yield name, per_second(seconds, work)


def per_second(seconds: float, work: Callable[[], int]) -> float:
    """What is done in a second of processor time, in the quietest of some stretches."""
    work()
    best = 0.0
    for _ in range(_STRETCHES):
        begin, done = time.process_time(), 0
        while (taken := time.process_time() - begin) < seconds / _STRETCHES or not done:
            done += work()
        best = max(best, done / taken)
    return best


def random_record(rules: str, numbers: Random) -> menhirs.Record:
    """A random game."""
    start = position = menhirs.new_game(rules, seed=numbers.randrange(1000))
    actions = []
    while not position.is_over:
        action = numbers.choice(position.legal_actions())
        actions.append(action)
        position = position.play(action)
    return menhirs.Record(start, tuple(actions))


def counted(position: menhirs.Position, depth: int) -> int:
    """A perft as one writes it first."""
    if depth == 0:
        return 1
    return sum(counted(position.play(action), depth - 1) for action in position.legal_actions())


if __name__ == "__main__":
    for name, ratio in beside_chess():
        sys.stdout.write(f"{name:<28}{ratio:5.2f}\n")
