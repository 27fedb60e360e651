"""Whatever a page says, a local server answers with a code in the page's language, and goes on."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menhirs.browser.local_server import LocalServer
from menhirs.browser.switchboard import Switchboard
from menhirs.view.match import page_messages
from tests.browser.local_servers import DictStorage, Page, begin, new_local_server
from tests.browser.time_travel import now, run
from tests.thoroughness import is_long

WITH_EXERCISES = (
    ("POST", "/api/exercises/lessons/pushing-1/try"),
    ("POST", "/api/exercises/lessons/pushing-1/hint"),
    ("GET", "/api/exercises/reviews/{match}.1"),
)
"""Beside all addresses there are: with rubbish in every gap nobody gets far in an exercise."""
LAST = {
    "kind": "answer",
    "id": "last",
    "status": 200,
    "text": '{"games":[],"following":null}',
}
KINDS = list(page_messages._READERS)
few = settings(max_examples=1_000 if is_long() else 30)
A_MATCH = "(a match that is there)"
NAMES = ("position", "actions", "action", "tiles", "direction", "record", "level", "opponent")
QUERY = ("position", "match", "ply", "rules", "theme", "most", "after", "since", "section", "of")

words = st.text(max_size=40) | st.sampled_from(
    ["", "base", "a1-N", "+a1", "shared", "computer", "-1", "1e9", "9" * 30, "\ud800", "..", "%"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(st.sampled_from(NAMES) | words, values, max_size=4)
bodies = st.text(max_size=60) | objects.map(json.dumps) | values.map(json.dumps)
queries = st.dictionaries(st.sampled_from(QUERY), words, max_size=3)


@pytest.fixture(autouse=True)
def _no_mistakes(caplog: pytest.LogCaptureFixture) -> Any:
    """A mistake of ours is answered too, but noted; here it fails the test."""
    with caplog.at_level(logging.ERROR):
        yield
    assert not caplog.records


def check_refusal(status: int, text: str) -> None:
    if status >= 400:
        data = json.loads(text)
        assert data["code"] not in ("slip", "mistake"), data
        assert data["text"]


ADDRESSES = [
    (route.method, route.path)
    for route in new_local_server(DictStorage()).routes.listed
    if not route.path.startswith(("/api/exercises", "/api/analysis"))
]


@few
@given(body=bodies, query=queries, gap=words | st.just(A_MATCH))
def test_rubbish_at_every_address_gets_a_code(body: str, query: dict[str, str], gap: str) -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(local_server, opponent="shared") if gap == A_MATCH else gap
        for method, path in (*ADDRESSES, *WITH_EXERCISES):
            address = re.sub("{[a-z]+}", lambda _: match, path)
            if query:
                address += "?" + "&".join(f"{name}={value}" for name, value in query.items())
            answer = await local_server.answer(method, address, body)
            check_refusal(answer.status, answer.text)
        local_server.close()

    run(ask())


@few
@given(method=words, path=words)
def test_there_is_nothing_at_other_addresses(method: str, path: str) -> None:
    async def ask() -> None:
        answer = await new_local_server(DictStorage()).answer(method, path)
        assert answer.status in (404, 405)
        check_refusal(answer.status, answer.text)

    run(ask())


messages = st.builds(
    lambda fields, kind: json.dumps({**fields, "type": kind}),
    st.dictionaries(
        st.sampled_from(["re", "state", "action", "turn", "held", "as", "cell", "tiles", "name"]),
        values,
        max_size=4,
    ),
    st.sampled_from([*KINDS, "nonsense"]),
)


@few
@given(texts=st.lists(st.text(max_size=60) | messages, max_size=5))
def test_rubbish_on_the_line_of_a_match_is_refused_and_the_match_goes_on(texts: list[str]) -> None:
    async def talk() -> None:
        local_server = new_local_server(DictStorage())
        page = await Page().open(
            local_server, await begin(local_server, opponent="shared", rules="base")
        )
        for text in texts:
            await page.say_text(text)
            for refused in page.of_type("refused"):
                assert refused["code"] not in ("slip", "mistake")
        await asyncio.sleep(0.1)
        assert page.closed is None
        if page.state["phase"] != "over":
            await page.act("resign")
        assert page.state["phase"] == "over"

    run(talk())


@pytest.mark.parametrize("path", ["", "/", "/m", "/m//socket", "/m/abc/socket", "/m/a/b/socket"])
def test_where_there_is_no_match_a_page_hears_so_and_that_it_is_the_end(path: str) -> None:
    async def talk() -> None:
        heard: list[Any] = []
        local_server = new_local_server(DictStorage())
        connection = await local_server.connect(path, heard.append, heard.append)
        assert connection is None
        bye, code = heard
        assert json.loads(bye)["code"] in ("no-match", "no-page")
        assert code == 1008

    run(talk())


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1}', '{"format": 2}', "\x00"])
def test_a_match_that_another_version_wrote_is_left_alone(text: str) -> None:
    async def talk() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        match = await begin(local_server, opponent="shared")
        storage.matches[match] = (text, [])
        storage.summaries[match] = text
        answer = await local_server.answer("GET", f"/m/{match}/plies")
        assert (answer.status, json.loads(answer.text)["code"]) == (503, "newer-match")
        assert json.loads((await local_server.answer("GET", "/api/games")).text)["games"] == []
        page = await Page().open(local_server, match)
        assert page.heard[-1]["code"] == "newer-match"
        assert storage.matches[match] == (text, [])

    run(talk())


lines = st.builds(
    lambda fields, kind: {**fields, "kind": kind},
    st.dictionaries(st.sampled_from(["id", "path", "method", "body", "text"]), values),
    st.sampled_from(["ask", "stop", "open", "say", "close"]) | values,
)


@few
@given(said=st.lists(lines, max_size=8))
def test_rubbish_between_page_and_worker_is_nobodys(said: list[dict[str, Any]]) -> None:
    async def talk() -> None:
        posted: list[dict[str, Any]] = []
        local_server: LocalServer = new_local_server(DictStorage())
        switchboard = Switchboard(local_server, posted.append, now)
        for message in said:
            switchboard.receive(message)
        switchboard.receive({"kind": "ask", "id": "last", "method": "GET", "path": "/api/games"})
        await asyncio.sleep(0.1)
        assert posted.count(LAST) == 1, posted[-3:]

    run(talk())
