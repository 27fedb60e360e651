"""The front page on a phone with a slow processor: how long until it can be used.

``python -m menhirs.bench.first_page ADDRESS`` measures a running server. Every figure stands
beside that of an almost empty page in the same browser, for what the machine itself costs.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOWER = 4
"""By how much the processor is slowed down."""
_TRIES = 5
_SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
_TIMES = """() => {
    const {domContentLoadedEventEnd: ready, loadEventEnd: loaded} =
        performance.getEntriesByType("navigation")[0];
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return [paint?.startTime ?? 0, ready, loaded];
}"""


@dataclass(frozen=True)
class Loading:
    """Milliseconds from the click to each moment, as a median."""

    painted: float
    """Something is to be seen."""
    ready: float
    """Scripts have run: everything answers."""
    loaded: float
    """Pictures are there too."""


def measure(address: str, path: str = "/") -> Loading:
    """How a page loads in a browser that has never seen it."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_SWITCHES)
        times = list(_load(browser, address + path))
        browser.close()
    return Loading(*(median(column) for column in zip(*times, strict=True)))


def _load(browser: Browser, url: str) -> Iterator[list[float]]:
    for _ in range(_TRIES):
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        page = context.new_page()
        throttle = {"rate": SLOWER}
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", throttle)
        page.goto(url)
        page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
        yield page.evaluate(_TIMES)
        context.close()


def report(address: str) -> list[str]:
    """The lines of the report."""
    lines = [f"first page on a phone, processor {SLOWER} times slower, milliseconds until:"]
    for name, path in (("front page", "/"), ("bare page", "/healthz")):
        page = measure(address, path)
        lines.append(
            f"  {name:10}  painted {page.painted:6,.0f}   usable {page.ready:6,.0f}"
            f"   loaded {page.loaded:6,.0f}"
        )
    return lines


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1])))
