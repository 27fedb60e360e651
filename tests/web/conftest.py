"""A real browser, a real server, and people who meet there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from menhirs.site.build import Wanted, build
from menhirs.site.folder import write
from menhirs.web.languages import FINISHED, LANGUAGES
from tests.chromium import launch
from tests.server.processes import ServerProcess
from tests.thoroughness import is_long
from tests.web.board_demo import serving
from tests.web.board_page import BoardPage, Opener
from tests.web.homes import Home, ServedHome, StaticHome
from tests.web.people import Meet, Person


# For this package only: as long as it is open, no other test could run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all tests in the browser share: each of them has matches of its own."""
    folder = tmp_path_factory.mktemp("site")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    yield running
    running.close()


@pytest.fixture(scope="package")
def static_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The edition without a server, for all tests of it: in English, or in all languages."""
    folder = tmp_path_factory.mktemp("host") / StaticHome.NESTED
    codes = list(FINISHED) if is_long() else ["en"]
    write(build(Wanted(languages=[LANGUAGES[code] for code in codes])), folder)
    return folder


@pytest.fixture(scope="package")
def static_home(static_folder: Path) -> Iterator[StaticHome]:
    """The static site on a web host."""
    home = StaticHome(static_folder)
    yield home
    home.stop()


@pytest.fixture
def home(request: pytest.FixtureRequest) -> Home:
    """Where the test plays; at the server unless it says otherwise."""
    if getattr(request, "param", "server") == "static":
        static: StaticHome = request.getfixturevalue("static_home")
        return static
    return ServedHome(request.getfixturevalue("site"))


@pytest.fixture
def meet(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Meet]:
    """Brings people to a home, and afterwards sees to it that no browser had complaints."""
    people: list[Person] = []

    def come(address: str | None = None, **how: Any) -> Person:
        if address is None:
            home: Home = request.getfixturevalue("home")
            person = home.person(browser, **how)
        else:
            person = Person(browser, address, **how)
        people.append(person)
        return person

    yield come
    complaints = [person.wrong for person in people]
    for person in people:
        person.leave()
    assert not any(complaints), complaints


@pytest.fixture(scope="package")
def tables(browser: Browser) -> Iterator[dict[bool, BoardPage]]:
    """A page on a desktop, and one on a phone that is 360 pixels wide."""
    with serving() as address:
        desktop = browser.new_page(viewport={"width": 720, "height": 820})
        phone = browser.new_page(viewport={"width": 360, "height": 560}, has_touch=True)
        tables = {False: BoardPage(desktop), True: BoardPage(phone)}
        for table in tables.values():
            table.page.goto(address)
            table.page.wait_for_selector("html[data-ready]")
        yield tables
        for table in tables.values():
            table.page.close()


@pytest.fixture
def table(tables: dict[bool, BoardPage]) -> Iterator[Opener]:
    """Sets up a new board on one of the pages."""

    def opener(line: str, actions: str = "", *, phone: bool = False, **settings: Any) -> BoardPage:
        tables[phone].open(line, actions, {"animation": "off"} | settings)
        return tables[phone]

    yield opener
    for one in tables.values():
        assert one.wrong == []  # the content security policy complains here too
