"""The two pictures of README: the page that they show, and a description to notice changes by.

``make screenshots`` takes them. Pixels differ from machine to machine, so the test compares a
description of the page instead: its visible controls and texts, with their places in a coarse grid.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser

from menhirs.core.actions import Move
from menhirs.core.state import Phase
from tests.web.games import find_moment
from tests.web.hands import Mouse
from tests.web.matches import Match
from tests.web.people import Person

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
DESCRIPTION = FOLDER / "match.json"
_WAYS: tuple[tuple[str, bool, Literal["light", "dark"]], ...] = (
    ("match-desktop-light", False, "light"),
    ("match-phone-dark", True, "dark"),
)

# Places are rounded to 60 pixels: fonts differ a little.
_DESCRIBE = """() => {
    const hidden = { visibilityProperty: true, opacityProperty: true };
    const seen = (node) => node.checkVisibility(hidden);
    const place = ({ x, y }) => [x, y].map((length) => Math.round(length / 60));
    const controls = [...document.querySelectorAll("h1, a, button, [role=tab], #status, #board")];
    const shown = controls.filter((node) => seen(node) && !node.parentElement.closest("#board"));
    return shown.map((node) => [
        node.id || node.tagName.toLowerCase(),
        node.id === "board" ? "" : node.textContent.replace(/\\s+/g, " ").trim().slice(0, 40),
        ...place(node.getBoundingClientRect()),
    ]);
}"""


def describe_pages(browser: Browser, address: str, folder: Path | None = None) -> dict[str, Any]:
    """The descriptions of both pages; with a folder also takes their pictures."""
    game = find_moment("amsterdam", lambda now: now.phase is Phase.MOVE and now.round == 8)
    found: dict[str, Any] = {}
    for name, phone, theme in _WAYS:
        match = Match.of(address, game)
        person = Person(browser, address, phone=phone, is_mobile=phone, color_scheme=theme)
        person.sit(match)
        move = next(act for act in game.position.legal_actions() if isinstance(act, Move))
        Mouse(person.page).choose(game.position.geometry.names_of(move.tiles)[0])
        person.waits_for("#board.has-choice, .mb-held:not(:empty), .mb-arrow")
        found[name] = person.page.evaluate(_DESCRIBE)
        if folder is not None:
            person.page.wait_for_timeout(500)
            person.page.screenshot(path=str(folder / f"{name}.png"))
        person.leave()
    return found


def write_pictures(browser: Browser, address: str) -> None:
    """Takes the pictures, and writes the description beside them."""
    text = json.dumps(describe_pages(browser, address, FOLDER), indent=1, ensure_ascii=False)
    DESCRIPTION.write_text(f"{text}\n", encoding="utf-8")
