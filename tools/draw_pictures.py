"""Draws the pictures of the rules from ``tools/pictures.toml``.

Every picture is a position of the game, so a picture cannot show what the rules do not allow.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from menhirs.core.actions import Move
from menhirs.core.position import Position
from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line
from menhirs.notation.svg import Drawing, Theme, draw

LIST = Path(__file__).parent / "pictures.toml"
FOLDER = Path(__file__).parents[1] / "src" / "menhirs" / "web" / "static" / "rules"


@dataclass(frozen=True)
class Picture:
    """One entry of ``pictures.toml``."""

    name: str
    line: str
    """The position line it starts from."""
    en: str
    """What it shows, in one line: the text for those who do not see it."""
    nl: str
    play: list[str] = field(default_factory=list)
    """Actions played before it is drawn."""
    highlight: str = ""
    """Names of the cells to outline."""
    arrows: list[str] = field(default_factory=list)
    """Moves to point out. An arrow always stands for a legal move."""
    theme: str = "light"
    dense_fog: bool = False
    width: int = 440
    legal: list[str] = field(default_factory=list)
    """Actions that the page calls legal here."""
    illegal: dict[str, str] = field(default_factory=dict)
    """Actions that the page calls illegal here, and the code of the error each one gives."""
    ends: dict[str, str] = field(default_factory=dict)
    """Actions that end the game from here, one after the other, and the outcome as in a line."""

    @property
    def position(self) -> Position:
        """The position that is drawn."""
        return after(read_line(self.line), *self.play)

    @property
    def svg(self) -> str:
        position = self.position
        moves = (read_action(text, position) for text in self.arrows)
        drawing = Drawing(
            theme=Theme(self.theme),
            dense_fog=self.dense_fog,
            highlighted=position.geometry.mask_of(self.highlight),
            arrows=tuple(move for move in moves if isinstance(move, Move)),
            width=self.width,
        )
        return draw(position, drawing)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.svg"


def after(position: Position, *actions: str) -> Position:
    """The position after some written actions."""
    for text in actions:
        position = position.play(read_action(text, position))
    return position


def pictures() -> list[Picture]:
    """All pictures of the rules."""
    return [Picture(**entry) for entry in tomllib.loads(LIST.read_text("utf-8"))["picture"]]


def main() -> None:
    """Draws them all anew and throws away what is no longer listed."""
    listed = pictures()
    for old in set(FOLDER.glob("*.svg")) - {picture.path for picture in listed}:
        old.unlink()
    for picture in listed:
        picture.path.write_text(picture.svg, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
