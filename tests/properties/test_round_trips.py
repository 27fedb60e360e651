"""Every written form reads back equal, and mirrored positions have mirrored actions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from menhirs.core.actions import Action, Flip, Left, Move, Place, Remove, Resign, Timeout
from menhirs.core.consistency import check_consistent
from menhirs.core.errors import Illegal
from menhirs.core.events import GameOver, what_happened
from menhirs.core.geometry import Direction, Mirror, cells_in
from menhirs.core.past import Past
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.state import LastTurn
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.ascii import read_ascii, write_ascii
from menhirs.notation.board import read_board, write_board
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import Record, read_record, read_records, write_record, write_records
from menhirs.notation.tree import ChildNode, Game
from menhirs.notation.tree_text import read_trees, write_trees
from menhirs.notation.words import in_words
from tests.random_play import choose, positions, random_start

headers = st.dictionaries(
    st.from_regex(r"X[A-Za-z0-9_]{0,8}", fullmatch=True), st.text(max_size=30), max_size=3
)


def random_record(rules: str, seed: int, plies: int, headers: dict[str, str]) -> Record:
    numbers = Random(seed)
    start = position = random_start(rules, seed)
    actions: list[Action] = []
    while not position.is_over and len(actions) < plies:
        actions.append(choose(position, numbers))
        position = position.play(actions[-1])
    # A header stands on one line, so what it says is told with single spaces.
    said = {name: " ".join(value.split()) for name, value in headers.items()}
    return Record(start, tuple(actions), said)


records = st.builds(
    random_record,
    st.sampled_from(sorted(RULE_SETS)),
    st.integers(0, 2**32),
    st.integers(0, 130),
    headers,
)


def random_tree(record: Record, seed: int, comments: list[str]) -> Game:
    """A game with variations, comments and judgements anywhere."""
    numbers = Random(seed)
    game = Game.from_record(record)
    nodes = list(game)
    for _ in range(numbers.randrange(12)):
        node = numbers.choice(nodes)
        for _ in range(numbers.randint(1, 3)):
            if not node.position.is_over:
                node = node.add_variation(choose(node.position, numbers))
                nodes.append(node)
    for comment in comments:
        node = numbers.choice(nodes)
        node.comment = comment
        if isinstance(node, ChildNode):
            node.nags |= {numbers.randint(0, 8), numbers.randint(0, 255)}
    return game


comments = st.one_of(st.text(max_size=20), st.text('a{}();[]$!\\"\r\n 1.', max_size=20))
short_records = st.builds(
    random_record,
    st.sampled_from(sorted(RULE_SETS)),
    st.integers(0, 2**32),
    st.integers(0, 25),
    headers,
)
trees = st.builds(random_tree, short_records, st.integers(0, 2**32), st.lists(comments, max_size=6))


@given(positions)
def test_position_lines_read_back_equal(position: Position) -> None:
    again = read_line(write_line(position))
    assert again == position
    assert hash(again) == hash(position)


@given(positions)
def test_boards_read_back_equal(position: Position) -> None:
    board = (position.menhirs, position.fog)
    assert read_board(write_board(position), position.geometry) == board
    assert read_ascii(write_ascii(position), position.geometry) == board


@given(positions)
def test_every_legal_action_is_accepted_and_reads_back_equal(position: Position) -> None:
    actions = position.legal_actions(claims=True)
    assert len(set(actions)) == len(actions)
    texts = [write_action(action, position) for action in actions]
    assert len(set(texts)) == len(texts)
    for action, text in zip(actions, texts, strict=True):
        assert position.is_legal(action)
        assert read_action(text, position) == action
    if not position.is_over:
        for forfeit in (Resign(1), Resign(2), Timeout(1), Timeout(2), Left(2), Left(1, True)):
            assert read_action(write_action(forfeit, position), position) == forfeit


@given(positions, st.data())
def test_what_is_not_listed_is_refused_and_changes_nothing(
    position: Position, data: st.DataObject
) -> None:
    cells = st.sampled_from(list(cells_in(position.geometry.cells)))
    tiles = st.sets(cells, min_size=1, max_size=11).map(position.geometry.mask)
    action = data.draw(
        st.one_of(
            st.builds(Flip, cells),
            st.builds(Place, cells),
            st.builds(Remove, cells),
            st.builds(Move, tiles, st.sampled_from(Direction)),
        )
    )
    before = write_line(position)
    listed = action in position.legal_actions(claims=True)
    assert position.is_legal(action) == listed
    if not listed:
        with pytest.raises(Illegal) as caught:
            position.play(action)
        assert caught.value.position == position
    assert write_line(position) == before


@given(records)
@example(random_record("base", 1, 3, {"X": "\ufeff"}))  # was taken for a byte order mark
def test_records_read_back_equal(record: Record) -> None:
    assert read_record(write_record(record)) == record


@given(st.lists(records, min_size=1, max_size=3))
def test_files_of_several_games_read_back_equal(games: list[Record]) -> None:
    assert read_records(write_records(games)) == games


@given(st.lists(trees, min_size=1, max_size=2))
def test_trees_read_back_equal(games: list[Game]) -> None:
    text = write_trees(games)
    assert read_trees(text) == games
    assert read_records(text) == [game.record() for game in games]


@given(records)
def test_undoing_is_replaying_one_action_less(record: Record) -> None:
    if record.actions:
        assert record.back().positions == record.positions[:-1]


@given(records)
def test_every_position_of_a_game_is_consistent_and_told_in_words(record: Record) -> None:
    pairs = zip(record.positions, record.actions, record.positions[1:], strict=False)
    for before, action, after in pairs:
        check_consistent(after)
        events = what_happened(before, action, after)
        assert events
        assert all(in_words(event, after.geometry) for event in events)
        assert isinstance(events[-1], GameOver) == after.is_over


def mirrored(position: Position, mirror: Mirror) -> Position:
    past = None
    for step in reversed(list(position.past or ())):
        past = Past(mirror.mask(step.fog), mirrored_turn(step.last, mirror), past)
    return replace(
        position,
        menhirs=mirror.mask(position.menhirs),
        fog=mirror.mask(position.fog),
        last=mirrored_turn(position.last, mirror),
        past=past,
    )


def mirrored_turn(turn: LastTurn | None, mirror: Mirror) -> LastTurn | None:
    return turn and replace(
        turn,
        tiles=mirror.mask(turn.tiles),
        direction=mirror.direction(turn.direction),
        taken=None if turn.taken is None else mirror.cell_to[turn.taken],
    )


def mirrored_action(action: Action, mirror: Mirror) -> Action:
    match action:
        case Move(tiles, direction):
            return Move(mirror.mask(tiles), mirror.direction(direction))
        case Flip(cell):
            return Flip(mirror.cell_to[cell])
        case Place(cell):
            return Place(mirror.cell_to[cell])
        case Remove(cell):
            return Remove(mirror.cell_to[cell])
        case _:
            return action


@given(positions)
def test_mirrored_positions_have_mirrored_actions(position: Position) -> None:
    assert len(position.geometry.mirrors) == 3
    for mirror in position.geometry.mirrors:
        image = mirrored(position, mirror)
        check_consistent(image)
        actions = {
            mirrored_action(action, mirror) for action in position.legal_actions(claims=True)
        }
        assert actions == set(image.legal_actions(claims=True))
        for action in position.legal_actions(claims=True):
            after = position.play_unchecked(action)
            assert mirrored(after, mirror) == image.play(mirrored_action(action, mirror))
