"""Every parser, fed with rubbish: it reads it, or raises one of our errors, and nothing else.

In the long profile these are over 100,000 tries together.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from menhirs.core.actions import Action
from menhirs.core.errors import Illegal, Malformed, MenhirsError
from menhirs.core.geometry import STANDARD
from menhirs.core.rules import RULE_SETS, rule_set
from menhirs.notation.actions import play_text, read_action
from menhirs.notation.ascii import read_ascii
from menhirs.notation.board import read_board, read_layout
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import Record, read_records, write_record
from menhirs.notation.tree_text import read_trees, write_trees
from menhirs.tui.terminal_game import TerminalGame
from tests.random_play import choose, random_start, random_walk

ALPHABET = 'abcdefghmoMx*+-.@/:;,{}[]" \n0123456789NESWkeeppassclaimbackresign\\é\x00٣'
rubbish = st.one_of(st.text(max_size=80), st.text(ALPHABET, max_size=80))


def mangled(text: str, seed: int) -> str:
    """A good text with a few characters lost, doubled, swapped or replaced."""
    numbers = Random(seed)
    letters = list(text)
    for _ in range(numbers.randint(1, 3)):
        at = numbers.randrange(len(letters)) if letters else 0
        match numbers.randrange(4):
            case 0:
                del letters[at : at + numbers.randint(1, 8)]
            case 1:
                letters[at:at] = letters[max(0, at - 4) : at]
            case 2:
                letters[at : at + 1] = numbers.choice(ALPHABET)
            case _:
                other = numbers.randrange(len(letters)) if letters else 0
                if letters:
                    letters[at], letters[other] = letters[other], letters[at]
    return "".join(letters)


def good_line(rules: str, seed: int, plies: int) -> str:
    return write_line(random_walk(rules, seed, plies))


def good_record(rules: str, seed: int, plies: int) -> str:
    numbers = Random(seed)
    record = Record(random_start(rules, seed), headers={"Player1": 'Anna "the fog"'})
    position = record.start
    actions: list[Action] = []
    while not position.is_over and len(actions) < plies:
        actions.append(choose(position, numbers))
        position = position.play(actions[-1])
    return write_record(Record(record.start, tuple(actions), record.headers))


names = st.sampled_from(sorted(RULE_SETS))
seeds = st.integers(0, 2**32)
mangled_lines = st.builds(mangled, st.builds(good_line, names, seeds, st.integers(0, 100)), seeds)
mangled_records = st.builds(
    mangled, st.builds(good_record, names, seeds, st.integers(0, 40)), seeds
)


def good_tree(rules: str, seed: int, plies: int) -> str:
    """A record with comments, judgements and variations, some of them illegal."""
    numbers = Random(seed)
    signs = ["(", ")", "( ", " )", "{a}", "{;}}}", "!", "?! ", " $7", ""]
    words = good_record(rules, seed, plies).split(" ")
    return " ".join(word + numbers.choice(signs) * (n > 4) for n, word in enumerate(words))


mangled_trees = st.builds(mangled, st.builds(good_tree, names, seeds, st.integers(0, 12)), seeds)


def only_our_errors(read: Callable[[], object]) -> None:
    try:
        read()
    except MenhirsError as error:
        told = error
    else:
        return
    assert told.code in {**Malformed.messages, **Illegal.messages}
    assert told.as_dict()["message"] in str(told)


@given(rubbish)
@example("c3-")
@example("-NE")
@example("a1a1a1-N")
@example("*")
@example("٣a-N")
@example("resign3")
def test_actions(text: str) -> None:
    for position in (random_walk("amsterdam", 5, 0), random_walk("base", 5, 8)):
        only_our_errors(lambda position=position: read_action(text, position))  # type: ignore[misc]
        only_our_errors(lambda position=position: play_text(position, text))  # type: ignore[misc]


@given(rubbish)
def test_boards_and_names(text: str) -> None:
    only_our_errors(lambda: read_board(text, STANDARD))
    only_our_errors(lambda: read_ascii(text, STANDARD))
    only_our_errors(lambda: rule_set(text))
    only_our_errors(lambda: STANDARD.mask_of(text))
    for rules in RULE_SETS.values():
        only_our_errors(lambda rules=rules: read_layout(text, rules))  # type: ignore[misc]


@given(st.one_of(rubbish, mangled_lines))
def test_position_lines(text: str) -> None:
    only_our_errors(lambda: read_line(text))


@given(mangled_lines)
def test_a_mangled_line_that_is_still_read_writes_itself_and_can_be_played(text: str) -> None:
    try:
        position = read_line(text)
    except MenhirsError:
        return
    assert read_line(write_line(position)) == position
    for action in position.legal_actions(claims=True):
        assert read_line(write_line(position.play(action))) == position.play(action)


@given(st.one_of(rubbish, mangled_records, mangled_trees))
def test_records(text: str) -> None:
    only_our_errors(lambda: read_records(text))
    only_our_errors(lambda: read_trees(text))


@given(mangled_trees)
def test_a_mangled_tree_that_is_still_read_writes_itself(text: str) -> None:
    try:
        games = read_trees(text)
    except MenhirsError:
        return
    assert read_trees(write_trees(games)) == games
    assert read_records(text) == [game.record() for game in games]


@given(st.lists(st.one_of(rubbish, st.sampled_from(["moves", "undo", "why c3-N", "+c3"]))))
def test_the_table_answers_whatever_is_typed(lines: list[str]) -> None:
    game = TerminalGame(Record(random_walk("base", 3, 0)))
    for line in lines:
        if not line.strip().lower().startswith(("save", "load")):
            assert isinstance(game.enter(line), str)
            assert read_line(write_line(game.position)) == game.position
