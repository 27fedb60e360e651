"""A position from which a match can be started: its addresses and its description."""

from __future__ import annotations

from typing import TypedDict
from urllib.parse import urlencode

from menhirs.core.actions import Player
from menhirs.core.position import Position
from menhirs.engine.levels import LEVELS
from menhirs.notation.line import write_line
from menhirs.notation.people import Translator
from menhirs.view.terms_in_words import game_in_words


class StartData(TypedDict):
    """A position on the page that offers to play from it."""

    line: str
    picture: str
    player: Player
    game: str
    moment: str


def play_address(position: Position) -> str:
    """The address at which a visitor can start a match from a position."""
    return f"/play?{urlencode({'position': write_line(position)})}"


def picture_address(position: Position) -> str:
    """The address of the position's picture."""
    return f"/position.svg?{urlencode({'position': write_line(position)})}"


def start_data(position: Position, language: Translator) -> StartData:
    """The position in words and as a picture."""
    return {
        "line": write_line(position),
        "picture": picture_address(position),
        "player": position.player,
        "game": game_in_words(position.rules, language),
        "moment": _moment(position, language),
    }


def levels_data(language: Translator) -> list[dict[str, object]]:
    """The levels of the computer, to choose from."""
    return [
        {
            "number": level.number,
            "name": language.gettext(level.name),
            "about": language.gettext(level.about),
        }
        for level in LEVELS
    ]


def _moment(position: Position, language: Translator) -> str:
    _ = language.gettext
    if position.player == 1:
        turn = _("It is the turn of player 1, in the south.")
    else:
        turn = _("It is the turn of player 2, in the north.")
    if position.rules.is_endless:
        return turn
    now = _("Round {round}.").format(round=position.round)
    return f"{now} {turn}"
