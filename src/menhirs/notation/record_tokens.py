"""The text of game records, cut into games, headers and tokens. This file knows no rules.

``{comments}`` may go over several lines; a ``}`` in one is written twice. What follows a ``;`` on a
line and the numbers of rounds are skipped. Variations stand in parentheses behind the action that
they replace. Everything is read in loops: parentheses may be nested as deep as a text is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from menhirs.core.errors import Malformed

LARGEST_TEXT = 20_000_000
"""Characters of a text of games that are read: some ten thousand games."""
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The signs behind an action that chess players know, with their numbers in PGN."""
LARGEST_NAG = 255
_WORD = re.compile(r"[{}();]|\$[^\s{}();$]*|[^\s{}();$]+")
_ROUND_NUMBER = re.compile(r"[0-9]{1,6}[b-z]?\.+", re.ASCII)
_NAG = re.compile(r"\$([0-9]{1,3})", re.ASCII)
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\["\\])*)"\]\s*')
_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class TokenKind(Enum):
    """What a token is."""

    HEADER = auto()
    EMPTY_LINE = auto()
    ACTION = auto()
    COMMENT = auto()
    NAG = auto()
    """A judgement such as ``!`` or ``$14``."""
    OPEN = auto()
    CLOSE = auto()


class Token(NamedTuple):
    """A piece of a record and the line it stands on."""

    kind: TokenKind
    text: str
    line: int


@dataclass
class GameText:
    """A game as text, cut into tokens but not yet played."""

    number: int
    line: int
    headers: dict[str, str] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    """Actions, comments, judgements and parentheses that fit together."""

    @property
    def place(self) -> str:
        return f"game {self.number}, line {self.line}"

    def place_of(self, token: Token) -> str:
        return f"game {self.number}, line {token.line}"

    @property
    def main_line(self) -> Iterator[Token]:
        """The actions that stand in no parentheses."""
        depth = 0
        for token in self.tokens:
            if token.kind is TokenKind.ACTION and not depth:
                yield token
            depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)


def split_games(text: str) -> list[GameText]:
    """Cuts a text into games: a header after the actions begins the next one.

    So does one that the game has already, behind an empty line: then there were no actions yet.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"games are read from text, not from {text!r}: a file's is Path(…).read_text('utf-8')"
        )
    if len(text) > LARGEST_TEXT:
        raise Malformed("record-size", most=LARGEST_TEXT, found=len(text))
    games: list[GameText] = []
    ahead: list[Token] = []  # comments before the first game
    has_actions = after_empty_line = False
    for token in _tokens(text):
        if token.kind is TokenKind.EMPTY_LINE:
            after_empty_line = True
            continue
        if token.kind is TokenKind.COMMENT:
            (games[-1].tokens if games else ahead).append(token)
            continue
        is_header = token.kind is TokenKind.HEADER
        is_repeated = after_empty_line and games and _header_name(token) in games[-1].headers
        if not games or (is_header and (has_actions or is_repeated)):
            games.append(GameText(len(games) + 1, token.line, tokens=ahead))
            has_actions, ahead = False, []
        if is_header:
            _read_header(games[-1], token)
        else:
            games[-1].tokens.append(token)
            has_actions = True
        after_empty_line = False
    if not games:
        raise Malformed("record-empty").locate(place="line 1")
    for game in games:
        _drop_unfinished_sign(game)
        _check_variations(game)
    return games


def read_nag(text: str) -> int:
    """The number of ``!`` or ``$14``."""
    if text in GLYPHS:
        return GLYPHS[text]
    match = _NAG.fullmatch(text)
    if match is None or int(match[1]) > LARGEST_NAG:
        raise Malformed("record-nag", text=text, most=LARGEST_NAG)
    return int(match[1])


def write_comment(text: str) -> str:
    """A comment in its braces."""
    return "{" + text.replace("}", "}}") + "}"


def write_header(name: str, value: str) -> str:
    """A header line. It stands on one line, whatever was put into it."""
    written = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{name} "{written}"]'
    if not _HEADER_NAME.fullmatch(name):
        raise Malformed("record-header", text=line)
    return line


def _tokens(text: str) -> Iterator[Token]:
    comment: list[str] | None = None
    opened = 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if comment is None and line.startswith("["):
            yield Token(TokenKind.HEADER, line, number)
            continue
        if not line.strip():
            yield Token(TokenKind.EMPTY_LINE, line, number)
        at = 0
        while True:
            if comment is not None:
                end = line.find("}", at)
                if end < 0:
                    comment.append(line[at:] + "\n")
                    break
                comment.append(line[at:end])
                at = end + 1
                if line.startswith("}", at):  # twice: one that belongs to the comment
                    comment.append("}")
                    at += 1
                    continue
                yield Token(TokenKind.COMMENT, "".join(comment).strip(), opened)
                comment = None
            word = _WORD.search(line, at)
            if word is None or word[0] == ";":
                break
            at = word.end()
            if word[0] == "{":
                comment, opened = [], number
            else:
                yield from _tokens_of_word(word[0], number)
    if comment is not None:
        raise Malformed("record-comment").locate(place=f"line {opened}")


def _tokens_of_word(word: str, line: int) -> Iterator[Token]:
    """The tokens of ``11.c3-NE!``, of a parenthesis, of ``$14``."""
    if word in "()":
        yield Token(TokenKind.OPEN if word == "(" else TokenKind.CLOSE, word, line)
        return
    if word[0] == "$":
        yield Token(TokenKind.NAG, word, line)
        return
    if number := _ROUND_NUMBER.match(word):
        word = word[number.end() :]
    action = word.rstrip("!?")
    if action:
        yield Token(TokenKind.ACTION, action, line)
    if glyph := word[len(action) :]:
        yield Token(TokenKind.NAG, glyph, line)


def _header_name(token: Token) -> str:
    """The name in a header line, even in a malformed one."""
    return token.text[1:].partition(" ")[0]


def _read_header(game: GameText, token: Token) -> None:
    place = game.place_of(token)
    match = _HEADER.fullmatch(token.text)
    if match is None:
        text = token.text.strip()
        raise Malformed("record-header", text=text).locate(text=token.text, place=place)
    name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
    if name in game.headers:
        raise Malformed("record-header-twice", name=name).locate(text=token.text, place=place)
    game.headers[name] = value


def _drop_unfinished_sign(game: GameText) -> None:
    """Drops the lone ``*`` with which PGN ends an unfinished game."""
    if game.tokens and (game.tokens[-1].kind, game.tokens[-1].text) == (TokenKind.ACTION, "*"):
        game.tokens.pop()


def _check_variations(game: GameText) -> None:
    """Whether parentheses fit together, and each judgement and variation has its action."""
    opened: list[Token] = []
    after_action = False
    for token in game.tokens:
        wrong = ""
        match token.kind:
            case TokenKind.ACTION:
                after_action = True
            case TokenKind.NAG:
                wrong = "" if after_action else "record-no-action"
            case TokenKind.OPEN:
                wrong = "" if after_action else "record-no-action"
                opened.append(token)
                after_action = False
            case TokenKind.CLOSE:
                if not opened:
                    wrong = "record-variation-close"
                elif not after_action:
                    wrong = "record-variation-empty"
                else:
                    opened.pop()
        if wrong:
            raise Malformed(wrong, text=token.text).locate(
                text=token.text, place=game.place_of(token)
            )
    if opened:
        raise Malformed("record-variation").locate(place=game.place_of(opened[-1]))
