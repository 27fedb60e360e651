"""A page in a real browser with nothing but the board on it, and data from the real rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, time
from typing import Any

from playwright.sync_api import Page

from tests.patience import PATIENCE

# Clusters a2 b2 b3 b4 (just moved north), d1 d2 e2 f1 g1, d6 and f3.
FOUR_CLUSTERS = "base mom/mMoo/.m.../Mo...o/.M.../o.o./o.. 2 5 move 0,0 a2b2b3b4-N - -"
# One cluster of eleven tiles, with many ways to split it.
ONE_CLUSTER = "base .../.Mo./..MM./..omo./mMo../ooo./m.. 2 5 move 0,0 b2b3c3c4d3d5e2e3f2f3-SE - -"
AMSTERDAM = "amsterdam mmm/.m../..m../..m.../...../...m/... 1 12 flip 0,0 - - -"
# Up to the moment at which player 2 may take a tile away, player 1 having taken one.
TO_TAKE = "*a2 *d3 +g3 +b3 +d2 +c1 +e5 +e4 e4-SW xf3 d4d5e4-NE"
# A claim stands. a1-SE shows it; a1-N loses, as it covers c3.
CLAIMED = "amsterdam o.o/.M../oom../....o./.ooo./.mmm/... 2 10 prove 1,1 e2e3e4-SW@10 - -"


def cells(names: str) -> set[str]:
    return set(names.split())


Opener = Callable[..., "BoardPage"]


class BoardPage:
    """The page, and what a player can see and do on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self.wrong.append(message.text))
        page.set_default_timeout(60_000)

    def run(self, script: str) -> Any:
        """What an expression about ``table`` and its ``board`` is worth in the page."""
        return self.page.evaluate(f"(({{board}}) => ({script}))(table)")

    def tap(self, selector: str) -> None:
        """Taps beside the board first: after a flick browsers take the next tap for its end."""
        self.page.touchscreen.tap(1, 1)
        self.page.tap(selector)

    def until(self, script: str) -> None:
        """Waits until it is true. (The browser's own way needs what the page's policy forbids.)"""
        end = monotonic() + PATIENCE
        while not self.run(script):
            assert monotonic() < end, f"never came true: {script}"

    def open(self, line: str, actions: str, settings: dict[str, Any]) -> None:
        self.page.mouse.move(0, 0)
        self.run("void (document.body.style.height = '', scrollTo(0, 0))")
        self.run(f"table.open(...{json.dumps([line, actions, settings])})")

    def seen(self, what: str) -> list[Any]:
        seen: list[Any] = self.run(f"table.{what}")
        return seen

    @property
    def played(self) -> list[str]:
        return self.seen("played")

    def legal(self) -> list[dict[str, Any]]:
        legal: list[dict[str, Any]] = self.run("board.choices.legal")
        return legal

    def directions(self, tiles: str) -> set[str]:
        """The directions in which exactly these tiles can go, by the rules."""
        moves = (one for one in self.legal() if one["kind"] == "move")
        return {one["direction"] for one in moves if one["tiles"] == tiles.split()}

    def arrows(self) -> set[str]:
        script = "Array.from(document.querySelectorAll('.mb-arrow'), a => a.dataset.direction)"
        return set(self.run(script))

    def fog(self) -> set[str]:
        """Where fog tiles are drawn."""
        script = """Array.from(document.querySelectorAll('.mb-tiles > *'), tile => {
            const {e, f} = new DOMMatrix(getComputedStyle(tile).transform);
            return [...board.layout.centres].find(([, [x, y]]) => x === e && y === f)?.[0]; })"""
        return set(self.run(script))

    def outlined(self, mark: str, tiles: str) -> bool:
        path = self.page.get_attribute(f".mb-{mark}", "d") or ""
        return bool(path == self.run(f"board.layout.contour({json.dumps(tiles.split())})"))

    def held(self, tiles: str) -> bool:
        return self.outlined("held", tiles)

    def ghost(self) -> set[str]:
        cells = self.page.get_attribute(".mb-ghosts", "data-cells") or ""
        return set(cells.split(",")) - {""}

    def click(self, cell: str) -> None:
        self.page.click(f"[data-cell={cell}]", force=True)

    def go(self, direction: str) -> None:
        self.page.click(f"[data-direction={direction}]")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        script = "(({id, dataset: d}) => d.cell ?? d.direction ?? id)(document.activeElement)"
        return str(self.run(script))

    def stand_on(self, cell: str) -> None:
        self.run(f"document.querySelector('[data-cell={cell}]').focus({{focusVisible: true}})")

    @contextmanager
    def theme(self, theme: str | None) -> Iterator[None]:
        root = "document.documentElement"
        if theme:
            self.run(f"{root}.setAttribute('data-theme', '{theme}')")
        yield
        self.run(f"{root}.removeAttribute('data-theme')")

    def bubble(self) -> str:
        self.page.wait_for_selector(".mb-bubble:visible")
        return self.page.inner_text(".mb-bubble")

    def centre(self, cell: str) -> tuple[float, float]:
        box = self.page.locator(f"[data-cell={cell}]").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, cell: str, onto: str, part: float = 1) -> None:
        """Drags from a cell towards the middle of another, a part of the way."""
        (x, y), (to_x, to_y) = self.centre(cell), self.centre(onto)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + (to_x - x) * part, y + (to_y - y) * part, steps=5)
        self.page.mouse.up()

    def swipe(self, cell: str, onto: str, *, steps: float = 1, hold: str = "") -> None:
        """A swipe with a finger: a number of times the way, perhaps after something shows up."""
        (x, y), (to_x, to_y) = self.centre(cell), self.centre(onto)
        send = self.page.context.new_cdp_session(self.page).send
        began = time()

        def touch(kind: str, part: float, after: float) -> None:
            # The finger is as quick as it says, however busy the machine is.
            at = {} if hold else {"timestamp": began + after}
            point = {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
            points = [] if kind == "touchEnd" else [point]
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **at})

        touch("touchStart", 0, 0)
        if hold:
            self.page.wait_for_selector(hold)
        for step in range(1, 6):
            touch("touchMove", steps * step / 5, step / 100)
        touch("touchEnd", steps, 0.06)

    def rested(self) -> None:
        """Waits until a second click on the same spot is no double click."""
        self.page.wait_for_selector(".menhirs-board:not(.is-resting)")
