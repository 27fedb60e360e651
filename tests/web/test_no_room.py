"""The edition without a server in a browser whose storage is really full."""

from __future__ import annotations

import pytest

from tests.web.homes import StaticHome
from tests.web.people import Meet, Person
from tests.web.test_without_a_server import (
    begin_against_the_computer,
    moves,
    place_anywhere,
    wait_until_kept,
)

pytestmark = pytest.mark.parametrize("home", ["static"], indirect=True)

_NO_ROOM = "QuotaExceeded|quota|ServiceWorker script"
_COUNT_REFUSALS = """
    window.refusals = 0;
    navigator.serviceWorker.addEventListener('message', ({data}) => {
        if (data.kind === 'full') refusals++;
    });
"""
_GAVE_UP = "async () => refusals && !(await navigator.serviceWorker.getRegistration())"


class Disk:
    """What a browser may keep of this site: as long as this is there, so many bytes."""

    def __init__(self, person: Person, home: StaticHome) -> None:
        self._session = person.context.new_cdp_session(person.page)
        self._origin = "/".join(home.address.split("/")[:3])

    def holds(self, size: int) -> None:
        data = {"origin": self._origin, "quotaSize": size}
        self._session.send("Storage.overrideQuotaForOrigin", data)

    def is_roomy(self) -> None:
        """As large as it really is."""
        self._session.send("Storage.overrideQuotaForOrigin", {"origin": self._origin})

    def is_cleared(self) -> None:
        """All that the site has kept is gone, as when Chromium finds no room on the device."""
        data = {"origin": self._origin, "storageTypes": "indexeddb,cache_storage,service_workers"}
        self._session.send("Storage.clearDataForOrigin", data)


def test_without_room_the_site_is_not_kept_and_that_is_told_once(
    home: StaticHome, meet: Meet
) -> None:
    person = meet(expects=_NO_ROOM)
    person.context.add_init_script(_COUNT_REFUSALS)
    disk = Disk(person, home)
    disk.holds(3_000_000)
    person.open("/about")
    person.waits_for_toast("Not enough space: this site won’t work offline.")
    # A page that came earlier would share what is left of this try, and its end.
    person.waits_until(_GAVE_UP)
    assert person.page.evaluate("async () => (await caches.keys()).length") == 0
    person.open("/rules")  # with a network all is there
    assert person.sees("h1")
    person.waits_until(_GAVE_UP)
    assert person.page.evaluate("toastsTold.length") == 0
    disk.is_roomy()
    person.open("/about")
    wait_until_kept(person)


@pytest.mark.long
def test_the_game_that_is_open_outlives_a_browser_that_throws_all_away(
    home: StaticHome, meet: Meet
) -> None:
    person = meet()
    begin_against_the_computer(person)
    wait_until_kept(person)
    place_anywhere(person, 0)
    person.page.evaluate("window.isTheSame = true")
    Disk(person, home).is_cleared()
    place_anywhere(person, 2)
    assert person.page.evaluate("window.isTheSame")  # it was not loaded anew
    played = moves(person.page)
    assert len(played) == 4
    person.page.reload()
    person.waits_for("#main.yours")
    assert moves(person.page) == played
