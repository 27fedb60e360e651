"""Game records, in the habits of PGN: header lines, an empty line, then actions.

.. code-block:: text

    [Rules "amsterdam"]
    [Layout "..m/..m./m..../.m..../m..../m.../m.."]

    12. *a3 *g1 +d4 …
    11. c3-NE xc4 d5-S keep {a comment}

A record is one line of play: comments, judgements and variations are skipped in reading. To keep
them, read a tree (``notation/tree.py``). One file may hold several games; headers that we do not
know are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from menhirs.core.actions import Action
from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.legality import not_an_action
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record_frame import (
    check_result,
    number_of_round,
    other_headers,
    read_start,
    write_headers,
)
from menhirs.notation.record_tokens import GameText, split_games, write_comment

_NO_COMMENTS: Mapping[int, str] = {}


@dataclass(frozen=True)
class Record:
    """A game, finished or not: its start, its actions and its headers."""

    start: Position
    actions: tuple[Action, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    """All headers except the ones that follow from the game itself."""

    def __post_init__(self) -> None:
        if isinstance(self.actions, str):
            raise TypeError(
                f"{self.actions!r} is text, not a sequence of actions: read_record reads a record, "
                "and Record.play(read_action(text, record.final)) adds one action"
            )
        object.__setattr__(self, "actions", tuple(self.actions))
        for action in self.actions:
            if not isinstance(action, Action):
                raise not_an_action(action)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the first before the first action."""
        positions = [self.start]
        for action in self.actions:
            positions.append(positions[-1].play(action))
        return tuple(positions)

    @property
    def final(self) -> Position:
        """The position after the last action."""
        return self.positions[-1]

    def __repr__(self) -> str:
        return f"<Record {self.start.rules.name}, {len(self.actions)} actions>"

    def __str__(self) -> str:
        return write_record(self)

    def play(self, action: Action) -> Record:
        """The record with one more action."""
        after = self.final.play(action)
        longer = Record(self.start, (*self.actions, action), self.headers)
        longer._remember((*self.positions, after))
        return longer

    def back(self, plies: int = 1) -> Record:
        """The record without its last actions; there must be so many."""
        played = len(self.actions)
        if not 0 <= plies <= played:
            raise Malformed("number-range", name="plies", text=str(plies), least=0, most=played)
        shorter = Record(self.start, self.actions[: played - plies], self.headers)
        shorter._remember(self.positions[: played - plies + 1])
        return shorter

    def _remember(self, positions: tuple[Position, ...]) -> None:
        """Sets the cached positions, where the actions were played before."""
        self.__dict__["positions"] = positions


def write_record(record: Record, comments: Mapping[int, str] = _NO_COMMENTS) -> str:
    """The text of a record, one round a line, with a comment behind the actions so numbered."""
    headers = write_headers(record.start, record.final, record.headers)
    return "\n".join([*headers, "", *_written_rounds(record, comments)]).rstrip() + "\n"


def write_records(records: Iterable[Record]) -> str:
    """The text of a file of games."""
    return "\n".join(write_record(record) for record in records)


def read_records(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> list[Record]:
    """All games of a text, each checked from its first action to its last."""
    return [_read_game(game, known) for game in split_games(text)]


def read_record(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Record:
    """The one game of a text."""
    records = read_records(text, known)
    if len(records) != 1:
        raise Malformed("record-one-game", found=len(records))
    return records[0]


def _written_rounds(record: Record, comments: Mapping[int, str]) -> Iterator[str]:
    """The actions, a line for every round; a claim is shown on the line it was made on."""
    line: list[str] = []
    before: Position | None = None
    for number, action in enumerate(record.actions):
        position = record.positions[number]
        if round_number := number_of_round(position, before):
            if line:
                yield " ".join(line)
            line = [round_number]
        line.append(write_action(action, position))
        if number in comments:
            line.append(write_comment(comments[number]))
        before = position
    if line:
        yield " ".join(line)


def _read_game(game: GameText, known: Mapping[str, RuleSet]) -> Record:
    position = start = read_start(game, known)
    actions, positions = [], [start]
    for number, token in enumerate(game.main_line, start=1):
        try:
            action = read_action(token.text, position)
            position = position.play(action)
        except MenhirsError as error:
            at = f"{game.place_of(token)}, action {number}"
            raise error.locate(text=token.text, place=at) from None
        actions.append(action)
        positions.append(position)
    check_result(game, position)
    record = Record(start, tuple(actions), other_headers(game))
    record._remember(tuple(positions))
    return record
