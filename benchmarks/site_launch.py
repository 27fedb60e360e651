"""How soon the edition without a server is there without a network, on a fast or a slow device.

``python -m benchmarks.site_launch [SLOWER]`` builds a site, visits it, plays a move, ends the
browser and takes the network away. Then it starts the browser anew and opens the front page and the
match; the least of several runs counts. With 4 the whole browser runs only a quarter of the time,
workers and all, as if its processor were four times slower.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from time import perf_counter

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from benchmarks.level_times_in_chromium import SWITCHES, program
from menhirs.site.build import Wanted, build
from menhirs.site.file_server import file_server
from menhirs.site.folder import write
from menhirs.web.languages import LANGUAGES

RUNS = 5
_SLICE = 0.01
"""Seconds that a slow browser runs before it is halted."""
_KEPT = """async () => {
    const home = document.baseURI.replace(/en\\/.*/, 'en/');
    const memories = await (await caches.open('menhirs memory')).keys();
    const kept = memories.length && await caches.match(`${home}you/games/`);
    return Boolean(kept && navigator.serviceWorker.controller);
}"""


def main() -> None:
    slower = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, profile = Path(name) / "site", Path(name) / "profile"
        write(build(Wanted(languages=[LANGUAGES["en"]])), folder)
        server = file_server(folder)
        home = f"http://127.0.0.1:{server.server_address[1]}/en/"
        match = _visit(playwright, profile, home, server)
        times = [_launch(playwright, profile, home, match, slower) for _ in range(RUNS)]
    load = os.getloadavg()[0]
    print(f"{slower} times slower, least of {RUNS} runs, load {load:.1f}, seconds:")
    for what, seconds in zip(
        ("front page", "match in play"), zip(*times, strict=True), strict=True
    ):
        print(f"  {what:14} {min(seconds):5.2f}   ({', '.join(f'{one:.2f}' for one in seconds)})")


def _visit(playwright: Playwright, profile: Path, home: str, server: ThreadingHTTPServer) -> str:
    """The first visit, with a network; the address of the match that was begun."""
    Thread(target=server.serve_forever, daemon=True).start()
    browser = _browser(playwright, profile)
    page = browser.pages[0]
    page.goto(home)
    page.click("#computer > summary")
    page.click("#computer [name=rules][value=base].start")
    page.wait_for_selector("#main.yours", timeout=0)
    match = page.url
    while not page.evaluate(_KEPT):
        page.wait_for_timeout(100)
    browser.close()
    server.shutdown()
    server.server_close()
    return match


def _launch(
    playwright: Playwright, profile: Path, home: str, match: str, slower: int
) -> tuple[float, float]:
    """Seconds until the front page can be used, and until a match can be played on."""
    times = []
    for address, sign in ((home, "#computer > summary"), (match, "#main.yours")):
        browser = _browser(playwright, profile)
        page = browser.pages[0]
        with _slowed(profile, slower):
            begin = perf_counter()
            page.goto(address, wait_until="commit", timeout=0)
            page.wait_for_selector(sign, timeout=0)
            times.append(perf_counter() - begin)
        browser.close()
    return times[0], times[1]


def _browser(playwright: Playwright, profile: Path) -> BrowserContext:
    return playwright.chromium.launch_persistent_context(
        profile, executable_path=program(), args=SWITCHES
    )


@contextmanager
def _slowed(profile: Path, slower: int) -> Iterator[None]:
    """Halts all processes of the browser most of the time."""
    if slower == 1:
        yield
        return
    root = _root(profile)
    over = Event()

    def work() -> None:
        while not over.wait(_SLICE):
            halted = _family(root)
            for process in halted:
                _signal(process, signal.SIGSTOP)
            over.wait(_SLICE * (slower - 1))
            for process in halted:
                _signal(process, signal.SIGCONT)

    thread = Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _root(profile: Path) -> int:
    """The process of the browser that uses a profile."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            words = _read(folder / "cmdline").split("\0")
            if f"--user-data-dir={profile}" in words and "--type=" not in " ".join(words):
                return int(folder.name)
    raise RuntimeError("the browser is gone")


def _family(root: int) -> list[int]:
    """A process and all that it has started."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (told := _read(folder / "stat")):
            parents[int(folder.name)] = int(told.rpartition(")")[2].split()[1])
    found = [root]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it has ended
        return ""


def _signal(process: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, what)


if __name__ == "__main__":
    main()
