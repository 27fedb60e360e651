"""Sharing a finished game, and importing texts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from menhirs.notation.line import write_line
from menhirs.notation.tree_text import read_tree
from tests.notation.test_tree import ANNOTATED
from tests.server.processes import ServerProcess
from tests.web.moments import game_at, match_at
from tests.web.people import Meet, Person
from tests.web.test_pages import violations

DROP = """async ([name, text]) => {
    const data = new DataTransfer();
    if (name) data.items.add(new File([text], name));
    else data.setData("text/plain", text);
    const send = kind => document.querySelector("h1").dispatchEvent(
        new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
    send("dragover");
    const told = document.body.classList.contains("dropping");
    send("drop");
    return told;
}"""
PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.activeElement.dispatchEvent(
        new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


@pytest.mark.parametrize("animation", ["normal", "off"])
def test_a_game_that_is_over_is_shared(animation: str, site: ServerProcess, meet: Meet) -> None:
    match = match_at(site.address, "over")
    person = meet(phone=animation == "off", settings={"animation": animation})
    person.sit(match)
    person.page.click("#over-share")
    dialog = person.page.locator("dialog[open]")
    assert dialog.get_by_role("textbox").input_value() == site.address + match.path
    picture = dialog.locator("img")
    picture.evaluate("image => image.decode()")  # raises if it can't be shown
    assert not violations(person.page)
    shown = "picture" if animation == "off" else "game"
    assert f"/{shown}.svg" in (picture.get_attribute("src") or "")
    for words, name in (("moving", f"{match.id}.svg"), ("position", f"{match.id}.png")):
        with person.page.expect_download() as download:
            dialog.get_by_role("link", name=words).click()
        assert download.value.suggested_filename == name
    person.page.keyboard.press("Escape")
    assert dialog.count() == 0


def on_the_analysis_board(person: Person) -> str:
    person.page.wait_for_url(re.compile("/analysis"))
    person.page.wait_for_selector("main[data-ready]")
    return person.page.locator("#tree").inner_text()


def test_a_record_that_is_dropped_on_the_front_page_opens_with_its_variations(meet: Meet) -> None:
    person = meet()
    person.page.goto("/")
    assert person.page.evaluate(DROP, ["game.menhirs", ANNOTATED])
    told = on_the_analysis_board(person)
    assert "the fog {thins} out" in told
    assert len(read_tree(ANNOTATED).end().path()) == 14 and "g2" in told


@pytest.mark.parametrize("way", [DROP, PASTE])
def test_a_position_line_opens_too(way: str, meet: Meet) -> None:
    line = write_line(game_at("over").positions[-2])
    person = meet()
    person.page.goto("/")
    given: Any = ["", line] if way == DROP else line
    person.page.evaluate(way, given)
    on_the_analysis_board(person)
    assert line.split()[1] in person.page.url.replace("%2F", "/")


def test_what_cannot_be_read_is_told_and_one_stays(meet: Meet) -> None:
    person = meet(expects="400")
    person.page.goto("/")
    person.page.evaluate(PASTE, "hello there")  # pasted by mistake: nothing happens
    person.page.evaluate(DROP, ["notes.txt", '[Rules "amsterdam"]'])
    person.page.wait_for_selector("#toasts >> text=Layout")
    assert person.page.url.endswith("/") and person.page.locator("#toasts > *").count() == 1
