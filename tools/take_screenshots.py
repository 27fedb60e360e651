"""Takes pictures of the main pages: desktop and phone, light and dark, on a server of its own.

Run as ``python -m tools.take_screenshots [FOLDER]``; ``make screenshots`` puts them into
``build/screenshots``. Look at them after every change of the pages.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Page, sync_playwright
from tests.chromium import launch

SIZES = {"desktop": (1280, 860), "phone": (360, 740)}
THEMES = ("light", "dark")
PORT = 8399
ADDRESS = f"http://127.0.0.1:{PORT}"

_GAME = ["*a1", "*g3", "+c3", "+d4", "+e3", "+c4", "+d2", "+e4"]
"""The beginning of a game with the menhirs set up so:"""
_MENHIRS = "a1 b3 c2 d5 e2 f3 g3"


@contextmanager
def server() -> Iterator[None]:
    """A server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(str(Path(sys.executable).with_name("menhirs")), "serve", "--no-browser"),
            *("--port", str(PORT), "--database", f"sqlite:///{folder}/screenshots.sqlite"),
        ]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    httpx2.get(f"{ADDRESS}/healthz")
                    break
                except httpx2.TransportError:
                    time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait()


def new_match(**wanted: Any) -> dict[str, Any]:
    """A match with the menhirs always in the same places."""
    made: dict[str, Any] = httpx2.post(
        f"{ADDRESS}/api/matches", json={"layout": "hand", "menhirs": _MENHIRS, **wanted}
    ).json()
    return made


def play(match: dict[str, Any], actions: list[str]) -> None:
    """Plays actions at a shared screen."""
    address = f"{ADDRESS}/api/matches/{match['match']}"
    key = {"Authorization": f"Bearer {match['secret']}"}
    for action in actions:
        state = httpx2.get(address, headers=key).json()["state"]
        answer = httpx2.post(
            f"{address}/actions", headers=key, json={"state": state, "action": action}
        )
        answer.raise_for_status()


def sit_down(page: Page, match: dict[str, Any]) -> str:
    """Gives the browser the seat's cookie; returns the page's address."""
    path = f"/m/{match['match']}"
    page.context.add_cookies(
        [{"name": "seat", "value": match["secret"], "domain": "127.0.0.1", "path": path}]
    )
    return ADDRESS + path


def shots(page: Page) -> Iterator[str]:
    """Opens one page after the other and names it when it is ready for the picture."""
    page.goto(f"{ADDRESS}/you")
    yield "you-nobody"
    page.goto(f"{ADDRESS}/")
    yield "home"
    page.click("#computer > summary")
    yield "home-computer"
    match = new_match(opponent="shared")
    page.goto(sit_down(page, match))
    page.wait_for_selector("#board svg")
    yield "flip"
    play(match, _GAME)
    page.wait_for_timeout(1200)
    yield "move"
    page.get_by_role("button", name="c3").first.click()
    page.wait_for_timeout(300)
    yield "selected"
    play(match, ["c2-SW"])
    page.wait_for_timeout(1200)
    yield "remove"
    play(match, ["resign"])
    page.wait_for_timeout(1200)
    yield "over"
    friend = new_match(opponent="friend", side="1", clock="live")
    page.goto(sit_down(page, friend))
    page.wait_for_timeout(800)
    yield "waiting"
    page.goto(f"{ADDRESS}/")
    yield "home-games"
    page.goto(f"{ADDRESS}/you/games?since=2020-01-01")
    yield "your-games"
    page.goto(f"{ADDRESS}/rules")
    yield "rules"
    page.goto(f"{ADDRESS}/you")
    yield "you"
    page.click("form[action='/you/link'] button")
    yield "you-link"
    page.goto(f"{ADDRESS}/you/delete")
    yield "you-delete"
    page.goto(f"{ADDRESS}/privacy")
    yield "privacy"
    page.goto(f"{ADDRESS}/tournaments/new")
    page.fill("[name=name]", "Club evening")
    page.check("[value=tables]", force=True)
    page.check("[value=hand]", force=True)
    yield "tournament-new"
    page.click("form.hall-form .primary")
    page.fill("#names", "Anna\nBram\nChris\nDora")
    page.click(".add-players button")
    page.click("text=Start the tournament")
    page.wait_for_selector(".pairings")
    yield "tournament"
    page.goto(f"{page.url}/projector")
    yield "tournament-projector"
    page.goto(f"{ADDRESS}/clock")
    yield "table-clock"
    page.goto(f"{ADDRESS}/m/nowhere")
    yield "error"


def main(folder: Path) -> None:
    """Takes all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with server(), sync_playwright() as playwright:
        browser = launch(playwright)
        for size, (width, height) in SIZES.items():
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    has_touch=size == "phone",
                    locale="en-GB",
                )
                page = context.new_page()
                for name in shots(page):
                    page.screenshot(path=str(folder / f"{name}-{size}-{theme}.png"))
                    print(f"{name}-{size}-{theme}.png", file=sys.stderr)
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"))
