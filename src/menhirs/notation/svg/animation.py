"""A whole game as one small moving picture: an SVG that needs no script.

The ground is painted once, and every ply is a frame over it: its fog and its marks, shown for a
while by a CSS animation. Fog that was moved glides. Where motion is not wanted, or a program knows
no animations, the final position is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from menhirs.core.actions import Action, Move
from menhirs.core.geometry import Direction, cells_in
from menhirs.core.position import Position
from menhirs.notation.record import Record
from menhirs.notation.svg import shapes, words
from menhirs.notation.svg.drawing import Drawing
from menhirs.notation.svg.layout import Layout
from menhirs.notation.svg.picture import Picture
from menhirs.notation.svg.plies import moved_tiles, with_last_action

MOVE_SECONDS, OTHER_SECONDS, END_SECONDS = 1.4, 0.8, 5.0
"""How long a move, another action and the final position are shown."""
_GLIDE_SECONDS = 0.6
_PREFIX = "m-"
_AS_USUAL = Drawing(coordinates=False)


def animate(record: Record, drawing: Drawing = _AS_USUAL) -> str:
    """A game, finished or not, as a complete SVG document that moves."""
    return animate_plies(record.actions, record.positions, drawing)


def animate_plies(
    actions: Sequence[Action], positions: Sequence[Position], drawing: Drawing = _AS_USUAL
) -> str:
    """Part of a game as an SVG document that moves: actions, and the positions between them.

    There is one position more than there are actions.
    """
    return "\n".join(_Animation(actions, positions, drawing).document()) + "\n"


class _Animation:
    def __init__(
        self, actions: Sequence[Action], positions: Sequence[Position], drawing: Drawing
    ) -> None:
        self._actions = actions
        self._positions = positions
        self._drawing = drawing
        self._final = positions[-1]
        self._layout = Layout(self._final.geometry, drawing.from_north)
        self._seconds = [
            MOVE_SECONDS if isinstance(action, Move) else OTHER_SECONDS
            for action in (None, *actions)
        ]
        self._seconds[-1] = END_SECONDS

    def document(self) -> Iterator[str]:
        drawing, layout = self._drawing, self._layout
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{layout.view_box}" role="img">'
        yield f"<title>{escape(words.title(self._final))}</title>"
        yield f"<desc>{escape(words.description(self._final, drawing))}</desc>"
        yield f"<style>{''.join(self._styles())}</style>"
        yield from shapes.definitions(drawing.theme, _PREFIX, set())
        ground = Picture(replace(self._final, fog=0, last=None), drawing, _PREFIX)
        yield from ground.tray()
        yield from ground.ground()
        began = 0.0
        for ply, seconds in enumerate(self._seconds):
            if ply < len(self._actions):
                yield f'<g class="f s{seconds * 10:.0f}" style="animation-delay:{began:.1f}s">'
            else:
                yield '<g class="f e">'
            yield from self._frame(ply, began)
            yield "</g>"
            began += seconds
        yield "</svg>"

    def _frame(self, ply: int, began: float) -> Iterator[str]:
        position = self._positions[ply]
        drawing = with_last_action(self._actions, self._positions, ply, self._drawing)
        picture = Picture(position, drawing, _PREFIX)
        for cell in cells_in(position.menhirs & ~self._final.menhirs):  # not turned over yet
            yield from picture.stone(cell)
        yield from picture.came_from()
        moved, delay = 0, f'style="animation-delay:{began:.1f}s"'
        action = self._actions[ply - 1] if ply else None
        if isinstance(action, Move):
            moved = moved_tiles(position.geometry, action)
        stayed = position.fog & ~moved
        yield from picture.fog(stayed)
        if isinstance(action, Move):
            yield f'<g class="j" {delay}>'
            yield from picture.bridges(moved, stayed)
            yield f'</g><g class="{action.direction.name}" {delay}>'
            yield from picture.fog(moved)
            yield "</g>"
        yield f'<g class="j" {delay}>' if moved else "<g>"
        yield from picture.moved()
        yield from picture.highlight()
        yield "</g>"

    def _styles(self) -> Iterator[str]:
        """The CSS that shows each frame for its seconds, in order, for ever."""
        whole = sum(self._seconds)

        def share(seconds: float) -> str:
            return f"{100 * seconds / whole:.4f}%"

        yield f".f,.f *{{animation-duration:{whole:.1f}s;animation-iteration-count:infinite}}"
        yield ".f{visibility:hidden;animation-timing-function:step-end}"
        # The last one is there unless an animation hides it.
        yield ".e{visibility:visible;animation-name:e}"
        ends = share(whole - END_SECONDS)
        yield f"@keyframes e{{0%{{visibility:hidden}}{ends}{{visibility:visible}}}}"
        for seconds in (MOVE_SECONDS, OTHER_SECONDS):
            name = f"s{seconds * 10:.0f}"
            yield f".{name}{{animation-name:{name}}}"
            hidden = f"{share(seconds)}{{visibility:hidden}}"
            yield f"@keyframes {name}{{0%{{visibility:visible}}{hidden}}}"
        glided = share(_GLIDE_SECONDS)
        yield ".j{animation-name:j}"
        nearly = share(0.8 * _GLIDE_SECONDS)
        yield f"@keyframes j{{0%{{opacity:0}}{nearly}{{opacity:0}}{glided}{{opacity:1}}}}"
        for direction in Direction:
            x, y = self._layout.step(direction)
            start = f"translate({-x}px,{-y}px)"
            yield f".{direction.name}{{animation-name:{direction.name}}}"
            yield (
                f"@keyframes {direction.name}{{0%{{transform:{start}}}{glided}{{transform:none}}}}"
            )
        yield "@media(prefers-reduced-motion:reduce){.f,.f *{animation:none}}"
