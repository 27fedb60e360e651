"""Game records, in the habits of PGN: header lines, an empty line, then actions.

.. code-block:: text

    [Rules "amsterdam"]
    [Layout "..m/..m./m..../.m..../m..../m.../m.."]

    12. *a3 *g1 +d4 …
    11. c3-NE xc4 d5-S keep {a comment}

Round numbers, ``{comments}`` and lines from ``;`` on are skipped in reading. One file may hold
several games; headers that we do not know are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from menhirs.core.actions import Action
from menhirs.core.errors import Illegal, Malformed, MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.state import Phase
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.board import read_layout, write_board
from menhirs.notation.line import write_round

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\["\\])*)"\]\s*')
_ROUND_NUMBER = re.compile(r"[0-9]{1,3}b?\.+", re.ASCII)
_NO_COMMENTS: Mapping[int, str] = {}
_TOLD_BY_THE_GAME = ("Rules", "Layout", "Result", "Score")


@dataclass(frozen=True)
class Record:
    """A game, finished or not: where it began, what was done, and what its headers say."""

    start: Position
    actions: tuple[Action, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    """All headers but those that follow from the game itself."""

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

    def play(self, action: Action) -> Record:
        """The record with one more action."""
        self.final.check(action)
        return Record(self.start, (*self.actions, action), self.headers)

    def back(self, plies: int = 1) -> Record:
        """The record without its last actions."""
        return Record(self.start, self.actions[: max(0, len(self.actions) - plies)], self.headers)


def write_record(record: Record, comments: Mapping[int, str] = _NO_COMMENTS) -> str:
    """The text of a record, one round a line, with a comment behind the actions so numbered."""
    outcome = record.final.outcome
    headers = {"Rules": record.start.rules.name, "Layout": write_board(record.start)}
    headers |= record.headers
    if outcome is not None:
        headers |= {"Result": str(outcome.winner), "Score": str(outcome.score)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *_written_rounds(record, comments)]).rstrip() + "\n"


def write_records(records: Iterable[Record]) -> str:
    """The text of a file of games."""
    return "\n".join(write_record(record) for record in records)


def read_records(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> list[Record]:
    """All games of a text, each checked from its first action to its last."""
    games = list(_split_games(text))
    if not games:
        raise Malformed("record-empty").locate(place="line 1")
    return [_read_game(game, known) for game in games]


def read_record(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Record:
    """The one game of a text."""
    records = read_records(text, known)
    if len(records) != 1:
        raise Malformed("record-one-game", found=len(records))
    return records[0]


def _escaped(value: str) -> str:
    # A header stands on one line, whatever was put into it.
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _written_rounds(record: Record, comments: Mapping[int, str]) -> Iterator[str]:
    """The actions, a line for every round; a claim is shown on the line it was made on."""
    line: list[str] = []
    written = ""
    for number, action in enumerate(record.actions):
        position = record.positions[number]
        round_text = write_round(position)
        if round_text != written and position.phase is not Phase.PROVE:
            if line:
                yield " ".join(line)
            line = [f"{round_text}."]
            written = round_text
        line.append(write_action(action, position))
        if number in comments:
            line.append("{" + comments[number] + "}")
    if line:
        yield " ".join(line)


@dataclass
class _Game:
    """A game as it stands in the text, before it is understood."""

    number: int
    line: int
    headers: dict[str, str] = field(default_factory=dict)
    words: list[tuple[int, str]] = field(default_factory=list)
    """Line numbers and actions."""


def _split_games(text: str) -> Iterator[_Game]:
    """Cuts a text into games: a header after the actions begins the next one.

    So does one that the game has already, behind an empty line: then there were no actions yet.
    """
    game: _Game | None = None
    number = 0
    after_empty_line = False
    for line_number, line in _without_comments(text):
        if not line:
            after_empty_line = True
            continue
        name = _header_name(line)
        if game is not None and name is not None and _begins_anew(game, name, after_empty_line):
            yield game
            game = None
        if game is None:
            number += 1
            game = _Game(number, line_number)
        if name is not None:
            _read_header(game, line_number, line)
        else:
            for word in line.split():
                action = _ROUND_NUMBER.sub("", word, count=1) if word[0].isdigit() else word
                if action:
                    game.words.append((line_number, action))
        after_empty_line = False
    if game is not None:
        yield game


def _begins_anew(game: _Game, header: str, after_empty_line: bool) -> bool:
    return bool(game.words) or (after_empty_line and header in game.headers)


def _header_name(line: str) -> str | None:
    """What the line sets if it is a header, be it a malformed one."""
    return line[1:].partition(" ")[0] if line.startswith("[") else None


def _without_comments(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, comments cut out."""
    comment_since: int | None = None
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if comment_since is None and line.startswith("["):
            yield number, line
            continue
        kept = []
        for piece in re.split(r"([{};])", line):
            if comment_since is not None:
                comment_since = None if piece == "}" else comment_since
            elif piece == "{":
                comment_since = number
            elif piece == ";":
                break
            else:
                kept.append(piece)
        said = " ".join(kept).strip()
        if said or not line.strip():
            yield number, said
    if comment_since is not None:
        raise Malformed("record-comment").locate(place=f"line {comment_since}")


def _read_header(game: _Game, line_number: int, line: str) -> None:
    place = f"game {game.number}, line {line_number}"
    match = _HEADER.fullmatch(line)
    if match is None:
        raise Malformed("record-header", text=line.strip()).locate(text=line, place=place)
    name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
    if name in game.headers:
        raise Malformed("record-header-twice", name=name).locate(text=line, place=place)
    game.headers[name] = value


def _read_game(game: _Game, known: Mapping[str, RuleSet]) -> Record:
    place = f"game {game.number}, line {game.line}"
    for name in ("Rules", "Layout"):
        if name not in game.headers:
            raise Malformed("record-header-missing", name=name).locate(place=place)
    try:
        rules = rule_set(game.headers["Rules"], known)
        position = start = read_layout(game.headers["Layout"], rules)
    except MenhirsError as error:
        raise error.locate(place=place) from None
    actions = []
    for number, (line, word) in enumerate(game.words, start=1):
        try:
            action = read_action(word, position)
            position = position.play(action)
        except MenhirsError as error:
            at = f"game {game.number}, line {line}, action {number}"
            raise error.locate(text=word, place=at) from None
        actions.append(action)
    _check_result(game, position, place)
    headers = {n: value for n, value in game.headers.items() if n not in _TOLD_BY_THE_GAME}
    return Record(start, tuple(actions), headers)


def _check_result(game: _Game, final: Position, place: str) -> None:
    """A record cut short or mixed up shows in a result that its actions do not lead to."""
    outcome = final.outcome
    told, score = game.headers.get("Result"), game.headers.get("Score")
    reached = "unfinished" if outcome is None else f"{outcome.winner} for {outcome.score} points"
    wrong_result = told in ("0", "1", "2") and (outcome is None or str(outcome.winner) != told)
    wrong_score = score is not None and outcome is not None and score != str(outcome.score)
    if wrong_result or wrong_score:
        raise Illegal(
            "record-result", told=told or "-", score=score or "-", reached=reached
        ).locate(place=place)
