"""The edition without a server: no network, closed tabs, two tabs, refusals, languages, files.

That one plays, learns and looks back there as at a server is tested by the tests that run at both
homes (``homes.AT_BOTH``).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from menhirs.core.actions import Claim, other
from menhirs.notation.record import read_record
from tests.server.processes import ServerProcess
from tests.thoroughness import is_long
from tests.web.frame_measures import faults
from tests.web.games import claimable, find_game, find_moment, winning_move
from tests.web.hands import Keyboard, Mouse
from tests.web.homes import StaticHome
from tests.web.people import DESKTOP, Meet, Person
from tests.web.test_pages import violations

NO_NETWORK = "ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|Failed to load resource"
pytestmark = pytest.mark.parametrize("home", ["static"], indirect=True)

_KEPT = """async () => {
    const home = document.baseURI.replace(/en\\/.*/, 'en/');
    return Boolean(await caches.match(`${home}you/games/`) && navigator.serviceWorker.controller);
}"""

_OFFLINE_PAGES_KEPT = """async () => Boolean(
    await caches.match('/offline/en/you/games/') && navigator.serviceWorker.controller
)"""


def wait_until_kept(person: Person) -> None:
    """Waits until the browser has all files of the site, and answers with them."""
    person.waits_until(_KEPT)


def begin_against_the_computer(person: Person) -> None:
    keys = Keyboard(person.page)
    person.open("/")
    keys.press("#computer > summary")
    person.page.check("#level-1", force=True)
    person.page.click("#computer [name=rules][value=base].start")
    person.waits_for("#main.yours")


def place_anywhere(person: Person, ply: int) -> None:
    """Does the first thing that is offered, and waits for the computer's answer."""
    action = person.page.evaluate("document.querySelector('#typed-list option').value")
    person.type_move(action)
    person.waits_for_ply(ply + 2)
    person.waits_for("#main.yours")


def moves(page: Page) -> list[str]:
    page.wait_for_selector("#log [data-ply]", state="attached")
    return page.locator("#log .log-move").all_inner_texts()


def test_without_a_network_a_game_is_begun_reloaded_and_found_again(
    home: StaticHome, meet: Meet
) -> None:
    person = meet(expects=NO_NETWORK)
    person.open("/")
    assert person.sees("h1") and person.sees("#computer")  # before Python is there
    person.waits_for(".today:not(.awaited):visible")
    assert violations(person.page) == []
    wait_until_kept(person)
    with home.gone():
        begin_against_the_computer(person)
        place_anywhere(person, 0)
        played, address = moves(person.page), person.page.url
        assert len(played) == 2
        person.page.reload()
        person.waits_for("#main.yours")
        assert moves(person.page) == played
        person.page.close()  # in the middle of the game
        person.page = person.new_page()
        person.page.goto(address)
        person.waits_for("#main.yours")
        assert moves(person.page) == played
        place_anywhere(person, 2)
        assert len(moves(person.page)) == 4


@pytest.mark.long
def test_two_tabs_show_the_same_game_and_both_may_act(home: StaticHome, meet: Meet) -> None:
    game = find_game("base", lambda game: len(game.actions) > 8)
    person = meet()
    home.sit_down(person, game.until(4))
    other = person.new_page()
    other.goto(person.page.url)
    other.wait_for_selector("#main.yours")
    for ply, page in ((5, person.page), (6, other)):
        page.click("#show-more")
        page.fill("#typed-move", game.texts[ply - 1])
        page.press("#typed-move", "Enter")
        for one in (person.page, other):
            one.wait_for_selector(f"#log [data-ply='{ply}'][aria-current]", state="attached")
    assert moves(other) == moves(person.page)


_MEMORY_IS_KEPT = "async () => (await (await caches.open('menhirs memory')).keys()).length === 1"
_SPOIL_THE_MEMORY = """async () => {
    const cache = await caches.open('menhirs memory');
    const [key] = await cache.keys();
    await cache.put(key, new Response('this is no memory'));
}"""


@pytest.mark.long
def test_pages_begin_with_the_memory_of_python_if_it_is_good(home: StaticHome, meet: Meet) -> None:
    """A kept memory that can't be used is a warning, which a person here does not expect."""
    careful = meet()
    begin_against_the_computer(careful)
    place_anywhere(careful, 0)
    careful.waits_until(_MEMORY_IS_KEPT)
    careful.page.reload()
    careful.waits_for("#main.yours")


@pytest.mark.long
def test_a_memory_that_is_none_is_not_used(home: StaticHome, meet: Meet) -> None:
    person = meet(expects="napshot|emory")
    begin_against_the_computer(person)
    place_anywhere(person, 0)
    person.waits_until(_MEMORY_IS_KEPT)
    matches = {person.match_id}
    for _ in range(2):  # what wakes up twice does not do everything as it did before
        begin_against_the_computer(person)
        matches.add(person.match_id)
    assert len(matches) == 3
    place_anywhere(person, 0)
    played = moves(person.page)
    person.page.evaluate(_SPOIL_THE_MEMORY)
    person.page.reload()
    person.waits_for("#main.yours")
    assert moves(person.page) == played
    place_anywhere(person, 2)


@pytest.mark.long
@pytest.mark.parametrize("right", [True, False])
def test_a_claim_in_time_at_one_screen(right: bool, home: StaticHome, meet: Meet) -> None:
    """The three seconds are the referee's, who is in this browser too (A9)."""
    game = find_moment("amsterdam", lambda position: claimable(position, right=right))
    person = meet()
    home.sit_down(person, game.until(len(game.actions) - 1), claims="timed")
    claimant = other(game.position.player)
    person.type_move(game.texts[-1])
    person.waits_for_ply(len(game.actions))
    Mouse(person.page).hold(f"#claim-{claimant} .claim")
    if right:
        person.waits_for("#main[data-phase=prove]")
        claimed = game.position.play(Claim())
        Mouse(person.page).play(winning_move(claimed), claimed)
    person.waits_for("#main[data-phase=over]")
    assert home.told(person)["outcome"]["winner"] == (claimant if right else other(claimant))


@pytest.mark.long
def test_everything_is_saved_to_a_file_and_read_in_another_browser(
    home: StaticHome, meet: Meet, tmp_path: Path
) -> None:
    game = find_game("base", lambda game: True)
    ann, bob = meet(), meet()
    home.sit_down(ann, game)
    ann.page.evaluate("localStorage.setItem('menhirs.learn', '{\"done\": [\"pushing-1\"]}')")
    ann.open("/you/games")
    ann.waits_for(".game-card")
    with ann.page.expect_download() as saved:
        ann.page.click("#save-everything")
    saved.value.save_as(file := tmp_path / "menhirs.json")
    assert json.loads(file.read_text("utf-8"))
    with ann.page.expect_download() as saved:
        ann.page.click("#save-records")
    saved.value.save_as(records := tmp_path / "games.menhirs")
    assert read_record(records.read_text("utf-8")).actions == game.actions
    bob.open("/you/games")
    bob.page.evaluate("localStorage.setItem('menhirs.learn', '{\"done\": [\"pushing-2\"]}')")
    bob.waits_for("#no-games")
    bob.page.set_input_files("#everything-file", records)
    bob.waits_for_toast("is not a file with all your games")
    for _ in range(2):  # twice is once
        bob.page.set_input_files("#everything-file", file)
        bob.waits_for_toast("The file has been read.")
        bob.waits_for(".game-card")
    assert bob.get(".game-card").count() == 1
    learnt = json.loads(bob.page.evaluate("localStorage.getItem('menhirs.learn')"))
    assert sorted(learnt["done"]) == ["pushing-1", "pushing-2"]
    assert violations(bob.page) == []
    bob.page.click(".game-card a")
    bob.waits_for("#main[data-phase=over]")
    assert bob.text("#status") == home.told(bob)["outcome"]["text"]


@pytest.mark.long
def test_a_record_becomes_a_game_to_go_on_with(home: StaticHome, meet: Meet) -> None:
    game = find_game("base", lambda game: len(game.actions) > 8)
    person = meet()
    home.sit_down(person, game.until(5))
    with person.page.expect_download() as saved:
        person.show("more")
        person.page.click("text=Download the record")
    record = Path(saved.value.path()).read_text("utf-8")
    person.open("/you/games")
    person.waits_for(".game-card")
    person.page.fill("#bring-record", record.replace("[Rules", "[Rule"))
    person.page.click("#bring-game button")
    person.waits_for_toast("[Rules …] is missing")
    person.page.fill("#bring-record", record)
    person.page.click("#bring-game button")
    person.waits_for("#main.yours")
    assert moves(person.page) == game.texts[:5]


_TAKE_THE_DATABASE = """async () => {
    const [{name}] = await indexedDB.databases();
    const opening = indexedDB.open(name, 99);
    await new Promise(resolve => { opening.onsuccess = resolve; });
    opening.result.close();
}"""
"""As a newer version would: from then on the browser refuses this page its database."""


@pytest.mark.long
def test_a_storage_failure_is_shown_and_nothing_is_played(home: StaticHome, meet: Meet) -> None:
    game = find_game("base", lambda game: len(game.actions) > 8)
    person = meet()
    home.sit_down(person, game.until(4))
    person.page.evaluate(_TAKE_THE_DATABASE)
    person.type_move(game.texts[4])
    person.waits_for_toast("browser does not keep this")
    assert len(moves(person.page)) == 4


@pytest.mark.long
def test_the_language_is_chosen_kept_and_leads_to_the_same_page(
    home: StaticHome, meet: Meet
) -> None:
    person = meet()
    person.page.goto(home.address)
    person.page.wait_for_url("**/en/")
    person.open("/learn/pushing")
    person.page.click("details.languages summary")
    person.page.click("a.language-link[lang=nl]")
    person.page.wait_for_url("**/nl/learn/pushing/*")
    assert person.page.get_attribute("html", "lang") == "nl"
    person.page.goto(home.address)
    person.page.wait_for_url("**/nl/")
    game = find_game("base", lambda game: len(game.actions) > 8)
    home.sit_down(person, game.until(4))
    match = person.match_id
    person.page.click("details.languages summary")
    person.page.click("a.language-link[lang=nl]")
    person.page.wait_for_url(f"**/nl/m/?id={match}")
    person.waits_for("#main.yours")
    assert person.text("#rounds-title") == "Rondenspoor"


PAGES = [
    "/",
    "/learn",
    "/learn/pushing",
    "/learn/claims",
    "/learn/first-game",
    "/learn/strategy",
    "/puzzles",
    "/puzzles/today",
    "/rules",
    "/rules/reference",
    "/handout/base",
    "/analysis",
    "/review",
    "/you/games",
    "/about",
    "/go-on",
]


@pytest.mark.parametrize("path", PAGES if is_long() else ["/about"])
def test_a_page_is_there_for_everybody_and_fits_a_phone(
    path: str, home: StaticHome, meet: Meet
) -> None:
    person = meet(phone=True)
    person.open(path)
    person.waits_for("html:not(.arriving) #main")
    assert faults(person.page) == []
    assert violations(person.page) == []
    person.page.set_viewport_size(DESKTOP)
    person.page.emulate_media(color_scheme="dark")
    person.page.reload()  # colours that are still changing are nobody's
    person.waits_for("html:not(.arriving) #main")
    assert violations(person.page) == []


@pytest.mark.long
def test_an_address_of_nothing_is_told(home: StaticHome, meet: Meet) -> None:
    person = meet()
    person.open("/m/nothing")
    person.waits_for_words("#main", "There is no game here.")
    person.page.click("text=To the front page")
    person.waits_for("#computer")


@pytest.mark.long
def test_a_served_game_goes_on_without_a_network(
    home: StaticHome, static_folder: Path, meet: Meet, tmp_path: Path
) -> None:
    """The server is killed in the middle of a game against the computer."""
    database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
    server = ServerProcess(database, tmp_path / "log", "--offline", str(static_folder))
    try:
        person = meet(server.address, expects=f"{NO_NETWORK}|WebSocket connection")
        begin_against_the_computer(person)
        place_anywhere(person, 0)
        played = moves(person.page)
        person.waits_until("() => localStorage.getItem('menhirs.handed')?.includes('+')")
        person.waits_until(_OFFLINE_PAGES_KEPT)
        server.kill()
        person.waits_for("#connection a")
        person.page.click("#connection a")
        person.waits_for("#handed")
        person.page.go_back()  # nobody answers: the same page comes by itself
        person.page.wait_for_url("**/offline/en/go-on/*")
        person.page.click("#go-on-here")
        person.waits_for("#main.yours")
        assert moves(person.page) == played
        place_anywhere(person, 2)
    finally:
        server.close()
