"""How smoothly fog moves on a phone with a slow processor, counted in the browser's own trace.

``python -m benchmarks.board_frames`` lets a bank of fog drift, be dragged and be taken, and a won
game be staged. Of each it says how many frames a second were drawn and what the slowest took.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tests.chromium import launch
from tests.web.board_demo import serving
from tests.web.board_page import AMSTERDAM, CLAIMED, ONE_CLUSTER, TO_TAKE, BoardPage

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

SLOWER = 4
"""The factor by which the processor is slowed down."""
_CATEGORIES = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline"]
_LOOK = 900
"""Milliseconds of each scene that are traced."""


@dataclass(frozen=True)
class Smoothness:
    """A scene in figures."""

    scene: str
    frames_per_second: float
    slow_frame_ms: float
    """Nineteen of twenty frames came sooner than this after the one before."""
    dropped: int
    """Frames that should have been drawn and were not."""


def measure() -> Iterator[Smoothness]:
    """Plays every scene once, on a phone."""
    from playwright.sync_api import sync_playwright

    with serving() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(
            viewport={"width": 390, "height": 664}, device_scale_factor=2, has_touch=True
        )
        page.goto(address)
        board = BoardPage(page)
        devtools = page.context.new_cdp_session(page)
        for scene, line, actions, play in _SCENES:
            page.wait_for_selector("[data-ready]")
            board.open(line, actions, {"animation": "slow", "confirm": "never"})
            page.wait_for_timeout(300)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            events = _traced(devtools, page.wait_for_timeout, lambda: play(board))  # noqa: B023
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            yield _judged(scene, events)
        browser.close()


def _drift(board: BoardPage) -> None:
    board.run("board.enter('b2-NE')")


def _drag(board: BoardPage) -> None:
    (x, y), (to_x, to_y) = board.centre("c3"), board.centre("c2")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    for step in range(40):
        part = 0.6 * abs(step % 20 - 10) / 10
        board.page.mouse.move(x + (to_x - x) * part, y + (to_y - y) * part)
    board.page.mouse.up()


def _take(board: BoardPage) -> None:
    board.run("board.enter('xb3')")


def _win(board: BoardPage) -> None:
    board.run("board.enter('a1-SE')")
    board.press("Enter")


_SCENES: list[tuple[str, str, str, Callable[[BoardPage], None]]] = [
    ("drifts", ONE_CLUSTER, "", _drift),
    ("dragged", ONE_CLUSTER, "", _drag),
    ("taken", AMSTERDAM, TO_TAKE, _take),
    ("won", CLAIMED, "", _win),
]


def _traced(
    devtools: CDPSession, wait: Callable[[float], None], play: Callable[[], None]
) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    done: list[bool] = []
    devtools.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    devtools.on("Tracing.tracingComplete", lambda _: done.append(True))
    devtools.send("Tracing.start", {"traceConfig": {"includedCategories": _CATEGORIES}})
    play()
    wait(_LOOK)
    devtools.send("Tracing.end")
    end = time.monotonic() + 30
    while not done and time.monotonic() < end:
        wait(20)
    return events


def _judged(scene: str, events: list[dict[str, Any]]) -> Smoothness:
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    gaps = sorted((b - a) / 1000 for a, b in pairwise(drawn))
    moving = [gap for gap in gaps if gap < 200]  # between scenes nothing need be drawn
    return Smoothness(
        scene,
        round(1000 * len(moving) / sum(moving), 1) if moving else 0,
        round(moving[int(0.95 * len(moving))], 1) if moving else 0,
        sum(event["name"] == "DroppedFrame" for event in events),
    )


if __name__ == "__main__":
    for result in measure():
        print(json.dumps(asdict(result)), file=sys.stdout, flush=True)
