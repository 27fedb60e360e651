"""Three ways to play: with a mouse, with a finger, and with the keyboard alone."""

from __future__ import annotations

from math import dist
from time import time
from typing import assert_never

from playwright.sync_api import Page

from menhirs.core.actions import (
    Action,
    Claim,
    Decide,
    Flip,
    Keep,
    Left,
    Move,
    Pass,
    Place,
    Player,
    Remove,
    Resign,
    Timeout,
)
from menhirs.core.fog import flood
from menhirs.core.geometry import Direction
from menhirs.core.position import Position
from menhirs.core.state import Phase

_NEAR = 140
"""In CSS pixels, more than a step on any board of these tests."""
HELD = 800
"""Milliseconds: longer than a claim has to be held down."""
_HELD_LONG_ENOUGH = "selector => !document.querySelector(selector)?.matches('.holding')"
"""A button that is pressed counts by itself, however slow the machine."""

# A spot of a cell that nothing else covers: an arrow may stand before its middle.
_FREE_SPOT = """cell => {
    const button = document.querySelector(`[data-cell=${cell}]`);
    const find = () => {
        const {x, y, width, height} = button.getBoundingClientRect();
        const spots = [[.5, .5], [.5, .15], [.5, .85], [.25, .4], [.75, .4], [.3, .75], [.7, .75]];
        return spots.map(([across, down]) => [x + across * width, y + down * height])
            .find(([x, y]) => document.elementFromPoint(x, y) === button);
    };
    return find() ?? (button.scrollIntoView({block: 'center'}), find());
}"""
_TOWARDS = {
    "N": (0, -1),
    "NE": (0.87, -0.5),
    "SE": (0.87, 0.5),
    "S": (0, 1),
    "SW": (-0.87, 0.5),
    "NW": (-0.87, -0.5),
}
_KEYS = {"N": "w", "NE": "e", "SE": "d", "S": "s", "SW": "a", "NW": "q"}


class Hand:
    """What all ways have in common."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._moves = 0

    def play(self, action: Action, position: Position) -> None:
        """Does on the page what leads to an action."""
        geometry = position.geometry
        match action:
            case Flip(cell) | Place(cell) | Remove(cell):
                self.choose(geometry.name(cell))
            case Move(tiles, direction):
                cluster = flood(tiles, position.fog, geometry.stride)
                names = geometry.names_of(tiles)
                part = [] if tiles == cluster else names
                self._moves += 1
                self.move(names[0], part, direction.name)
            case Keep():
                self.keep()
            case Decide(go_on):
                self.press(f"#decide [data-action={'on' if go_on else 'back'}]")
            case Claim():
                assert position.claimant is not None
                self.claim(position.claimant)
            case Pass() | Resign() | Timeout() | Left():
                raise AssertionError("no game of these tests has it")
            case _:
                assert_never(action)
        if self._is_asked(action, position):
            self.confirm(action)

    def _is_asked(self, action: Action, position: Position) -> bool:
        """Whether the page asks once more before it counts."""
        # In an exercise a decision is tried, and nothing is lost by it.
        decides = position.phase is Phase.DECIDE and self.page.locator("#question").count() > 0
        return decides or position.phase is Phase.PROVE

    def confirm(self, action: Action) -> None:
        self.press("#question-strong" if isinstance(action, Decide) else ".mb-confirm")

    def _on_screen(self, direction: str) -> str:
        """The direction that one sees it go: from the north everything is turned round."""
        if self.page.locator("#tabletop.from-north").count() == 0:
            return direction
        return Direction[direction].opposite.name

    def press(self, selector: str) -> None:
        raise NotImplementedError

    def choose(self, cell: str) -> None:
        raise NotImplementedError

    def move(self, tile: str, part: list[str], direction: str) -> None:
        """Moves the cluster of a tile, or if tiles are named the part of it that they are."""
        raise NotImplementedError

    def keep(self) -> None:
        self.press("#keep")

    def claim(self, player: Player) -> None:
        raise NotImplementedError

    def start(self, way: str, rules: str, seed: str) -> None:
        """Starts a match from the front page, with claims that nobody has to hurry for."""
        raise NotImplementedError


class _Pointer(Hand):
    """Mouse and finger do the same, each in its way."""

    _last_spot = (-1000.0, -1000.0)

    def choose(self, cell: str) -> None:
        spot = self._spot(cell)
        self._rest(spot)
        self._tap_at(*spot)

    def _rest(self, spot: tuple[float, float]) -> None:
        """Right after an action the board takes nothing near the place where it was done."""
        if dist(spot, self._last_spot) < _NEAR:
            self.page.wait_for_selector(".menhirs-board:not(.is-resting)")
        self._last_spot = spot

    def move(self, tile: str, part: list[str], direction: str) -> None:
        # Every other move is pushed instead of chosen.
        pushes = self._moves % 2 == 0
        if part or not pushes:
            self.choose(tile)
        if part:  # a second tap on the same tile is no double tap
            self.page.wait_for_selector(".menhirs-board:not(.is-fresh)")
        for one in part:
            self.choose(one)
        if pushes:
            self._push(tile, direction)
        else:
            arrow = f"[data-direction={direction}]"
            self._rest(self._middle(arrow))
            self.press(arrow)

    def _push(self, tile: str, direction: str) -> None:
        (x, y), (right, down) = self._spot(tile), _TOWARDS[self._on_screen(direction)]
        box = self.page.locator(f"[data-cell={tile}]").bounding_box()
        assert box is not None
        self._rest((x, y))
        self._last_spot = (x + right * box["height"], y + down * box["height"])
        self._drag(x, y, *self._last_spot)

    def _spot(self, cell: str) -> tuple[float, float]:
        spot = self.page.evaluate(_FREE_SPOT, cell)
        assert spot, f"{cell} lies under something"
        x, y = spot
        return x, y

    def start(self, way: str, rules: str, seed: str) -> None:
        self.press(f"#{way} > summary")
        self.press(f"#{way} .more-options > summary")
        self.press(f"#{way} [name=seed]")
        self.page.keyboard.type(seed)
        self.press(f"#{way} [name=claims][value=untimed]")
        self.press(f"#{way} [name=rules][value='{rules}']")

    def claim(self, player: Player) -> None:
        shared = self.page.locator(".claim").count() == 2
        self.hold(f".bar[data-player='{player}'] .claim" if shared else ".claim")

    def hold(self, selector: str) -> None:
        raise NotImplementedError

    def _tap_at(self, x: float, y: float) -> None:
        raise NotImplementedError

    def _drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        raise NotImplementedError

    def _middle(self, selector: str) -> tuple[float, float]:
        there = self.page.locator(selector)
        there.scroll_into_view_if_needed()
        box = there.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse(_Pointer):
    def press(self, selector: str) -> None:
        self.page.click(selector)

    def hold(self, selector: str) -> None:
        self.page.mouse.move(*self._middle(selector))
        self.page.mouse.down()
        self.page.wait_for_function(_HELD_LONG_ENOUGH, arg=selector)
        self.page.mouse.up()

    def _tap_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def _drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(to_x, to_y, steps=4)
        self.page.mouse.up()


class Touch(_Pointer):
    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._send = page.context.new_cdp_session(page).send

    def press(self, selector: str) -> None:
        if self.page.query_selector(".menhirs-board.is-resting"):  # no double tap on Confirm
            self.page.wait_for_selector(".menhirs-board:not(.is-resting)")
        self.page.tap(selector)

    def _is_asked(self, action: Action, position: Position) -> bool:
        if isinstance(action, Decide):
            return super()._is_asked(action, position)
        return not isinstance(action, Claim | Keep)

    def confirm(self, action: Action) -> None:
        if not isinstance(action, Decide):
            self._rest(self._middle(".mb-confirm"))
        super().confirm(action)

    def press_twice(self, selector: str, *, then: str) -> None:
        """Two taps on one spot, 60 ms apart by their own times, the second when something shows."""
        x, y = self._middle(selector)
        began = time()
        for after in (0.0, 0.06):
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                at = began + after + (0.02 if kind == "touchEnd" else 0)
                touch = {"type": kind, "touchPoints": points, "timestamp": at}
                self._send("Input.dispatchTouchEvent", touch)
            self.page.wait_for_selector(then)

    def hold(self, selector: str) -> None:
        self._touch("touchStart", *self._middle(selector))
        self.page.wait_for_function(_HELD_LONG_ENOUGH, arg=selector)
        self._touch("touchEnd")

    def _tap_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def _drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self._touch("touchStart", x, y)
        self.page.wait_for_selector(".is-holding")  # the fog is in the hand
        for step in (0.2, 0.4, 0.7, 1):
            self._touch("touchMove", x + (to_x - x) * step, y + (to_y - y) * step)
        # A finger comes to rest: after a flick browsers take the next tap for the end of it.
        self.page.wait_for_timeout(80)
        self._touch("touchMove", to_x, to_y)
        self._touch("touchEnd")

    def _touch(self, kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        self._send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Keyboard(Hand):
    """Nothing but keys: no pointer is ever moved."""

    def confirm(self, action: Action) -> None:
        if isinstance(action, Decide):
            return super().confirm(action)
        self.tap("Enter")

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def press(self, selector: str) -> None:
        self.go_to(selector)
        self.tap("Enter")

    def go_to(self, selector: str) -> None:
        """Tabs on until something is reached."""
        reached = "selector => document.activeElement.matches(selector)"
        for _ in range(150):
            if self.page.evaluate(reached, selector):
                return
            self.tap("Tab")
        raise AssertionError(f"{selector} can't be reached by Tab")

    def choose(self, cell: str) -> None:
        self.stand_on(cell)
        self.tap("Enter")

    def move(self, tile: str, part: list[str], direction: str) -> None:
        self.stand_on(tile)
        if part:
            self.tap("p")
            for one in part:
                self.choose(one)
        self.tap(_KEYS[self._on_screen(direction)])

    def stand_on(self, cell: str) -> None:
        """Walks over the board to a cell."""
        self.tap("g")
        column, row = self._place()
        sign = 1 if self._on_screen("N") == "N" else -1
        across = sign * (ord(cell[0]) - ord(column))
        self.tap(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        _, row = self._place()
        up = sign * (int(cell[1]) - int(row))
        self.tap(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        assert "".join(self._place()) == cell

    def _place(self) -> tuple[str, str]:
        cell: str = self.page.evaluate("document.activeElement.dataset.cell")
        return cell[0], cell[1]

    def keep(self) -> None:
        self.tap("k")

    def claim(self, player: Player) -> None:
        """Presses the key twice: at one screen each side has its own."""
        shared = self.page.locator(".claim").count() == 2
        key = "m" if shared and player == 2 else "c"
        self.tap(key, key)

    def start(self, way: str, rules: str, seed: str) -> None:
        self.press(f"#{way} > summary")
        self.press(f"#{way} .more-options > summary")
        self.go_to(f"#{way} [name=seed]")
        self.page.keyboard.type(seed)
        self.go_to(f"#{way} [name=claims]")
        self.tap("ArrowDown")
        self.press(f"#{way} [name=rules][value='{rules}']")
