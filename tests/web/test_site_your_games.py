"""The games of the edition without a server in a real browser: searched, paged, saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from menhirs.notation.record import read_records
from tests.web.homes import StaticHome
from tests.web.people import Meet, Person
from tests.web.test_without_a_server import place_anywhere

pytestmark = pytest.mark.long

_BEGIN = """async wanted => {
    const ask = (path, said) => menhirsLocalServer.ask(
        path, {method: 'POST', body: JSON.stringify(said)});
    for (const each of wanted) {
        const answer = await ask('/api/matches', each);
        if (!answer.ok) throw new Error(await answer.text());
    }
}"""


@pytest.fixture
def home(static_home: StaticHome) -> StaticHome:
    return static_home


def begin(person: Person, *wanted: dict[str, object]) -> None:
    person.page.evaluate(_BEGIN, [{"side": "1", **one} for one in wanted])


def titles(person: Person) -> list[str]:
    return person.get(".game-title").all_inner_texts()


def test_a_search_by_keyboard_finds_games_and_their_records(
    home: StaticHome, meet: Meet, tmp_path: Path
) -> None:
    ann = meet(phone=True)
    ann.open("/learn")
    shepherd = {"opponent": "computer", "level": 3, "rules": "base"}
    carver = {"opponent": "computer", "level": 5, "rules": "amsterdam"}
    begin(ann, shepherd, carver, {"opponent": "shared"})
    ann.open("/you/games")
    ann.waits_for(".game-card")
    assert len(titles(ann)) == 3
    assert not ann.sees("#turn-pages")
    ann.page.focus(".search > summary")
    keys = ann.page.keyboard
    keys.press("Enter")
    keys.press("Tab")
    keys.type("cARV")
    keys.press("Enter")
    ann.page.wait_for_url("**/you/games/?*opponent=cARV*")
    ann.waits_for(".game-card")
    (title,) = titles(ann)
    assert "Stone Carver" in title
    assert ann.page.input_value("#search-opponent") == "cARV"
    ann.page.select_option("#search-rules", "base")
    ann.page.click(".search-go button")
    ann.waits_for("#none-found:not([hidden])")
    assert ann.page.input_value("#search-rules") == "base"
    assert not ann.sees("#save-records") and not ann.sees("#no-games")
    ann.page.click(".search-go a")
    ann.waits_for(".game-card")
    assert len(titles(ann)) == 3
    ann.page.click(".game-card a >> text=Shepherd")
    ann.waits_for("#main.yours")
    place_anywhere(ann, 0)
    ann.open("/you/games?opponent=shep")
    ann.waits_for("#save-records:not([hidden])")
    assert ann.text("#save-records") == "Save the records of these games"
    with ann.page.expect_download() as saving:
        ann.page.click("#save-records")
    saving.value.save_as(tmp_path / "games.menhirs")
    (record,) = read_records((tmp_path / "games.menhirs").read_text("utf-8"))
    assert record.start.rules.name == "base" and len(record.actions) == 2


def test_many_games_are_on_several_pages_and_rubbish_is_told(home: StaticHome, meet: Meet) -> None:
    ann = meet()
    ann.open("/learn")
    begin(ann, *[{"opponent": "computer", "level": 1, "rules": "base"}] * 27)
    ann.open("/")
    ann.waits_for("#games-here .game-card")
    assert len(titles(ann)) == 4
    ann.page.click("#games-here .games-all a")
    ann.waits_for(".game-card")
    assert len(titles(ann)) == 25
    ann.page.click("#older-games")
    ann.page.wait_for_url("**/you/games/?after=*")
    ann.waits_for(".game-card")
    assert len(titles(ann)) == 2 and not ann.sees("#older-games")
    ann.page.click("#turn-pages a >> text=Newest games")
    ann.waits_for("#older-games")
    expect(ann.get(".game-card")).to_have_count(25)
    ann.open("/you/games?section=nowhere")
    ann.waits_for_words(".lost", "section")
