"""What counts as a position of a running game: mirrored, changed a little, some moves later."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.geometry import Geometry
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, BASE8, ENDLESS, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.match.fair_play import Likeness, Look, RunningGame, fingerprint_of
from menhirs.notation.line import write_line
from tests.random_play import choose


def played(rules: RuleSet, seed: int, plies: int) -> list[Position]:
    """The positions of a game that goes on after so many actions."""
    rng = Random(seed)
    game = [Position.start(rules, random_menhirs(rules, seed))]
    while len(game) <= plies and not (after := game[-1].play(choose(game[-1], rng))).is_over:
        game.append(after)
    return game


def running(game: list[Position]) -> RunningGame:
    layout = game[0].geometry.names_of(game[0].menhirs)
    return RunningGame("m", write_line(game[-1]), layout)


def likeness(position: Position, game: list[Position]) -> Likeness | None:
    return Look([position]).likeness(running(game))


games = st.builds(
    played,
    st.sampled_from([BASE, BASE8, AMSTERDAM, ENDLESS]),
    st.integers(0, 50),
    st.integers(0, 40),
)


@given(games)
def test_every_position_of_the_game_is_found_and_every_mirror_image(game: list[Position]) -> None:
    now = game[-1]
    assert likeness(now, game) is Likeness.SAME
    for mirror in now.geometry.mirrors:
        image = replace(now, menhirs=mirror.mask(now.menhirs), fog=mirror.mask(now.fog), last=None)
        assert likeness(image, game) is Likeness.SAME
        assert fingerprint_of(image) == fingerprint_of(now)
    assert all(likeness(before, game) for before in game)


@given(games, st.integers(0, 1000))
def test_the_next_actions_are_found(game: list[Position], seed: int) -> None:
    rng, after = Random(seed), game[-1]
    for _ in range(2):
        after = after if after.is_over else after.play(choose(after, rng))
        assert likeness(after, game)


def test_rules_rounds_and_whose_turn_it_is_do_not_matter() -> None:
    game = played(BASE8, 4, 20)
    now = replace(game[-1], last=None)
    for asked in (
        replace(now, rules=BASE, round=now.round + 1, player=3 - now.player),
        replace(now, rules=ENDLESS, round=3, phase=Phase.MOVE),
        replace(now, phase=Phase.REMOVE, counts=(2, 2), chooser=1),
    ):
        assert likeness(asked, game) is Likeness.SAME


def test_a_stone_and_two_tiles_elsewhere_do_not_hide_a_game() -> None:
    game = [*played(AMSTERDAM, 3, 15)]
    now = game[-1]
    assert now.phase is not Phase.PLACE
    geometry = now.geometry
    free = [cell for column in geometry.columns for cell in column]
    free = [cell for cell in free if not (now.menhirs | now.fog) >> cell & 1]
    bare = now.menhirs & ~now.fog
    stone = bare & -bare or now.menhirs & -now.menhirs
    moved = replace(now, menhirs=now.menhirs ^ stone | 1 << free[0])
    assert likeness(moved, game) is Likeness.NEAR
    tile = now.fog & -now.fog
    assert likeness(replace(moved, fog=now.fog ^ tile | 1 << free[1]), game) is Likeness.NEAR
    more = replace(now, menhirs=now.menhirs | 1 << free[0])
    assert likeness(more, game) is Likeness.NEAR
    assert likeness(replace(moved, fog=0), game) is None


def test_while_stones_are_turned_over_every_pair_may_be_turned() -> None:
    game = played(AMSTERDAM, 5, 0)
    for plies in (1, 2, 6):
        assert likeness(played(AMSTERDAM, 5, plies)[-1], game) is Likeness.LAYOUT
    # And once two are, the layout of the start still belongs to the game.
    assert likeness(game[0], played(AMSTERDAM, 5, 12)) is Likeness.LAYOUT


@pytest.mark.parametrize("rules", [BASE, AMSTERDAM])
def test_other_games_are_hardly_ever_taken_for_it(rules: RuleSet) -> None:
    games = [played(rules, seed, 14) for seed in range(60)]
    found = sum(
        likeness(position, other) is not None
        for number, game in enumerate(games)
        for other in games[:number]
        for position in (game[0], game[-1])
    )
    assert found <= 2  # of 3540


def test_another_board_is_another_game() -> None:
    small = replace(BASE, name="small", geometry=Geometry((3, 4, 3)), menhirs=2, fog_tiles=4)
    asked = Position.start(small, random_menhirs(small, 1))
    assert likeness(asked, played(BASE, 1, 3)) is None
