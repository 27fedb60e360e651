"""Takes pictures of every page in every state that matters, in all sizes, light and dark.

Run as ``python -m tools.take_screenshots [FOLDER] [--only PATTERN] [--sizes 390x844 …]``, or as
``make screenshots``, which puts them into ``build/screenshots``. The states are the views of
``tests/web/views.py``. Without ``--only`` README's two pictures are taken too. Look at the pictures
after every change of the pages, one by one; what can be measured (texts that are cut or covered,
scrollers in scrollers) is printed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright
from tests.chromium import launch
from tests.server.processes import ServerProcess
from tests.web.frame_measures import SIZES, faults
from tests.web.people import Person
from tests.web.readme_pictures import write_pictures
from tests.web.views import NOT_FOUND, VIEWS

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SETTLED = 250
"""Milliseconds in which colours glide to the other theme."""


def main(arguments: list[str]) -> None:
    """Takes all pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/screenshots"))
    parser.add_argument(
        "--only", default="", help="views whose names match, as `match|home`, or `readme`"
    )
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--language", default="en")
    wanted = parser.parse_args(arguments)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    views = [view for view in VIEWS if re.search(wanted.only, view)]
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{kept}/screenshots.sqlite", Path(kept) / "log")
        browser = launch(playwright)
        if not wanted.only or wanted.only == "readme":
            write_pictures(browser, server.address)
        for view in views:
            # What has a finger comes as a phone does.
            for touch in (False, True):
                sizes = [size for size in wanted.sizes if (SIZES[size]["width"] < 900) is touch]
                if sizes:
                    _take(view, sizes, browser, server.address, wanted.folder, wanted.language)
        browser.close()
        server.close()


def _take(
    view: str, sizes: list[str], browser: Browser, address: str, folder: Path, language: str
) -> None:
    is_phone = SIZES[sizes[0]]["width"] < 900
    person = Person(
        browser, address, phone=is_phone, is_mobile=is_phone, locale=language, expects=NOT_FOUND
    )
    page = person.page
    page.set_viewport_size(SIZES[sizes[0]])
    VIEWS[view](person, address)
    for size in sizes:
        page.set_viewport_size(SIZES[size])
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(SETTLED)
            name = re.sub(r"\W+", "-", view)
            page.screenshot(path=str(folder / f"{name}-{size}-{theme}.png"))
        for fault in faults(page):
            print(f"{view}, {size}: {fault}", file=sys.stderr)
    person.leave()


if __name__ == "__main__":
    main(sys.argv[1:])
