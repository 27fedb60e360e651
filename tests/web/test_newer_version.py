"""A newer version of the static site: fetched, announced, and loaded when no game is open.

The host has one version or the other, never both: the older one works only from what the browser
has stored.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from menhirs.site.folder import MARK, write
from tests.web.games import find_game
from tests.web.homes import StaticHome
from tests.web.people import Meet, Person
from tests.web.test_without_a_server import (
    NO_NETWORK,
    begin_against_the_computer,
    moves,
    place_anywhere,
    wait_until_kept,
)
from tests.web.versions import Files, changed, files_of, kept_versions, look_for_newer, version

NEW = "newer"
ONE_VERSION = """async () => {
    const names = await caches.keys();
    return names.filter(name => name.startsWith('menhirs /')).length === 1;
}"""
BROKEN_UPDATE = f"{NO_NETWORK}|ServiceWorker script|A bad HTTP response"


@pytest.fixture
def folder(static_folder: Path, tmp_path: Path) -> Path:
    """A site of its own: other tests want theirs as it is."""
    return Path(shutil.copytree(static_folder, tmp_path / StaticHome.NESTED))


@pytest.fixture
def home(folder: Path) -> Iterator[StaticHome]:
    home = StaticHome(folder)
    yield home
    home.stop()


@pytest.fixture
def newer(folder: Path) -> Files:
    return changed(files_of(folder), NEW)


def other_tab(person: Person) -> Person:
    """The person in another tab."""
    other = Person.__new__(type(person))
    other.__dict__.update(person.__dict__)
    other.page = person.new_page()
    return other


def waits_for_newer(person: Person) -> None:
    """Waits until the page has loaded itself anew."""
    person.page.wait_for_selector(f"link[href*='static/{NEW}/']", state="attached")


def visit(person: Person) -> str:
    """Comes for the first time and stays until all is kept; the version that was there."""
    person.open("/about")
    wait_until_kept(person)
    return version(person)


def test_a_newer_version_is_fetched_told_and_taken_when_asked_for(
    newer: Files, folder: Path, meet: Meet
) -> None:
    person = meet()
    first = visit(person)
    write(newer, folder)
    person.page.reload()  # the browser looks for a newer version by itself
    assert version(person) == first
    person.waits_for_words("#newer", "A new version is here.")
    assert kept_versions(person) == 2
    # Not while a game is open.
    game = other_tab(person)
    game.open("/m/some")
    person.page.click("#newer button")
    person.waits_for_toast("A game is open in another tab.")
    assert version(person) == first
    game.page.close()
    with person.page.expect_navigation():
        person.page.click("#newer button")
    assert version(person) == NEW
    person.waits_until(ONE_VERSION)


@pytest.mark.long
def test_it_waits_for_the_end_of_a_game_which_goes_on_in_it(
    newer: Files, folder: Path, home: StaticHome, meet: Meet
) -> None:
    person = meet(expects=NO_NETWORK)
    first = visit(person)
    begin_against_the_computer(person)
    place_anywhere(person, 0)
    game = person.page.url
    write(newer, folder)
    person.page.reload()
    person.waits_for_toast("A new version will load after your game.")
    # Neither a page that opens nor somebody who asks takes it while the game is open.
    other = other_tab(person)
    other.open("/about")
    other.waits_for("#newer")
    other.page.click("#newer button")
    other.waits_for_toast("A game is open in another tab.")
    assert version(other) == version(person) == first
    other.page.close()
    # The host has nothing of the older version any more, and it plays on.
    person.page.reload()
    person.waits_for("#main.yours")
    place_anywhere(person, 2)
    played = moves(person.page)
    assert len(played) == 4 and version(person) == first
    # The game is left: the first page that opens is of the newer version, by itself.
    person.open("/about")
    waits_for_newer(person)
    person.waits_until(ONE_VERSION)
    with home.gone():
        person.page.goto(game)
        person.waits_for("#main.yours")
        assert version(person) == NEW and moves(person.page) == played
        place_anywhere(person, 4)


@pytest.mark.long
def test_whoever_asks_takes_it_for_all_tabs(newer: Files, folder: Path, meet: Meet) -> None:
    person = meet()
    first = visit(person)
    reading = other_tab(person)
    reading.open("/rules")
    write(newer, folder)
    assert look_for_newer(person) == "installed"
    person.page.reload()  # another tab is open: it might be in the middle of something
    person.waits_for("#newer")
    assert version(person) == version(reading) == first
    with reading.page.expect_navigation(), person.page.expect_navigation():
        person.page.click("#newer button")
    assert version(person) == version(reading) == NEW


@pytest.mark.long
@pytest.mark.parametrize("wrong", ["missing", "damaged", "of the older version"])
def test_a_file_that_is_not_right_leaves_the_older_version_as_it_is(
    wrong: str, newer: Files, folder: Path, home: StaticHome, meet: Meet
) -> None:
    person = meet(expects=BROKEN_UPDATE)
    first = visit(person)
    page = folder / "en/rules/index.html"
    was = page.read_bytes()
    write(newer, folder)
    if wrong == "missing":
        page.unlink()
    else:
        page.write_bytes(was if "older" in wrong else newer["en/rules/index.html"][:-1])
    assert look_for_newer(person) == "redundant"
    person.page.reload()
    assert version(person) == first and not person.sees("#newer")
    with home.gone():
        person.open("/rules")
        person.waits_for("h1")
        assert version(person) == first
    write(newer, folder)
    assert look_for_newer(person) == "installed"
    person.open("/about")
    waits_for_newer(person)


@pytest.mark.long
def test_a_network_that_goes_away_meanwhile_costs_only_what_was_not_there_yet(
    newer: Files, folder: Path, home: StaticHome, meet: Meet
) -> None:
    person = meet(expects=BROKEN_UPDATE)
    first = visit(person)
    write(newer, folder)
    home.answers_left = 40
    assert look_for_newer(person) == "redundant"
    person.page.reload()
    assert version(person) == first
    listed = sum(path not in ("sw.js", MARK) for path in newer)
    home.answers_left = listed  # more than it needs now
    assert look_for_newer(person) == "installed"
    assert home.answers_left > 30


@pytest.mark.long
def test_tabs_of_both_versions_play_the_same_game(
    newer: Files, folder: Path, home: StaticHome, meet: Meet
) -> None:
    """As after a reload past the service worker, which any visitor can do."""
    game = find_game("base", lambda game: len(game.actions) > 8)
    person = meet()
    first = visit(person)
    home.sit_down(person, game.until(4))
    write(newer, folder)
    other = other_tab(person)
    session = person.context.new_cdp_session(other.page)
    session.send("Network.enable")
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    other.page.goto(person.page.url)
    other.waits_for("#main.yours")
    assert version(person) == first and version(other) == NEW
    for ply, one in ((5, person), (6, other)):
        one.type_move(game.texts[ply - 1])
        for both in (person, other):
            both.waits_for_ply(ply)
