"""Passkeys: made, used to come back, removed; every challenge is signed once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from menhirs.server.errors import BadRequest
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.people.passkey_store import MOST_PASSKEYS, Passkey, PasskeyStore
from menhirs.server.storage.people.people_store import PeopleStore, Person
from tests.server.authenticator import Authenticator, to_bytes, to_text
from tests.server.browsers import Browser, NewBrowser, rows_in
from tests.server.processes import ServerProcess
from tests.server.visitors import error_of


@pytest.fixture
def me(server: ServerProcess, come: NewBrowser) -> Browser:
    """Somebody, at a server that has a name."""
    browser = come(server, name="localhost")
    browser.begin(name="Ann")
    return browser


@pytest.fixture
def device(me: Browser) -> Authenticator:
    """The device with a passkey of that person's."""
    device = Authenticator(me.headers["origin"])
    assert make(me, device, "Phone").status_code == 200
    return device


def options(browser: Browser, path: str) -> dict[str, Any]:
    data: dict[str, Any] = browser.post(f"/you/{path}/options").raise_for_status().json()
    return data


def make(browser: Browser, device: Authenticator, label: str = "") -> httpx2.Response:
    answer = device.make(options(browser, "passkeys"))
    return browser.post("/you/passkeys", json={"label": label, "credential": answer})


def sign_in(browser: Browser, device: Authenticator) -> httpx2.Response:
    answer = device.sign(options(browser, "sign-in"))
    return browser.post("/you/sign-in", json={"credential": answer})


def stranger(me: Browser, come: NewBrowser) -> Browser:
    return come(me.server, name="localhost")


class TestComingBack:
    def test_a_new_browser_becomes_the_person(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        other = stranger(me, come)
        assert sign_in(other, device).json() == {"go": "/you"}
        assert other.person == me.person
        assert other.cookies["person"] != me.cookies["person"]
        assert "Last used on" in me.page()

    def test_who_is_it_already_just_goes_on(self, me: Browser, device: Authenticator) -> None:
        key = me.cookies["person"]
        assert sign_in(me, device).json() == {"go": "/you"}
        assert me.cookies["person"] == key

    def test_who_is_somebody_else_is_asked(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        other = stranger(me, come)
        match = other.begin(name="Bo")
        go = sign_in(other, device).json()["go"]
        path, _, code = go.partition("#")
        assert path == "/you/here" and other.person != me.person
        assert other.use(code, "merge").status_code == 200
        assert other.person == me.person and me.state(match)["you"] == [1]

    def test_the_last_browser_may_be_left_with_a_passkey(
        self, me: Browser, device: Authenticator
    ) -> None:
        person = me.person
        me.post("/you/sign-out", data={"browser": me.browsers()[0]})
        assert not me.is_somebody()
        sign_in(me, device)
        assert me.person == person


class TestRefusals:
    def test_a_challenge_is_signed_once(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        other = stranger(me, come)
        answer = {"credential": device.sign(options(other, "sign-in"))}
        assert other.post("/you/sign-in", json=answer).status_code == 200
        thief = stranger(me, come)
        assert error_of(thief.post("/you/sign-in", json=answer), 409) == "passkey-late"
        assert not thief.cookies

    def test_one_for_making_a_passkey_signs_nobody_in(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        answer = {"credential": device.sign(options(me, "passkeys"))}
        other = stranger(me, come)
        assert error_of(other.post("/you/sign-in", json=answer), 409) == "passkey-late"

    def test_somebody_else_s_challenge_makes_no_passkey(
        self, me: Browser, come: NewBrowser
    ) -> None:
        other = stranger(me, come)
        other.begin()
        made = Authenticator(me.headers["origin"]).make(options(me, "passkeys"))
        refused = other.post("/you/passkeys", json={"credential": made})
        assert error_of(refused, 409) == "passkey-late"

    def test_a_counter_that_does_not_go_up(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        sign_in(stranger(me, come), device)
        device.count -= 1  # as a copy of the device would show it
        assert error_of(sign_in(stranger(me, come), device), 403) == "passkey"

    def test_a_signature_by_another_key(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        forger = Authenticator(device.origin, id=device.id)
        assert error_of(sign_in(stranger(me, come), forger), 403) == "passkey"

    def test_a_page_of_another_site(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        device.origin = "http://elsewhere.localhost:80"
        assert error_of(sign_in(stranger(me, come), device), 403) == "passkey"

    def test_a_passkey_that_nobody_knows(self, me: Browser, come: NewBrowser) -> None:
        unknown = Authenticator(me.headers["origin"])
        assert error_of(sign_in(stranger(me, come), unknown), 403) == "passkey-unknown"

    def test_the_same_passkey_twice(self, me: Browser, device: Authenticator) -> None:
        excluded = options(me, "passkeys")["excludeCredentials"]
        assert [one["id"] for one in excluded] == [to_text(device.id)]
        assert error_of(make(me, device), 409) == "passkey-known"

    def test_a_server_without_a_name(self, server: ServerProcess, come: NewBrowser) -> None:
        browser = come(server)
        browser.begin()
        for path in ("passkeys/options", "sign-in/options"):
            assert error_of(browser.post(f"/you/{path}"), 409) == "passkey-place"
        assert "Passkeys only work on a server with" in browser.page()

    @pytest.mark.parametrize("host", ["[[", "localhost:x", "]", "", "a b", "é.localhost"])
    def test_a_name_that_is_none(self, host: str, server: ServerProcess, come: NewBrowser) -> None:
        browser = come(server)
        headers = {b"host": host.encode(), b"origin": f"http://{host}".encode()}
        answer = browser.post("/you/sign-in/options", headers=headers)
        assert answer.status_code in (400, 403, 409, 200)


class TestRemoving:
    def test_it_signs_nobody_in_any_more(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        assert "Phone" in me.page()
        gone = me.post("/you/passkeys/remove", data={"passkey": device.id.hex()})
        assert gone.headers["location"] == "/you#passkeys"
        assert "Phone" not in me.page()
        assert error_of(sign_in(stranger(me, come), device), 403) == "passkey-unknown"

    def test_nobody_removes_another_one_s(
        self, me: Browser, device: Authenticator, come: NewBrowser
    ) -> None:
        other = stranger(me, come)
        other.begin()
        for named in (device.id.hex(), "", "xyz", "00", "é"):
            refused = other.post("/you/passkeys/remove", data={"passkey": named})
            assert error_of(refused, 404) == "no-passkey"
        assert "Phone" in me.page()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    credential=st.dictionaries(
        st.sampled_from(["id", "rawId", "type", "response"]),
        JSON | st.just("AAAA") | st.fixed_dictionaries({"clientDataJSON": st.just("e30") | JSON}),
    )
)
def test_rubbish_is_refused(credential: dict[str, object], me: Browser) -> None:
    for path in ("passkeys", "sign-in"):
        answer = me.post(f"/you/{path}", json={"credential": credential})
        assert answer.status_code in (400, 403, 409), answer.text
        assert answer.json()["code"] in ("passkey", "passkey-late", "message")


def test_a_damaged_answer_is_refused(me: Browser) -> None:
    for damage in (b"", b"\xff" * 40, b"\xa0", b"{}"):
        answer = Authenticator(me.headers["origin"]).make(options(me, "passkeys"))
        answer["response"]["attestationObject"] = to_text(damage)
        refused = me.post("/you/passkeys", json={"credential": answer})
        assert error_of(refused, 403) == "passkey"
    assert not rows_in(me.server, tables.passkeys, tables.passkeys.c.person == me.person)
    assert to_bytes(to_text(b"\xff" * 40)) == b"\xff" * 40


class TestStored:
    """The store itself, on both databases."""

    @pytest.fixture
    def store(self, database: str) -> Iterator[PasskeyStore]:
        engine = open_database(database)
        PeopleStore(engine).create(Person("ann", "Ann", 1), b"k" * 32)
        yield PasskeyStore(engine)
        engine.dispose()

    def test_of_many_who_use_a_challenge_at_once_one_wins(self, store: PasskeyStore) -> None:
        store.challenge(b"c", None, 0, 100)

        def take(_: int) -> bool:
            try:
                store.take_challenge(b"c", None, 50)
            except BadRequest:
                return False
            return True

        with ThreadPoolExecutor(8) as at_once:
            assert sum(at_once.map(take, range(8))) == 1

    def test_a_challenge_is_too_old_after_its_time(self, store: PasskeyStore) -> None:
        store.challenge(b"c", "ann", 0, 100)
        with pytest.raises(BadRequest) as refused:
            store.take_challenge(b"c", "ann", 100)
        assert refused.value.code == "passkey-late"
        store.challenge(b"d", "ann", 100, 200)  # the old one is swept away

    def test_of_two_uses_with_one_count_one_is_noted(self, store: PasskeyStore) -> None:
        passkey = Passkey(b"p", "ann", b"public", 3, "Phone", 1)
        store.add(passkey)
        store.store_use(passkey, 4, 2)
        with pytest.raises(BadRequest):
            store.store_use(passkey, 4, 2)
        assert store.find(b"p").sign_count == 4

    def test_there_are_not_too_many(self, store: PasskeyStore) -> None:
        for number in range(MOST_PASSKEYS):
            store.add(Passkey(bytes([number]), "ann", b"public", 0, "", number))
        with pytest.raises(BadRequest) as refused:
            store.add(Passkey(b"more", "ann", b"public", 0, "", 99))
        assert refused.value.code == "passkey-most"
        assert [key.created for key in store.of("ann")] == list(range(MOST_PASSKEYS))
