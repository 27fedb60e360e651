"""Debian's Chromium, as the tests start it."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

# The headless shell draws the same pages as the whole browser with two thirds of the processor
# time: it has no windows, whose own pages would be rendered beside each of ours.
_PROGRAMS = ("chromium-headless-shell", "chromium")
_SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def launch(playwright: Playwright) -> Browser:
    """Starts the browser that ``make test`` installs."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        raise RuntimeError("Chromium is not installed: make test installs it")
    return playwright.chromium.launch(executable_path=program, args=_SWITCHES)
