"""Finished matches for the tests: random ones, and ones between levels, with a clock by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from menhirs.core.actions import Claim
from menhirs.core.rules import rule_set
from menhirs.core.setup import random_menhirs
from menhirs.engine.claims import should_claim
from menhirs.engine.levels import LevelPlayer
from menhirs.match.match import Match
from menhirs.match.terms import LiveClock, Terms
from menhirs.notation.actions import write_action
from tests.match.played_match import PlayedMatch
from tests.random_play import choose

_NO_HURRY = LiveClock(time=180 * 60_000)


def _table(rules: str, seed: int | str, level: int | None = None) -> PlayedMatch:
    chosen, computers = rule_set(rules), {} if level is None else {2: level}
    menhirs = random_menhirs(chosen, seed)
    return PlayedMatch(Terms(chosen, menhirs, str(seed), clock=_NO_HURRY, computers=computers))


def random_match(rules: str, seed: int) -> Match:
    """A finished game of random actions; claims come at random moments within their time."""
    return random_table(rules, seed).match


def random_table(rules: str, seed: int, level: int | None = None) -> PlayedMatch:
    """A random match with its log; with a level, the computer sits on the second seat."""
    table, numbers = _table(rules, seed, level), Random(seed)
    while not table.match.is_over:
        table.wait(numbers.randrange(200, 1_000))
        position = table.match.position
        action = choose(position, numbers)
        if isinstance(action, Claim):
            claimant = position.claimant
            assert claimant is not None
            table.claim(claimant, lag=numbers.randrange(100))
        else:
            table.keep(
                table.match.action_ply(position.player, write_action(action, position), table.at)
            )
    return table


def level_match(
    levels: tuple[int, int],
    rules: str,
    seed: int,
    *,
    sees: Iterator[bool],
) -> Match:
    """A finished game of two levels. ``sees`` says of each open claim whether player 1 sees it.

    A player who sees a claim makes it 1,200 ms after the move.
    """
    table = _table(rules, f"play {seed}", levels[1])
    players = [LevelPlayer(number, f"{seed} {seat}") for seat, number in enumerate(levels, 1)]
    asked = 0
    """The turn about whose claim player 1 was asked last."""
    is_seen = True
    while not table.match.is_over:
        match = table.match
        position = match.position
        window = match.claim_window(table.at)
        if window is not None and should_claim(position):
            if window.player == 1:
                if window.turn != asked:
                    asked, is_seen = window.turn, next(sees)
                wants = is_seen
            else:
                wants = players[1].wants_to_claim(position)
            if wants:
                table.wait(1_200)
                table.claim(window.player)
                continue
        # Whoever lets a claim go does not win by the move either: nothing is seen there.
        misses = window is not None and window.player == position.player == 1 and not is_seen
        shut = position.close_claim_window()
        action = players[position.player - 1].choose(shut)
        if misses and window is not None and shut.play(action).is_over:
            action = next(
                (a for a in shut.board_actions() if not shut.play(a).is_over),
                action,
            )
        table.wait(900)
        text = write_action(action, position)
        table.keep(match.action_ply(position.player, text, table.at))
    return table.match
