"""The pictures of the rules: positions of the game, listed in ``web/rules/pictures.toml``.

Every picture is a position, so it can't contradict the rules, and every one can be played on.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from menhirs.core.actions import Move
from menhirs.core.position import Position
from menhirs.learn.statements import Statements
from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.web.files import STATIC, WEB

LIST = WEB / "rules" / "pictures.toml"
FOLDER = STATIC / "rules"


@dataclass(frozen=True)
class RulePicture:
    """One entry of ``pictures.toml``."""

    name: str
    line: str
    """The position line it starts from."""
    play: list[str] = field(default_factory=list)
    """Actions played before it is drawn."""
    highlight: str = ""
    """Names of the cells to outline."""
    arrows: list[str] = field(default_factory=list)
    """Moves to point out. An arrow always stands for a legal move."""
    theme: str = "light"
    dense_fog: bool = False
    coordinates: bool = True
    width: int = 440
    legal: list[str] = field(default_factory=list)
    """Actions that the page calls legal here."""
    illegal: dict[str, str] = field(default_factory=dict)
    """Actions that the page calls illegal here, and the code of the error each one gives."""
    ends: dict[str, str] = field(default_factory=dict)
    """Actions that end the game from here, one after the other, and the outcome as in a line."""

    states: dict[str, Any] = field(default_factory=dict)
    """The strategy guide's statements about the position: the fields of ``Statements``."""

    @property
    def statements(self) -> Statements:
        """The statements, to be checked."""
        return Statements(**self.states)

    @property
    def position(self) -> Position:
        """The position that is drawn."""
        return after(read_line(self.line), *self.play)

    @property
    def svg(self) -> str:
        """The picture as it is listed, mostly for light pages."""
        return self.drawn(Theme(self.theme))

    def drawn(self, theme: Theme) -> str:
        """The picture for a light or for a dark page."""
        position = self.position
        moves = (read_action(text, position) for text in self.arrows)
        drawing = Drawing(
            theme=theme,
            dense_fog=self.dense_fog,
            coordinates=self.coordinates,
            highlighted=position.geometry.mask_of(self.highlight),
            arrows=tuple(move for move in moves if isinstance(move, Move)),
            width=self.width,
        )
        return draw(position, drawing)

    @property
    def path(self) -> Path:
        """The file that it is drawn to."""
        return FOLDER / f"{self.name}.svg"


def after(position: Position, *actions: str) -> Position:
    """The position after some written actions."""
    for text in actions:
        position = position.play(read_action(text, position))
    return position


@cache
def pictures() -> dict[str, RulePicture]:
    """All pictures of the rules by name."""
    listed = tomllib.loads(LIST.read_text("utf-8"))["picture"]
    return {entry["name"]: RulePicture(**entry) for entry in listed}
