"""The account in the browser: a passkey, a second device, a name, and deletion."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest
import zxingcpp
from playwright.sync_api import Page

from tests.server.processes import ServerProcess
from tests.web.people import Meet, Person
from tests.web.views import named_site, play_once

# Gray values of a picture, row by row. The browser reads the PNG: nothing else here can.
PIXELS = """async (png) => {
    const image = new Image();
    image.src = "data:image/png;base64," + png;
    await image.decode();
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const canvas = Object.assign(document.createElement("canvas"), {width, height});
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, width, height);
    const gray = Array.from({length: width * height}, (_, i) => String.fromCharCode(data[4 * i]));
    return {width, height, gray: btoa(gray.join(""))};
}"""


def read_qr(page: Page, selector: str) -> list[str]:
    """What a camera reads on the screen."""
    png = b64encode(page.locator(selector).screenshot()).decode()
    seen = page.evaluate(PIXELS, png)
    pixels = memoryview(b64decode(seen["gray"])).cast("B", [seen["height"], seen["width"]])
    return [code.text for code in zxingcpp.read_barcodes(pixels)]


@pytest.fixture
def me(site: ServerProcess, meet: Meet) -> Person:
    """Somebody who has begun a game."""
    person = meet(named_site(site.address))
    play_once(person, "Ann")
    return person


def link_of(person: Person) -> str:
    """A link to another device."""
    person.open("/you")
    person.page.click("form[action='/you/link'] button")
    person.waits_for(".qr")
    return person.page.input_value("#link")


def test_the_second_device_by_the_code_on_the_screen(me: Person, meet: Meet) -> None:
    link = link_of(me)
    assert read_qr(me.page, ".qr-frame") == [link]
    phone = meet(named_site(link), phone=True)
    phone.open(link)
    phone.waits_for_words("#here-words", "this browser opens all games of Ann")
    phone.page.get_by_role("button", name="Go on as Ann").click()
    phone.page.wait_for_url("**/you")
    assert phone.text("h1") == "Ann"
    me.open("/you")
    assert me.get("#browsers + ul li").count() == 2
    # Used up: whoever comes later is told so.
    late = meet(named_site(link), expects="status of 410")
    late.open(link)
    late.waits_for_words("#here-words", "this link has been used")


def test_a_device_that_is_somebody_else_is_asked(me: Person, meet: Meet) -> None:
    other = meet(named_site(me.page.url))
    play_once(other, "Bo")
    theirs = other.match_id
    other.open(link_of(me))
    other.waits_for_words("#here-other", "This browser already belongs to Bo, with 1 game.")
    other.page.click("[data-other=merge]")
    other.page.wait_for_url("**/you")
    assert other.text("h1") == "Ann"
    me.open(f"/m/{theirs}")
    me.waits_for("#waiting")  # the seat is Ann's now


def test_a_passkey_brings_somebody_back(me: Person) -> None:
    me.keep_passkeys()
    me.open("/you")
    me.page.fill("#label", "My laptop")
    me.page.click("#new-passkey button")
    me.waits_for_words("#passkeys ~ ul", "My laptop")
    me.page.click("#browsers ~ ul button")
    me.waits_for("#sign-in")
    assert me.page.evaluate("localStorage.getItem('menhirs.name')") is None
    me.page.click("#sign-in")
    me.waits_for("#new-passkey")
    assert me.text("h1") == "Ann"
    assert me.page.evaluate("localStorage.getItem('menhirs.name')") == "Ann"
    # The device has one already; and it can be removed, but not by a slip.
    me.page.click("#new-passkey button")
    me.waits_for_toast("This device has a passkey for you already.")
    me.page.click("#passkeys ~ ul button")
    me.page.get_by_role("button", name="Cancel").click()
    assert me.sees("#passkeys ~ ul")
    me.page.click("#passkeys ~ ul button")
    me.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    me.page.wait_for_selector("#passkeys ~ ul", state="detached")


def test_a_name_is_said_once_and_forgotten_with_everything(me: Person) -> None:
    me.open("/you")
    me.page.fill("#name", "Bea")
    me.page.click("form[action='/you/name'] button")
    me.waits_for_words("[role=status]", "Saved.")
    me.open("/#friend")
    assert me.page.input_value("#friend-name") == "Bea"
    me.open("/you/delete")
    me.page.click("button.danger")  # without the tick nothing is sent
    assert me.text("h1") == "Delete everything"
    me.page.check("[name=sure]")
    me.page.click("button.danger")
    me.waits_for("[value='for ever']")
    me.page.wait_for_function(
        "() => document.activeElement.textContent.trim() === 'No, keep everything'"
    )
    me.page.click("button.danger")
    me.page.wait_for_url("**/you?gone=deleted")
    assert me.text("h1") == "This browser has no games yet"
    assert [cookie["name"] for cookie in me.context.cookies() if cookie["name"] == "person"] == []
    me.open("/#friend")
    assert me.page.input_value("#friend-name") == ""
