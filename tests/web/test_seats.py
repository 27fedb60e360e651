"""Seats: the visitor of an invitation is asked first, and nobody takes a seat by looking."""

from __future__ import annotations

import pytest
import segno

from tests.server.processes import ServerProcess
from tests.web.hands import Mouse
from tests.web.matches import Match
from tests.web.people import Meet, Person


def inviting(site: ServerProcess, **wanted: str) -> Match:
    return Match.new(site.address, opponent="friend", name="Ann", **wanted)


def kinds(match: Match) -> list[str]:
    seats = match.state()["seats"]
    return [seats["1"]["kind"], seats["2"]["kind"]]


def invite_by_hand(person: Person) -> str:
    """Starts a match with a friend from the front page; returns the link to send."""
    person.open("/#friend")
    person.page.fill("#friend-name", "Ann")
    Mouse(person.page).press("#friend [name=rules][value=base].start")
    person.waits_for("#waiting")
    return person.page.input_value("#invite")


def test_a_friend_beside_one_points_a_camera_at_the_invitation(
    site: ServerProcess, meet: Meet
) -> None:
    person = meet()
    link = invite_by_hand(person)
    with person.page.expect_response(lambda one: one.url == f"{link}/link.svg") as picture:
        person.page.click("#invite-code")
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True)
    modules = drawn.rpartition(' d="')[2].partition('"')[0]
    assert f'd="{modules}"' in picture.value.text()


def test_an_invitation_asks_and_tells_by_whom_and_to_what(site: ServerProcess, meet: Meet) -> None:
    match = inviting(site, rules="amsterdam", clock="live")
    friend = meet()
    friend.open(match.path)
    assert friend.text("h1") == "Ann invites you to a game"
    words = friend.text("#invitation")
    assert "The Amsterdam Way. Each of you has 10 minutes. Every turn adds 5 seconds." in words
    assert "Your seat is in the north, and the other side begins." in words
    assert kinds(match) == ["person", "free"]
    friend.page.fill("#join-name", "Ben")
    friend.page.click("#join button")
    friend.waits_for("#main[data-phase=flip]")
    assert friend.text("#plate-2-name") == "Ben" and friend.sees("#plate-2.you")
    assert not friend.sees("#watching")
    assert kinds(match) == ["person", "person"]
    friend.open(inviting(site).path)
    assert "You sit down as Ben." in friend.text("#invitation")  # this browser knows it by now


@pytest.mark.parametrize("phone", [False, True])
def test_the_inviters_other_device_does_not_take_the_friends_seat(
    phone: bool, site: ServerProcess, meet: Meet
) -> None:
    desktop, mobile, friend = meet(), meet(phone=phone), meet()
    link = invite_by_hand(desktop)
    mobile.open(link)  # Ann looks at her own invitation, to see whether it works
    mobile.page.click(".invitation-own > summary")
    assert "Take me to my other device" in mobile.text(".invitation-own")
    assert desktop.sees("#waiting")

    # What the invitation advises leads to her own seat, and makes the other device her.
    desktop.page.click("#waiting-device-link")
    desktop.waits_for("svg.qr")
    mobile.open(desktop.page.input_value("#link"))
    mobile.page.click("#here-answers button")
    mobile.waits_for("#main[data-phase=waiting]")
    desktop.page.wait_for_selector("#open-link", state="hidden")  # the page noticed it
    assert "are now on your other device" in desktop.text("#link-used")
    desktop.page.click(f"a[href='{desktop.path_of(link)}']")
    desktop.waits_for("#main[data-phase=waiting]")
    assert mobile.sees("#waiting") and not mobile.sees("#watching")

    friend.open(link)
    friend.page.click("#join button")
    friend.waits_for("#main[data-phase=place]")
    assert not friend.sees("#watching")
    for own in (desktop, mobile):
        own.waits_for("#main[data-phase=place]")
        assert own.get(".plate.you").get_attribute("id") != friend.get(".plate.you").get_attribute(
            "id"
        )


def test_the_inviter_in_the_same_browser_keeps_the_seat(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    link = invite_by_hand(person)
    again = person.new_page()
    again.goto(link)
    again.wait_for_selector("#waiting")
    assert again.locator("#invitation").count() == 0


def test_one_may_watch_and_still_sit_down(site: ServerProcess, meet: Meet) -> None:
    match = inviting(site, rules="base")
    person = meet()
    person.open(match.path)
    person.page.click("#watch")
    person.waits_for("#main[data-phase=waiting]")
    assert person.text("#watching > summary") == "You are watching."
    assert kinds(match) == ["person", "free"]
    person.page.click("#free-seat a")
    person.page.click("#join button")
    person.waits_for("#main[data-phase=place]")
    assert kinds(match) == ["person", "person"]


def test_whoever_comes_too_late_is_told_and_watches(site: ServerProcess, meet: Meet) -> None:
    match = inviting(site, rules="base")
    late, watcher = meet(), meet()
    late.open(match.path)
    watcher.watch(match, query="?watch")
    match.join("Ben")
    watcher.page.wait_for_selector("#free-seat", state="hidden")
    late.page.click("#join button")
    late.waits_for("#main[data-phase=place]")
    assert late.text("#watching > summary") == (
        "The seat was taken in the meantime: you are watching."
    )
    third = meet()
    third.watch(match)
    for person in (watcher, third):
        assert person.text("#watching > summary") == "You are watching."
