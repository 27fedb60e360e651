"""A tree of variations as data for the analysis board, and back as text. No I/O."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from menhirs.core.actions import Claim
from menhirs.core.errors import Malformed
from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.match.match import Match
from menhirs.notation.line import read_line, write_line
from menhirs.notation.people import People
from menhirs.notation.record_frame import round_in_record
from menhirs.notation.record_tokens import GLYPHS
from menhirs.notation.tree import ChildNode, Game, GameNode
from menhirs.notation.tree_text import read_tree, write_tree
from menhirs.notation.words import events_in_words
from menhirs.view.analysis.analysis_line import LONGEST_LINE, LineTeller, line_from
from menhirs.view.analysis.analysis_messages import TreeNode
from menhirs.view.as_json import as_json
from menhirs.view.board_data import geometry_data
from menhirs.view.error_words import ContextTranslator
from menhirs.view.errors import BadAddress
from menhirs.view.match.round_track import tracks
from menhirs.view.player_names import side_names
from menhirs.view.terms_in_words import game_title

MOST_NODES = 1_000
"""The most actions of a tree that a page can show."""
_GLYPH_OF = {number: glyph for glyph, number in GLYPHS.items()}


def read_text(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Game:
    """The game of a text: a record, or a position line to begin from."""
    text = text.strip()
    if text and "\n" not in text and not text.startswith("["):
        return Game(read_line(text, known))
    return read_tree(text, known, MOST_NODES)


def game_from(position: str, rules: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Game:
    """A game to analyse: from a position line, or the start of one on a layout drawn by lot."""
    if position:
        return Game(read_line(position, known))
    chosen = rule_set(rules, known)
    return Game(Position.start(chosen, random_menhirs(chosen, secrets.token_hex(4))))


def game_played(match: Match) -> Game:
    """A match to analyse, once it is over: running games between people may not be analysed."""
    if not match.is_over:
        raise BadAddress("match-runs")
    return Game.from_record(match.record())


def read_moves(start: Position, moves: str, headers: Mapping[str, str] | None = None) -> Game:
    """Moves with variations and comments, as a record writes them, from a position."""
    if moves.lstrip().startswith("["):
        raise Malformed("action", text=moves.strip()[:80])
    blank = write_tree(Game(start)).rstrip()
    game = read_tree(f"{blank}\n\n{moves}\n", {start.rules.name: start.rules}, MOST_NODES)
    game.headers = dict(headers or {})
    return game


def opening_text(game: Game, at: GameNode, language: ContextTranslator) -> str:
    """All that a page needs to begin with, as JSON (``AnalysisOpening``)."""
    start = game.position
    nodes = [node for node in game if isinstance(node, ChildNode)]
    if len(nodes) > MOST_NODES:
        raise Malformed("record-actions", most=MOST_NODES)
    if any(node.ply() > LONGEST_LINE for node in nodes):
        raise Malformed("analysis-line", most=LONGEST_LINE)
    line = [node.text for node in (*at.path(), *at.main_line())]
    plies = LineTeller(line_from(start, line), language).plies_text()
    state = LineTeller(line_from(start, line[: at.ply()]), language).state()
    numbers = {id(game): 0}
    data = as_json(
        {
            "position": write_line(start),
            "game": game_title(start.rules, language),
            "geometry": geometry_data(start.geometry),
            "tracks": tracks(start.rules),
            "headers": game.headers,
            "comment": game.comment,
            "nodes": _nodes_below(nodes, numbers, language),
            "at": numbers[id(at)],
        }
    )
    return f'{data[:-1]},"line":{{"plies":{plies},"state":{as_json(state)}}}}}'


def _nodes_below(
    nodes: Sequence[ChildNode], numbers: dict[int, int], language: ContextTranslator
) -> list[TreeNode]:
    """The nodes below the start. ``numbers`` gets the number of each, by its identity."""
    people = People(others=side_names(language))
    data: list[TreeNode] = []
    for number, node in enumerate(nodes, start=1):
        numbers[id(node)] = number
        assert node.parent is not None
        before, action, after = node.parent.position, node.action, node.position
        words = events_in_words(
            what_happened(before, action, after), before.geometry, language, people
        )
        data.append(
            {
                "parent": numbers[id(node.parent)],
                "action": node.text,
                "comment": node.comment,
                "nags": sorted(node.nags),
                "glyphs": "".join(_GLYPH_OF.get(nag, "") for nag in sorted(node.nags)),
                "player": before.actor(action) or before.player,
                # A claim belongs to the turn that it answers, also where the next round has begun.
                "round": round_in_record(after if isinstance(action, Claim) else before),
                "words": " ".join(words),
            }
        )
    return data
