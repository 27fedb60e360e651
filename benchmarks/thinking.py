"""Waiting times for the computer's answer while another visitor keeps it busy."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from menhirs.core.actions import Move
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.engine.levels import LEVELS
from menhirs.referee.thought import Question
from menhirs.server.live.engine.engine_pool import EnginePool

_TAKE_BACK_EVERY = 0.5


def waits(matches: int = 20, tries: int = 5) -> Iterator[tuple[int, float, float]]:
    """Yields for every level the longest wait in seconds, alone and beside a busy visitor.

    That visitor plays many matches against the highest level, and in each takes a turn back and
    plays it again twice a second.
    """
    alone, crowded = asyncio.run(_measure(matches, tries))
    for level in (level.number for level in LEVELS):
        yield level, alone[level], crowded[level]


async def _measure(matches: int, tries: int) -> tuple[dict[int, float], dict[int, float]]:
    engines = EnginePool()
    position = _middle_game()
    try:
        await _longest(engines, position, tries)  # a warm-up: starts the processes
        alone = await _longest(engines, position, tries)
        crowd = [asyncio.create_task(_play(engines, position, n)) for n in range(matches)]
        await asyncio.sleep(2 * _TAKE_BACK_EVERY)
        crowded = await _longest(engines, position, tries)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return alone, crowded
    finally:
        engines.close()


async def _longest(engines: EnginePool, position: Position, tries: int) -> dict[int, float]:
    longest = {}
    for level in LEVELS:
        times = []
        for number in range(tries):
            begin = time.perf_counter()
            await engines.think(_question(position, level.number, f"new {number}"), "newcomer")
            times.append(time.perf_counter() - begin)
        longest[level.number] = max(times)
    return longest


async def _play(engines: EnginePool, position: Position, number: int) -> None:
    """Plays, takes back and plays again without end."""
    while True:
        question = _question(position, len(LEVELS), f"match {number}")
        thinking = asyncio.create_task(engines.think(question, "crowd"))
        try:
            await asyncio.wait({thinking}, timeout=_TAKE_BACK_EVERY)
        finally:
            thinking.cancel()


def _question(position: Position, level: int, seed: str) -> Question:
    return Question(position, level, seed, acts=True, may_claim=False)


def _middle_game() -> Position:
    """A position after the first moves in which no move wins at once."""
    position = Position.start(AMSTERDAM, random_menhirs(AMSTERDAM, "fog"))
    while position.phase is not Phase.MOVE or position.player == 1:
        wins = [Move(*move) for move in position.winning_moves()]
        position = position.play(next(a for a in position.board_actions() if a not in wins))
    return position
