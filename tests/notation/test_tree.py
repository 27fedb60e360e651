"""Trees of variations: as objects, and as text that reads back equal."""

from __future__ import annotations

import copy
import gc
import pickle
import time
from random import Random

import pytest

from menhirs.core.errors import MenhirsError
from menhirs.notation.line import read_line
from menhirs.notation.record import read_record, write_record
from menhirs.notation.tree import ChildNode, Game, GameNode
from menhirs.notation.tree_text import (
    MOST_ACTIONS,
    read_tree,
    read_trees,
    write_tree,
    write_trees,
)
from tests.notation.test_record import CLAIMED, HEADERS

START = HEADERS + "\n12. *c2 *e1 +d3 +g1 +g3 +a2 +d4 +d2\n"
ANNOTATED = (
    HEADERS
    + """
{the café, a Tuesday}
12. *c2 *e1 {they lay together} +d3 +g1 +g3 +a2 +d4 +d2
11. c1-N?! (11. g1-NW! {the fog {thins}} out} keep c1-N) (11. c1-NE $14) xg1 a2-SE xc2
10. claim!! $19 (10. resign) g2-SW
"""
)


def lines_of(game: Game) -> list[list[str]]:
    """Every line of play to its end, as text."""
    return [[step.text for step in node.path()] for node in game if node.is_end()]


def test_variations_comments_and_judgements_are_kept() -> None:
    game = read_tree(ANNOTATED)
    assert game.comment == "the café, a Tuesday"
    moved = game.record().positions[8]
    first, second, third = next(node for node in game if node.position == moved).variations
    assert (first.text, first.nags, first.comment) == ("c1-N", {6}, "")
    assert (second.text, second.nags, second.comment) == ("g1-NW", {1}, "the fog {thins} out")
    assert [node.text for node in second.main_line()] == ["keep", "c1-N"]
    assert (third.text, third.nags) == ("c1-NE", {14})
    assert [len(line) for line in lines_of(game)] == [14, 13, 11, 9]


def test_the_writer_sets_one_round_of_the_main_line_a_line() -> None:
    headers, _, moves = ANNOTATED.partition("\n\n")
    written = write_tree(read_tree(ANNOTATED))
    assert written == headers + '\n[Result "1"]\n[Score "22"]\n\n' + moves
    assert read_tree(written) == read_tree(ANNOTATED)


def test_a_record_follows_the_main_line() -> None:
    record = read_record(ANNOTATED)
    assert record == read_record(CLAIMED + "claim g2-SW") == read_tree(ANNOTATED).record()
    assert write_tree(Game.from_record(record)) == write_record(record)


def test_a_record_skips_what_stands_in_variations_without_judging_it() -> None:
    text = START + "11. c1-N (hello (c1-S $9999) !!! ) xg1\n"
    assert len(read_record(text).actions) == 10
    with pytest.raises(MenhirsError) as refused:
        read_tree(text)
    assert (refused.value.code, refused.value.place) == ("action", "game 1, line 5, action 9")


def test_comments_behind_one_action_are_joined_and_equal_variations_too() -> None:
    game = read_tree(
        START + "c1-N {a} (; no comment\n{b} g1-NW{c} xd3) {d}{e} (g1-NW ! keep) (c1-N {f} keep)"
    )
    played, other = list(game.main_line())[8].parent.variations
    assert (played.comment, other.comment, other.nags) == ("a d e f", "b c", {1})
    assert [node.text for node in other.variations] == ["xd3", "keep"]
    assert [node.text for node in played.variations] == ["keep"]


def test_several_games_with_variations_in_one_file() -> None:
    empty = Game(read_tree(START).position)
    empty.comment = "[Rules] no\n\n[Rules] moves; }yet}"
    games = [read_tree(ANNOTATED), empty, read_tree(START)]
    assert read_trees(write_trees(games)) == games


def test_a_comment_before_the_headers_belongs_to_the_game() -> None:
    assert read_tree("{lost\nand found}\n" + START).comment == "lost\nand found"


@pytest.fixture
def game() -> Game:
    return read_tree(START)


def test_actions_are_added_found_and_refused(game: Game) -> None:
    end = game.end()
    first = end.add_variation("c1-N", comment=" why\r\nnot ", nags=[5])
    assert (first.parent, first.ply(), first.comment, first.nags) == (end, 9, "why\nnot", {5})
    assert first.position == end.position.play(first.action)
    assert end.add_variation(first.action) is first is end.variation("c1-N") is end.next()
    assert first.comment and end.variation("g1-NW") is None
    with pytest.raises(MenhirsError) as refused:
        end.add_variation("c1-S")
    assert refused.value.code == "move-off-board" and list(end.variations) == [first]
    second = end.add_main_variation("g1-NW")
    assert list(end.variations) == [second, first]
    assert first.add_line("xg1 a2-SE").ply() == 11
    assert not first.is_main_line() and second.is_main_line() and game.is_main_line()
    assert first.end().game() is game and game.end() is second


def test_variations_change_places_and_go(game: Game) -> None:
    end = game.end()
    one, two, three = (end.add_variation(text) for text in ("c1-N", "g1-NW", "c1-NE"))
    three.promote()
    assert list(end.variations) == [one, three, two]
    two.promote_to_main()
    assert list(end.variations) == [two, one, three]
    two.promote()
    two.demote()
    assert list(end.variations) == [one, two, three]
    three.demote()
    two.remove()
    assert list(end.variations) == [one, three] and two.parent is end
    again = end.add_variation("g1-NW")
    for step in (two.remove, two.promote, two.promote_to_main):
        with pytest.raises(ValueError, match="not in"):
            step()
    assert list(end.variations) == [one, three, again]


def test_what_is_shown(game: Game) -> None:
    end = game.end()
    assert repr(game) == "<Game amsterdam, 8 actions>" and repr(end) == "<ChildNode 12. +d2>"
    assert [node.text for node in end.path()][:2] == ["*c2", "*e1"]
    assert [node.text for node in game] == ["", *(node.text for node in game.main_line())]


def test_games_are_equal_if_they_say_the_same_and_can_be_copied(game: Game) -> None:
    other = read_tree(ANNOTATED)
    assert copy.deepcopy(other) == pickle.loads(pickle.dumps(other)) == other != game
    for change in ("comment", "nags", "headers", "order"):
        changed = copy.deepcopy(other)
        node = changed.end()
        assert isinstance(node, ChildNode)
        if change == "comment":
            node.comment = "so"
        elif change == "nags":
            node.nags.add(1)
        elif change == "headers":
            changed.headers["Event"] = "club"
        else:
            node.parent.parent.variations[1].promote()  # type: ignore[union-attr]
        assert changed != other, change
    with pytest.raises(TypeError):
        hash(game)


@pytest.mark.parametrize(
    ("moves", "code", "place"),
    [
        ("c1-N (g1-NW\n(g1-NW keep)", "record-variation", "game 1, line 5"),
        ("c1-N (g1-NW (keep", "record-variation", "game 1, line 5"),
        ("c1-N )\n", "record-variation-close", "game 1, line 5"),
        ("c1-N\n()", "record-variation-empty", "game 1, line 6"),
        ("c1-N ({so})", "record-variation-empty", "game 1, line 5"),
        ("c1-N ((g1-NW) c1-N)", "record-no-action", "game 1, line 5"),
        ("c1-N ({so} ! g1-NW)", "record-no-action", "game 1, line 5"),
        ("c1-N!!!", "record-nag", "game 1, line 5"),
        ("c1-N $256", "record-nag", "game 1, line 5"),
        ("c1-N $", "record-nag", "game 1, line 5"),
        ("c1-N $$1", "record-nag", "game 1, line 5"),
        ("c1-N {a}} c1-N", "record-comment", "line 5"),
        ("c1-N } xg1", "action", "game 1, line 5, action 10"),
        ("c1-N (\n\nc1-S)", "move-off-board", "game 1, line 7, action 9"),
        ("c1-N (11. g1-NW hello)", "action", "game 1, line 5, action 10"),
    ],
)
def test_what_is_wrong_and_where(moves: str, code: str, place: str) -> None:
    with pytest.raises(MenhirsError) as refused:
        read_tree(START + moves)
    assert (refused.value.code, refused.value.place) == (code, place)


@pytest.mark.parametrize("moves", ["(*c2) *c2", "! *c2"])
def test_nothing_stands_before_the_first_action(moves: str) -> None:
    with pytest.raises(MenhirsError) as refused:
        read_tree(HEADERS + "\n" + moves)
    assert refused.value.code == "record-no-action"


def test_one_game_is_one_game() -> None:
    with pytest.raises(MenhirsError) as refused:
        read_tree(START + START)
    assert refused.value.code == "record-one-game"


def test_what_could_not_be_read_back_is_not_written(game: Game) -> None:
    node = game.end()
    assert isinstance(node, ChildNode)
    node.nags.add(256)
    with pytest.raises(MenhirsError) as refused:
        write_tree(game)
    assert refused.value.code == "record-nag"
    node.nags.clear()
    game.headers["two words"] = "x"
    with pytest.raises(MenhirsError) as refused:
        write_tree(game)
    assert refused.value.code == "record-header"


ENDLESS = "endless MMM/..../.M.../.MoM../..Moo/..../o.. 1 3 move 0,0 - - -"


def test_a_hundred_thousand_variations_are_refused_and_a_quarter_of_them_read() -> None:
    with pytest.raises(MenhirsError) as refused:
        read_tree(START + "c1-N " + "(g1-NW)" * MOST_ACTIONS)
    assert refused.value.code == "record-actions"
    game = read_tree(START + "c1-N " + "(g1-NW{a})" * (MOST_ACTIONS // 4))
    assert [len(line) for line in lines_of(game)] == [9, 9]
    assert len(list(game)[-1].comment) == MOST_ACTIONS // 2 - 1
    assert read_tree(write_tree(game)) == game


def test_a_hundred_thousand_nested_variations_are_skipped_or_refused() -> None:
    text = START + "c1-N " + "(g1-NW" * MOST_ACTIONS
    with pytest.raises(MenhirsError) as refused:
        read_record(text)
    assert refused.value.code == "record-variation"
    assert len(read_record(text + ")" * MOST_ACTIONS).actions) == 9
    with pytest.raises(MenhirsError) as refused:
        read_tree(START + "c1-N (g1-NW " * 5_000 + ")" * 5_000)
    assert refused.value.code == "wrong-phase"  # the second c1-N follows on the first g1-NW


def deep_game(plies: int) -> Game:
    """A game deeper than Python's stack, with a variation at every second action."""
    game = Game(read_line(ENDLESS))
    node: GameNode = game
    numbers = Random(1)
    while node.ply() < plies:
        actions = node.position.legal_actions(claims=True)
        following = node.add_variation(numbers.choice(actions))
        if node.ply() % 2:
            node.add_variation(numbers.choice(actions))
        if following.position.is_over:
            following.remove()
        else:
            following.promote_to_main()
            node = following
    return game


def test_a_tree_deeper_than_the_stack() -> None:
    game = deep_game(1_500)
    text = write_tree(game)
    again = read_tree(text)
    assert again == game and write_tree(again) == text
    assert pickle.loads(pickle.dumps(game)) == game
    assert max(node.ply() for node in game) == 1_500
    assert repr(game).startswith("<Game endless, ")
    first = game.next()
    assert first is not None
    first.remove()
    began = time.process_time()
    del game, again, first
    gc.collect()
    assert time.process_time() - began < 10
