"""The quick state does what the core does, action by action."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.actions import Action, Claim
from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import STANDARD, Geometry
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, ENDLESS, RULE_SETS, Round, RuleSet, Taking
from menhirs.core.scoring import TileScoring
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.engine.quick_game import GameRules
from menhirs.notation.actions import play_text
from menhirs.notation.line import read_line
from menhirs.research import action_numbers
from menhirs.research.agent_errors import BadAgent
from menhirs.research.game_state import GameState, state_of
from menhirs.research.translation import (
    actions_of,
    numbers_of,
    read_state,
    steps_so_far,
    write_action_number,
    write_state,
)
from tests.engine.house_rules import (
    FLIPS_OF_FIVE,
    GENEROUS_AMSTERDAM,
    LONG_AMSTERDAM,
    SMALL_AMSTERDAM,
    SMALL_BASE,
    WIDE_BASE,
)
from tests.engine.uncompiled import run_uncompiled
from tests.random_play import choose, positions
from tests.thoroughness import is_long

CRAMPED = RuleSet(
    "cramped",
    schedule=(Round(1, places=True), *(Round(number) for number in range(2, 9))),
    scoring=TileScoring(bonus_round=2, bonus=None),
    geometry=Geometry((1, 2)),
    menhirs=1,
    fog_tiles=1,
)
"""So small that the return rule may leave nothing to do (M7)."""

CLAIMS_WITHOUT_CHANCES = replace(
    SMALL_AMSTERDAM,
    name="claims-without-chances",
    schedule=tuple(
        entry if entry.places else replace(entry, taking=(Taking.MUST, Taking.MUST))
        for entry in SMALL_AMSTERDAM.schedule
    ),
    chances=None,
)
"""What is taken away is not counted, and a claim puts it back all the same."""

WIDE_ENDLESS = replace(ENDLESS, name="wide-endless", repetitions=2, fog_tiles=17)
"""More fog than usual, so that there are more moves than the state has room for."""

GAMES = [
    *RULE_SETS.values(),
    SMALL_BASE,
    WIDE_BASE,
    SMALL_AMSTERDAM,
    GENEROUS_AMSTERDAM,
    LONG_AMSTERDAM,
    FLIPS_OF_FIVE,
    CLAIMS_WITHOUT_CHANCES,
    CRAMPED,
]
THOROUGH = 40 if is_long() else 1
GAMES_OF = {"endless": 2, "amsterdam": 80}
"""How many games are compared; 12 of the others. Claims are rare, endless games are long."""
CLAIMS = pytest.mark.parametrize("at_once", [False, True], ids=["claims", "at-once"])


def started(rules: RuleSet, seed: int, *, at_once: bool = False) -> GameState:
    return GameState(GameRules(rules, at_once), random_menhirs(rules, seed))


def offered(state: GameState, position: Position) -> list[Action]:
    """The core's actions that the state should offer: claims only to whom they are a choice."""
    own_claim = position.phase is not Phase.REMOVE and not state.game.claims_at_once
    return [a for a in position.legal_actions(claims=True) if own_claim or not isinstance(a, Claim)]


def assert_same_choice(state: GameState, position: Position) -> None:
    """All legal actions are there, each written in only one way."""
    assert state.position() == position
    assert state.player == position.player
    found = [tuple(numbers_of(state, action)) for action in offered(state, position)]
    assert len(set(found)) == len(found)
    legal = state.legal_actions()
    assert legal == sorted({sequence[0] for sequence in found})
    assert all(0 <= number < action_numbers.how_many(state.game.rules.geometry) for number in legal)


def play_both(state: GameState, position: Position, action: Action) -> Position:
    """Plays an action in the state and in the core."""
    for number in numbers_of(state, action):
        assert number in state.legal_actions()
        for done in actions_of(state, number):
            position = position.play(done)
        state.apply(number)
    return position


@CLAIMS
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_random_games_agree_with_the_core_action_by_action(rules: RuleSet, at_once: bool) -> None:
    game = GameRules(rules, at_once)
    seen = Counter[str]()
    for seed in range(THOROUGH * GAMES_OF.get(rules.name, 12)):
        numbers = Random(seed)
        position = Position.start(rules, random_menhirs(rules, seed))
        state = GameState(game, position.menhirs)
        while not position.is_over:
            assert_same_choice(state, position)
            seen[position.phase] += 1
            action = choose(position, numbers)
            while action not in offered(state, position):
                action = numbers.choice(position.legal_actions(claims=True))
            position = play_both(state, position, action)
        assert state.is_over and state.position() == position
        assert position.outcome is not None
        assert state.winner == position.outcome.winner
        points = [0, position.outcome.score, -position.outcome.score][state.winner]
        assert state.returns() == [points, -points]
        assert state.legal_actions() == []
        seen[position.outcome.reason] += 1
    if rules is AMSTERDAM and not at_once:
        assert {"flip", "decide", "prove", "claim", "wrong-claim"} <= set(seen)
    if rules is AMSTERDAM and at_once:
        assert {"flip", "decide", "claim"} <= set(seen)
        assert not {"prove", "wrong-claim"} & set(seen)


@pytest.mark.parametrize("rules", [BASE, AMSTERDAM, WIDE_BASE], ids=lambda rules: rules.name)
def test_random_numbers_play_games_by_the_rules(rules: RuleSet) -> None:
    """As learning programs play: any legal number, in the middle of a split too."""
    numbers = Random(3)
    for seed in range(20 * THOROUGH):
        state = started(rules, seed, at_once=bool(seed & 1))
        position = state.position()
        while not state.is_over:
            number = numbers.choice(state.legal_actions())
            for action in actions_of(state, number):
                position = position.play(action)
            state.apply(number)
            assert state.position() == position
        assert position.is_over


def test_more_moves_than_there_is_room_for() -> None:
    state = started(WIDE_ENDLESS, 1)
    numbers = Random(1)
    most = 0
    while most <= 512:
        if state.phase == 2 and not state.asked:
            most = len(state.position().legal_actions(claims=True))
        if most <= 512:
            state.apply(numbers.choice(state.legal_actions()))
    assert_same_choice(state, state.position())


# A cluster of eleven tiles, of which many parts can go north.
CROWD = "base .../MMMo/MMoM./ooM.../...../..../... 1 3 move 0,0 - - -"


def test_a_split_is_told_tile_by_tile() -> None:
    state = state_of(GameRules(BASE), read_line(CROWD))
    position = state.position()
    named = {write_action_number(state, number): number for number in state.legal_actions()}
    state.apply(named["b3…-SE"])
    assert state.position() == position  # nothing has moved yet
    assert state.player == 1
    assert state.legal_actions() == [action_numbers.ALONG, action_numbers.STAYS]
    assert write_action_number(state, action_numbers.ALONG) == "along c2"
    state.apply(action_numbers.STAYS)
    assert write_action_number(state, action_numbers.ALONG) == "along d2"
    assert steps_so_far(state) == [named["b3…-SE"], action_numbers.STAYS]
    state.apply(action_numbers.ALONG)
    assert state.position() == play_text(position, "b3b4c3c4d2d3-SE")


def test_every_split_of_a_crowd_is_told_in_one_way() -> None:
    state = state_of(GameRules(BASE), read_line(CROWD))
    assert_same_choice(state, state.position())
    reached = set[Position]()
    waiting = [state]
    while waiting:
        asking = waiting.pop()
        for number in asking.legal_actions():
            after = asking.clone()
            after.apply(number)
            if after.asked:
                waiting.append(after)
            else:
                assert after.position() not in reached
                reached.add(after.position())
    position = state.position()
    assert reached == {position.play(action) for action in position.legal_actions(claims=True)}


@given(positions, st.integers(0, 2**32))
def test_every_state_reads_back_from_its_text(position: Position, seed: int) -> None:
    game = GameRules(position.rules)
    state = state_of(game, position)
    assert state.position() == position
    if state.legal_actions():  # perhaps into the middle of a split
        state.apply(Random(seed).choice(state.legal_actions()))
    again = read_state(write_state(state), game)
    for other in (again, state.clone(), copy.copy(state), pickle.loads(pickle.dumps(state))):
        assert write_state(other) == write_state(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.position() == state.position()


def test_a_clone_goes_its_own_way() -> None:
    for rules in (AMSTERDAM, ENDLESS):
        numbers = Random(1)
        state = started(rules, 1)
        for _ in range(30):
            before = write_state(state)
            clone = state.clone()
            for _ in range(20):
                if clone.is_over:
                    break
                clone.apply(numbers.choice(clone.legal_actions()))
            assert write_state(state) == before
            if state.is_over:
                break
            state.apply(numbers.choice(state.legal_actions()))


def test_a_state_can_become_another_one_again() -> None:
    state = started(BASE, 1)
    first = state.clone()
    state.apply(state.legal_actions()[0])
    assert write_state(state) != write_state(first)
    state.become(first)
    assert write_state(state) == write_state(first)


@given(st.integers(-(2**31), 2**31 - 1), positions)
def test_a_number_that_is_not_legal_is_refused_and_changes_nothing(
    number: int, position: Position
) -> None:
    state = state_of(GameRules(position.rules), position)
    legal = state.legal_actions()
    nearby = range(number % 20 - 1, action_numbers.how_many(state.game.rules.geometry) + 1, 20)
    for tried in {number, *nearby} - set(legal):
        with pytest.raises(BadAgent) as refused:
            state.apply(tried)
        assert refused.value.code == "agent-action"
        assert state.position() == position
    assert state.legal_actions() == legal


@given(st.text(alphabet="base amsterdam./omM0123456789,-:tie", max_size=120))
def test_rubbish_is_no_state(text: str) -> None:
    with pytest.raises(MenhirsError):
        read_state(text, GameRules(BASE))


@pytest.mark.parametrize(
    ("pending", "code"),
    [
        ("x", "agent-number"),
        ("9" * 12, "agent-number"),
        ("456", "agent-action"),
        ("1,", "agent-number"),
    ],
)
def test_rubbish_behind_a_position_line_is_refused(pending: str, code: str) -> None:
    with pytest.raises(BadAgent) as refused:
        read_state(f"{CROWD} {pending}", GameRules(BASE))
    assert refused.value.code == code


def test_a_layout_has_the_right_number_of_menhirs() -> None:
    for menhirs in (0, 7, 1 << 63, STANDARD.cells):
        with pytest.raises(MenhirsError):
            GameState(GameRules(BASE), menhirs)


PLAY = """
from random import Random

from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.engine.quick_game import GameRules
from menhirs.notation.line import write_line
from menhirs.research.game_state import GameState

for name in ("base", "amsterdam", "endless"):
    rules = RULE_SETS[name]
    state, numbers = GameState(GameRules(rules), random_menhirs(rules, 1)), Random(1)
    for _ in range(80):
        if not state.is_over:
            print(state.legal_actions(), write_line(state.clone().position()))
            state.apply(numbers.choice(state.legal_actions()))
"""


def test_uncompiled_it_plays_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PLAY)
    assert capsys.readouterr().out == run_uncompiled(PLAY)
