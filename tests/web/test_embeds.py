"""A page of another site shows our pictures and widgets, and can frame nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import PuzzleKind
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import ending
from tests.web.homes import AT_BOTH, Home, StaticHome
from tests.web.moments import match_at
from tests.web.people import Meet

MOVES = "+a1 +d5 +b2 +g3"
GAME = ending()
LINE = "base8 ..M/..../....M/.M...M/...MM/..../M.. 1 1 place 2,2 - - -"
FREE = next(one for one in PUZZLES.puzzles.values() if one.kind is PuzzleKind.FREE)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder and the address of another site."""
    folder = tmp_path_factory.mktemp("elsewhere")
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=host.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{host.server_port}"
    host.shutdown()
    host.server_close()


def framed(address: str, name: str = "a", width: int = 480, height: int = 560) -> str:
    return f'<iframe id="{name}" width={width} height={height} src="{address}"></iframe>'


def shown(browser: Browser, elsewhere: tuple[Path, str], body: str) -> Page:
    folder, address = elsewhere
    (folder / "page.html").write_text(f"<!doctype html><title>Elsewhere</title>{body}")
    page = browser.new_page()
    page.goto(f"{address}/page.html")
    return page


def test_another_site_shows_pictures_and_a_game(
    browser: Browser, site: ServerProcess, elsewhere: tuple[Path, str]
) -> None:
    match = site.address + match_at(site.address, "over").path
    frame = match.replace("/m/", "/embed/m/")
    picture = f'<img id="p" src="{match}/picture.svg">'
    page = shown(browser, elsewhere, picture + framed(frame))
    assert page.evaluate("document.querySelector('#p').decode().then(() => true)")
    widget = page.frame_locator("iframe")
    expect(widget.locator("#board svg").first).to_be_visible()
    words = widget.locator("#words")
    expect(words).not_to_have_text("")
    last = words.inner_text()
    widget.get_by_role("button", name="One step back").click()
    expect(words).not_to_have_text(last)
    widget.get_by_role("button", name="To the start").press("ArrowRight")
    expect(words).to_have_text(last)
    assert page.frames[1].evaluate("document.cookie + Object.keys(localStorage)") == ""
    assert page.context.cookies() == []
    page.close()


def test_a_puzzle_is_solved_and_a_position_played_on_in_a_frame(
    browser: Browser, site: ServerProcess, elsewhere: tuple[Path, str]
) -> None:
    puzzle_address = f"{site.address}/embed/puzzles/{FREE.id}?theme=dark"
    position_address = f"{site.address}/embed/position?position={LINE}"
    frames = framed(puzzle_address, "a") + framed(position_address, "b", 320, 400)
    page = shown(browser, elsewhere, frames)
    puzzle = page.frame_locator("#a")
    expect(puzzle.get_by_role("button", name="Hint")).to_be_visible()
    puzzle.get_by_role("button", name="Hint").click()
    position = page.frame_locator("#b")
    words = position.locator("#words")
    expect(words).not_to_have_text("")
    before = words.inner_text()
    position.locator('#board [data-cell="d3"]').click()
    expect(words).not_to_have_text(before)
    position.get_by_role("button", name="One step back").click()
    expect(words).to_have_text(before)
    for frame in page.frames[1:]:
        for side in ("Height", "Width"):
            assert frame.evaluate(f"document.documentElement.scroll{side} <= inner{side}")
    page.close()


def test_nothing_else_can_be_framed(
    browser: Browser, site: ServerProcess, elsewhere: tuple[Path, str]
) -> None:
    page = shown(
        browser,
        elsewhere,
        "".join(
            f'<iframe src="{site.address}{path}"></iframe>' for path in ("/", "/puzzles", "/you")
        ),
    )
    for frame in page.frames[1:]:
        assert frame.locator("header.top").count() == 0
    page.close()


@pytest.mark.long
def test_the_site_without_a_server_offers_widgets_as_files(
    browser: Browser, static_home: StaticHome, elsewhere: tuple[Path, str]
) -> None:
    root, about = static_home.address, {"position": LINE}

    def widget(path: str, **asked: str) -> tuple[Page, FrameLocator]:
        page = shown(browser, elsewhere, framed(f"{root}{path}?{urlencode(asked)}"))
        page.set_default_timeout(PATIENCE * 1000)
        frame = page.frame_locator("#a")
        frame.locator("#words:not(:empty), .embed-problem").first.wait_for()
        return page, frame

    page, frame = widget("nl/embed/puzzles/", id="today")
    frame.get_by_role("button", name="Hint").click()
    frame.locator(".mb-bubble:not([hidden]), #words:not(:empty)").first.wait_for()
    assert frame.locator("html").get_attribute("lang") == "nl"
    page.close()

    page, frame = widget("en/embed/position/", **about)
    before = frame.locator("#words").inner_text()
    frame.locator('#board [data-cell="d3"]').click()
    frame.locator("#words", has_not_text=before).wait_for()
    page.close()

    page, frame = widget("en/embed/game/", **about, moves=MOVES, theme="dark")
    assert "g3" in frame.locator("#words").inner_text()
    frame.get_by_role("button", name="One step back").click()
    frame.locator("#words", has_text="b2").wait_for()
    assert frame.locator("html").get_attribute("data-theme") == "dark"
    page.close()

    page, frame = widget("en/embed/puzzles/", id="nothing")
    assert frame.locator(".embed-problem").inner_text()
    page.close()


@AT_BOTH
def test_the_html_of_a_game_that_is_over_shows_its_last_move(home: Home, meet: Meet) -> None:
    person = meet()
    home.show_game(person, GAME)
    person.page.click("#over-share")
    person.page.wait_for_selector("textarea.snippet", state="attached")
    snippet = person.page.locator("textarea.snippet").input_value()
    frame = re.search(r'src="([^"]+)"', snippet)
    assert frame
    widget = person.page.context.new_page()
    widget.set_default_timeout(PATIENCE * 1000)
    widget.goto(unescape(frame[1]))
    widget.locator("#words:not(:empty)").wait_for()
    last = widget.locator("#words").inner_text()
    widget.get_by_role("button", name="One step back").click()
    widget.locator("#words", has_not_text=last).wait_for()
    widget.close()


@AT_BOTH
def test_sharing_a_puzzle_gives_the_html_of_its_widget(home: Home, meet: Meet) -> None:
    person = meet()
    person.open(f"/puzzles/{FREE.id}")
    person.page.click("#share")
    (html, daily) = person.page.locator("textarea.snippet").all()
    for snippet in (html, daily):
        frame = re.search(r'src="([^"]+)"', snippet.input_value())
        assert frame
        widget = person.page.context.new_page()
        widget.goto(unescape(frame[1]))
        widget.set_default_timeout(PATIENCE * 1000)
        widget.locator("#buttons button").first.wait_for()
        widget.close()
