"""A real browser, a real server, and people who meet there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.processes import ServerProcess
from tests.web.people import Meet, Person

_SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


# For this package only: as long as it is open, no other test could run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise RuntimeError("Chromium is not installed: make test installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all tests in the browser share: each of them has matches of its own."""
    folder = tmp_path_factory.mktemp("site")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    yield running
    running.close()


@pytest.fixture
def meet(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Meet]:
    """Brings people to a server, and afterwards sees to it that no browser had complaints."""
    people: list[Person] = []

    def come(address: str | None = None, **how: Any) -> Person:
        if address is None:
            site: ServerProcess = request.getfixturevalue("site")
            address = site.address
        person = Person(browser, address, **how)
        people.append(person)
        return person

    yield come
    complaints = [person.wrong for person in people]
    for person in people:
        person.leave()
    assert not any(complaints), complaints
