"""Drawn boards as fixtures: what a rule test says about a position, it draws."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.actions import Action, Forfeit, Move
from menhirs.core.errors import Illegal
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.state import Reason
from menhirs.notation.actions import read_action, read_tiles
from menhirs.notation.ascii import read_ascii, write_ascii
from menhirs.notation.board import letter
from menhirs.notation.line import read_line, write_line

MORE_THAN_ANY_GAME = 250
"""Actions: walks through a game stop there, so that rules without an end fail and do not hang."""


def side_by_side(text: str) -> list[str]:
    """The boards of a drawing in which a ``|`` stands between one board and the next."""
    rows = [line.split("|") for line in text.splitlines() if line.strip()]
    return ["\n".join(boards) for boards in zip(*rows, strict=True)]


def drawn_line(drawing: str, fields: str, *, minus: str = "", house: RuleSet | None = None) -> str:
    """A position line: its other fields, and the drawn board without the fog on some cells."""
    name, rest = fields.split(" ", maxsplit=1)
    geometry = rule_set(name, _known(house)).geometry
    menhirs, fog = read_ascii(drawing, geometry)
    fog &= ~geometry.mask_of(minus)
    board = "/".join(
        "".join(letter(menhirs, fog, cell) for cell in column) for column in geometry.columns
    )
    return f"{name} {board} {rest}"


def on_board(
    drawing: str, fields: str, *, minus: str = "", house: RuleSet | None = None
) -> Position:
    """The position of a drawn board and the other fields of its line, checked to be possible."""
    return read_line(drawn_line(drawing, fields, minus=minus, house=house), _known(house))


def moving(drawing: str) -> Position:
    """A turn in the base game; its round and player follow from the number of tiles."""
    _, fog = read_ascii(drawing, RULE_SETS["base"].geometry)
    tiles = fog.bit_count()
    player = 1 if tiles % 2 == 0 or tiles == 11 else 2
    number = 5 if tiles == 11 else 13 - (tiles + 1) // 2  # B3: 10 tiles are left for round 8
    return on_board(drawing, f"base {player} {number} move 0,0 - - -")


def told(position: Position) -> str:
    """All that the line says but rules and board: player, round, phase and so on."""
    return write_line(position).split(" ", maxsplit=2)[2]


def outcome(position: Position) -> str:
    """The last field of the line: ``-`` or winner, score and reason."""
    return write_line(position).rsplit(" ", maxsplit=1)[1]


def action(position: Position, text: str | Action) -> Action:
    """The action that a text means; ``=c3c4-N`` moves exactly the tiles named, be they only two."""
    if not isinstance(text, str):
        return text
    if text.startswith("="):
        return Move(*read_tiles(position.geometry, text[1:]))
    return read_action(text, position)


def play(position: Position, actions: str) -> Position:
    """The position after some actions, each of which has to be legal."""
    for text in actions.split():
        position = position.play(action(position, text))
    return position


def quiet(position: Position) -> Action:
    """The first legal action that wins nothing, for walking through the rounds of a game."""
    return next(
        deed
        for deed in position.board_actions()
        if (result := position.play(deed).outcome) is None or result.reason is not Reason.FREED
    )


def legal(
    position: Position, text: str, after: str | None = None, then: str | None = None
) -> Position:
    """Checks that an action is legal and, if given, the board and the other fields after it."""
    deed = action(position, text)
    position.check(deed)
    assert position.is_legal(deed)
    if not isinstance(deed, Forfeit):  # they are legal at any time and never listed
        assert deed in position.legal_actions(claims=True)
    played = position.play(deed)
    if after is not None:
        assert_looks_like(played, after)
    if then is not None:
        assert told(played) == then
    return played


def illegal(position: Position, text: str | Action, code: str, rule: str) -> None:
    """Shows that an action is refused, and by which rule."""
    deed = action(position, text)
    with pytest.raises(Illegal) as caught:
        position.play(deed)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert not position.is_legal(deed)
    assert deed not in position.legal_actions(claims=True)


def impossible(line: str, code: str) -> None:
    """Shows that a position line is refused."""
    with pytest.raises(Illegal) as caught:
        read_line(line)
    assert caught.value.code == code


def assert_looks_like(position: Position, drawing: str) -> None:
    """Compares boards as pictures, which is also how a difference is shown."""
    menhirs, fog = read_ascii(drawing, position.geometry)
    assert write_ascii(position) == write_ascii(replace(position, menhirs=menhirs, fog=fog))


def _known(house: RuleSet | None) -> dict[str, RuleSet]:
    return dict(RULE_SETS) if house is None else {**RULE_SETS, house.name: house}
