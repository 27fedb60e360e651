"""The loading time of the front page on a phone with a slow processor.

``python -m benchmarks.first_page ADDRESS`` measures a running server. Every figure stands
beside that of an almost empty page in the same browser, which is the cost of the machine itself.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOW_LINE = {
    "offline": False,
    "latency": 400,  # milliseconds
    "downloadThroughput": 50_000,  # bytes a second
    "uploadThroughput": 50_000,
}
SLOWER = 4
"""The factor by which the processor is slowed down."""
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
    """Median times in milliseconds since the click."""

    painted: float
    """The first content is painted."""
    ready: float
    """Scripts have run: the page is interactive."""
    loaded: float
    """Pictures have loaded too."""


def measure(address: str, path: str = "/") -> Loading:
    """Loads a page in a browser with an empty cache, and measures it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=_SWITCHES)
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


def measure_match(address: str) -> tuple[float, int]:
    """Seconds until a match can be played in a browser that has never seen it, and bytes sent."""
    from playwright.sync_api import sync_playwright

    wanted = json.dumps({"rules": "amsterdam", "opponent": "computer", "side": "1"}).encode()
    headers = {"content-type": "application/json"}
    with urlopen(Request(f"{address}/api/matches", wanted, headers)) as answer:
        url = json.load(answer)["url"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=_SWITCHES)
        times = [_open_match(browser, url) for _ in range(_TRIES)]
        browser.close()
    return median(seconds for seconds, _ in times), times[0][1]


def _open_match(browser: Browser, url: str) -> tuple[float, int]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    sizes: list[int] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_LINE)
    begun = time.monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("#board [data-cell]", state="attached")
    seconds = time.monotonic() - begun
    context.close()
    return seconds, int(sum(sizes))


def report(address: str) -> list[str]:
    """The lines of the report."""
    lines = [f"first page on a phone, processor {SLOWER} times slower, milliseconds until:"]
    for name, path in (("front page", "/"), ("bare page", "/healthz")):
        page = measure(address, path)
        lines.append(
            f"  {name:10}  painted {page.painted:6,.0f}   usable {page.ready:6,.0f}"
            f"   loaded {page.loaded:6,.0f}"
        )
    seconds, sent = measure_match(address)
    lines.append("match page at 400 ms round trip and 50 kB/s:")
    lines.append(f"  can be played after {seconds:.1f} s; {sent:,} bytes")
    return lines


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1])))


def _chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-headless-shell")
