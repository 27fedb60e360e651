"""Trees of variations as text: records in which nothing is skipped but what follows a ``;``.

.. code-block:: text

    12. *c2 *e1 {they lay together} +d3 …
    11. c1-N?! (11. c3-NE! {better} xa2) xg1

A variation stands in parentheses behind the action that it replaces, a comment behind the action
that it is about. Comments behind one action are joined, and so are variations that begin alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.record_frame import (
    check_result,
    number_of_round,
    other_headers,
    read_start,
    write_headers,
)
from menhirs.notation.record_tokens import (
    GLYPHS,
    LARGEST_NAG,
    GameText,
    Token,
    TokenKind,
    read_nag,
    split_games,
    write_comment,
)
from menhirs.notation.tree import ChildNode, Game, GameNode

MOST_ACTIONS = 100_000
"""Actions that are read of one game, with its variations."""
_GLYPH_OF = {number: glyph for glyph, number in GLYPHS.items()}


def read_trees(
    text: str, known: Mapping[str, RuleSet] = RULE_SETS, most: int = MOST_ACTIONS
) -> list[Game]:
    """All games of a text with their variations, every action checked.

    A game with more than ``most`` actions is refused before any of them is.
    """
    return [_read_game(game, known, most) for game in split_games(text)]


def read_tree(
    text: str, known: Mapping[str, RuleSet] = RULE_SETS, most: int = MOST_ACTIONS
) -> Game:
    """The one game of a text with its variations."""
    games = read_trees(text, known, most)
    if len(games) != 1:
        raise Malformed("record-one-game", found=len(games))
    return games[0]


def write_tree(game: Game) -> str:
    """The text of a game: one round of its main line a line, variations among them."""
    headers = write_headers(game.position, game.end().position, game.headers)
    return "\n".join([*headers, "", *_lines(game)]).rstrip() + "\n"


def write_trees(games: Iterable[Game]) -> str:
    """The text of a file of games."""
    return "\n".join(write_tree(game) for game in games)


def _read_game(text: GameText, known: Mapping[str, RuleSet], most: int) -> Game:
    if sum(token.kind is TokenKind.ACTION for token in text.tokens) > most:
        raise Malformed("record-actions", most=most).locate(place=text.place)
    game = Game(read_start(text, known), other_headers(text))
    node: GameNode = game
    comments: defaultdict[int, list[str]] = defaultdict(list)
    ahead: list[str] = []  # comments before the first action of a variation
    replaced: list[GameNode] = []
    """The actions behind which the open variations stand."""
    begins = False
    for token in text.tokens:
        match token.kind:
            case TokenKind.ACTION:
                node = _add(node, token, text)
                comments[id(node)] += ahead
                ahead, begins = [], False
            case TokenKind.COMMENT if begins:
                ahead.append(token.text)
            case TokenKind.COMMENT:
                comments[id(node)].append(token.text)
            case TokenKind.NAG:
                assert isinstance(node, ChildNode)  # an action stands before it
                node.nags.add(_read_nag(token, text))
            case TokenKind.OPEN:
                replaced.append(node)
                assert node.parent is not None  # an action stands before it
                node = node.parent
                begins = True
            case TokenKind.CLOSE:
                node = replaced.pop()
    for node in game:
        node.comment = " ".join(comments.get(id(node), ()))
    check_result(text, game.end().position)
    return game


def _add(node: GameNode, token: Token, text: GameText) -> ChildNode:
    try:
        return node.add_variation(token.text)
    except MenhirsError as error:
        place = f"{text.place_of(token)}, action {node.ply() + 1}"
        raise error.locate(text=token.text, place=place) from None


def _read_nag(token: Token, text: GameText) -> int:
    try:
        return read_nag(token.text)
    except Malformed as error:
        raise error.locate(text=token.text, place=text.place_of(token)) from None


def _lines(game: Game) -> Iterator[str]:
    """The actions, a line for every round of the main line."""
    line = [write_comment(game.comment)] if game.comment else []
    depth = 0
    for piece, begins_round in _pieces(game):
        depth += (piece == "(") - (piece == ")")
        if begins_round and not depth and line:
            yield "".join(line)
            line = []
        elif line and piece != ")" and line[-1] != "(":
            line.append(" ")
        line.append(piece)
    if line:
        yield "".join(line)


def _pieces(game: Game) -> Iterator[tuple[str, bool]]:
    """Nodes and parentheses in the order of writing, and whether a round begins with them."""
    first = game.next()
    ahead: list[tuple[ChildNode | str, bool]] = [(first, False)] if first else []
    while ahead:
        node, begins_variation = ahead.pop()
        if isinstance(node, str):
            yield node, False
            continue
        yield _written(node, begins_variation)
        if (following := node.next()) is not None:
            ahead.append((following, False))
        if not begins_variation:
            for other in reversed(node.parent.variations[1:]):
                ahead += [(")", False), (other, True), ("(", False)]


def _written(node: ChildNode, begins_variation: bool) -> tuple[str, bool]:
    """An action with its round, judgements and comment; whether its round begins with it."""
    parent = node.parent
    before = None if begins_variation or parent.parent is None else parent.parent.position
    number = number_of_round(parent.position, before)
    words = [number, node.text] if number else [node.text]
    nags = sorted(node.nags)
    if wrong := [nag for nag in nags if not 0 <= nag <= LARGEST_NAG]:
        raise Malformed("record-nag", text=f"${wrong[0]}", most=LARGEST_NAG)
    if nags and nags[0] in _GLYPH_OF:
        words[-1] += _GLYPH_OF[nags.pop(0)]
    words += [f"${nag}" for nag in nags]
    if node.comment:
        words.append(write_comment(node.comment))
    return " ".join(words), bool(number)
