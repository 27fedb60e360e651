"""Own play in a real browser: the charts, the exercises, and their schedule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.browsers import Browser
from tests.server.processes import ServerProcess
from tests.server.test_own_play import looked_at, put_games
from tests.web.frame_measures import faults
from tests.web.people import DESKTOP, Meet, Person
from tests.web.test_pages import CONTRAST, SETTLE, violations
from tests.web.translations import english_on


@pytest.fixture
def me(site: ServerProcess) -> Iterator[Browser]:
    """A player whose finished games have been reviewed."""
    with Browser(site) as player:
        player.begin(name="Ann", opponent="computer")
        put_games(site, player.person, range(6))
        looked_at(player, 6)
        yield player


def become(person: Person, me: Browser) -> None:
    """Lets somebody be that player."""
    person.context.add_cookies(
        [{"name": "person", "value": me.cookies["person"], "url": me.server.address}]
    )


def test_the_pictures_are_text_with_bars_and_fit_a_phone(me: Browser, meet: Meet) -> None:
    ann = meet(phone=True, locale="de")
    become(ann, me)
    data = me.get("/api/you/play", headers={"accept-language": "de"}).json()
    ann.open("/you/play")
    ann.waits_for("#pictures .play-picture")
    assert ann.get("#pictures h2").all_inner_texts() == [one["title"] for one in data["pictures"]]
    lines = ann.get(f"[data-picture={data['pictures'][0]['id']}] li").all_inner_texts()
    bars = data["pictures"][0]["bars"]
    assert [line.split("\n") for line in lines] == [[bar["label"], bar["words"]] for bar in bars]
    assert faults(ann.page) == []
    assert english_on(ann.page, "de") == []
    ann.page.set_viewport_size(DESKTOP)
    assert violations(ann.page) == []
    ann.page.emulate_media(color_scheme="dark")
    ann.page.evaluate(SETTLE)
    assert violations(ann.page, CONTRAST) == []


@pytest.mark.parametrize("right", [True, False])
def test_an_exercise_comes_again_as_it_went(right: bool, me: Browser, meet: Meet) -> None:
    ann = meet(phone=right, settings={"animation": "off"})
    become(ann, me)
    before = me.get("/api/you/training").json()
    ann.page.add_init_script(
        """localStorage.setItem('menhirs.learn', JSON.stringify({done: [], unhurried: true}))"""
    )
    ann.open("/")
    ann.waits_for("#training-due:not([hidden])")
    assert ann.text("#training-due") == before["text"]
    ann.get("#training-due a").click()
    ann.waits_for("#board .mb-stage")
    assert ann.text("#training-kind") == before["next"]["title"]
    exercise = f"/api/exercises/{before['next']['set']}/{before['next']['id']}"
    answer = me.post(f"{exercise}/hint", json={}).json()["action"]
    data = me.post(f"{exercise}/try", json={"action": answer}).json()
    assert data["verdict"] == "right"
    ann.waits_for("#let-go:not([hidden])")  # the last games ended with claims that were missed
    assert answer == "claim"
    if not right:
        ann.page.keyboard.press("l")
        ann.waits_for("#again.primary")
        ann.get("#again").click()
        ann.waits_for("#let-go:not([hidden])")
    ann.page.keyboard.press("c")
    ann.page.keyboard.press("c")
    ann.waits_for("#next:not([hidden])")
    after = me.get("/api/you/training").json()
    assert after["next"]["id"] != before["next"]["id"]
    assert violations(ann.page) == []
    ann.get("#next").click()
    ann.waits_for_words("#training-kind", after["next"]["title"])
