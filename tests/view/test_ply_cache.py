"""The data of a match's plies: they do not depend on its history, and stay out of memory."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from random import Random
from types import ModuleType

from hypothesis import given, settings
from hypothesis import strategies as st

from menhirs.core.actions import Move
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.match.errors import Refused
from menhirs.match.match import Ply
from menhirs.notation.actions import write_action
from menhirs.notation.people import NUMBERED
from menhirs.view import board_data
from menhirs.view.match.ply_cache import PlyCache, in_slices
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import PlayedMatch, terms
from tests.random_play import choose

ENGLISH = LANGUAGES["en"]


def play_on(table: PlayedMatch, numbers: Random, plies: int) -> None:
    """Plays so many actions, or until the game is over."""
    for _ in range(plies):
        position = table.match.position
        if position.is_over:
            return
        table.wait(1_000)
        text = write_action(choose(position, numbers), position)
        if text == "claim" and table.match.claim_window(table.at) is None:
            continue  # a turn that was taken back and again took too long
        player = position.claimant if text == "claim" and position.claimant else position.player
        table.keep(table.match.action_ply(player, text, table.at))


def take_back(table: PlayedMatch, player: int) -> None:
    try:
        table.keep(table.match.take_back_entry(player, table.at))
    except Refused:
        return
    if table.match.offers:
        table.keep(table.match.take_back_answer_entry(3 - player, True, table.at))


def long_game() -> PlayedMatch:
    """Two laps, nearly to the end."""
    table = PlayedMatch()
    while table.match.position.lap == 1 or table.match.position.round > 2:
        take_no_win(table)
    return table


def take_no_win(table: PlayedMatch) -> None:
    position = table.match.position
    winning = [write_action(Move(*move), position) for move in position.winning_moves()]
    actions = [write_action(action, position) for action in position.board_actions()]
    longest = (action for action in ("back", "keep") if action in actions)
    table.play(next(longest, None) or next(a for a in actions if a not in winning))


@settings(max_examples=25)
@given(st.sampled_from(sorted(RULE_SETS)), st.integers(0, 1 << 30))
def test_the_history_is_what_was_told_ply_by_ply(rules: str, seed: int) -> None:
    """Also where turns were taken back in between."""
    numbers = Random(seed)
    table = PlayedMatch(terms(rules))
    cache = PlyCache(table.match)
    found = [cache.newest.ply_text(NUMBERED, ENGLISH)]
    for _ in range(40):
        if numbers.random() < 0.15:
            take_back(table, numbers.choice((1, 2)))
        else:
            play_on(table, numbers, 1)
        del found[len(table.match.plies) :]
        found.append(cache.newest.ply_text(NUMBERED, ENGLISH))
    assert asyncio.run(cache.ply_texts(NUMBERED, ENGLISH)) == found
    assert asyncio.run(PlyCache(table.replayed()).ply_texts(NUMBERED, ENGLISH)) == found
    mark = None
    for number, ply in enumerate(table.match.plies, start=1):
        mark = board_data.marked_after(table.match.positions[number - 1], ply.action, mark)
        assert json.loads(found[number])["view"]["last"] == mark


def test_a_long_game_is_told_while_others_have_their_turn() -> None:
    table = long_game()
    turns = 0

    async def tell_beside_others() -> None:
        nonlocal turns
        telling = asyncio.create_task(PlyCache(table.match).ply_texts(NUMBERED, ENGLISH))
        while not telling.done():
            turns += 1
            await asyncio.sleep(0)

    asyncio.run(tell_beside_others())
    assert turns >= len(table.match.plies) // 20 >= 3


def test_what_happens_while_a_long_game_is_told_is_told_too() -> None:
    """Turns taken back and others played in their place."""
    table = long_game()
    received: list[int] = []

    def tell(number: int) -> str:
        received.append(number)
        return str(table.match.plies[number - 1].entry.number if number else 0)

    async def play() -> None:
        for _ in range(3):
            take_back(table, 1)
            take_back(table, 2)
            play_on(table, Random(6), 1)
            await asyncio.sleep(0)

    async def tell_while_played() -> None:
        playing = asyncio.create_task(play())
        texts = await in_slices(table.match, tell)
        assert texts == ["0", *(str(ply.entry.number) for ply in table.match.plies)]
        await playing

    before = len(table.match.plies)
    asyncio.run(tell_while_played())
    assert before > len(table.match.plies)
    assert len(received) <= before + 3  # what was told already is not told over again


def held(cache: PlyCache) -> int:
    """The bytes that an cache holds besides its match."""
    seen = {id(cache._match)}
    waiting: list[object] = [vars(cache)]
    size = 0
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen and not isinstance(thing, type | ModuleType | RuleSet | Ply):
            seen.add(id(thing))
            size += sys.getsizeof(thing)
            waiting += gc.get_referents(thing)
    return size


def test_the_texts_of_a_game_are_not_kept() -> None:
    """They were, for every language: half a kilobyte for each ply and each of them.

    So was what may be done now, up to 80 kB.
    """
    table = long_game()
    cache = PlyCache(table.match)

    async def look() -> None:
        for language in LANGUAGES.values():
            cache.newest.ply_text(NUMBERED, language)
            assert cache.newest.legal
            await cache.ply_texts(NUMBERED, language)

    asyncio.run(look())
    assert len(table.match.plies) > 60
    assert held(cache) < 20_000
