"""Whatever a page says, a desk answers with a code in the page's language, and goes on."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menhirs.browser.desk import Desk
from menhirs.browser.switchboard import Switchboard
from menhirs.view.match import page_messages
from tests.browser.desks import DictShelf, Page, begin, new_desk
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
        told = json.loads(text)
        assert told["code"] not in ("slip", "mistake"), told
        assert told["text"]


ADDRESSES = [
    (route.method, route.path)
    for route in new_desk(DictShelf()).routes.listed
    if not route.path.startswith(("/api/exercises", "/api/analysis"))
]


@few
@given(body=bodies, query=queries, gap=words | st.just(A_MATCH))
def test_rubbish_at_every_address_gets_a_code(body: str, query: dict[str, str], gap: str) -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        match = await begin(desk, opponent="shared") if gap == A_MATCH else gap
        for method, path in (*ADDRESSES, *WITH_EXERCISES):
            address = re.sub("{[a-z]+}", lambda _: match, path)
            if query:
                address += "?" + "&".join(f"{name}={value}" for name, value in query.items())
            answer = await desk.answer(method, address, body)
            check_refusal(answer.status, answer.text)
        desk.close()

    run(ask())


@few
@given(method=words, path=words)
def test_there_is_nothing_at_other_addresses(method: str, path: str) -> None:
    async def ask() -> None:
        answer = await new_desk(DictShelf()).answer(method, path)
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
        desk = new_desk(DictShelf())
        page = await Page().open(desk, await begin(desk, opponent="shared", rules="base"))
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
        desk = new_desk(DictShelf())
        connection = await desk.connect(path, heard.append, heard.append)
        assert connection is None
        bye, code = heard
        assert json.loads(bye)["code"] in ("no-match", "no-page")
        assert code == 1008

    run(talk())


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1}', '{"format": 2}', "\x00"])
def test_a_match_that_another_version_wrote_is_left_alone(text: str) -> None:
    async def talk() -> None:
        shelf = DictShelf()
        desk = new_desk(shelf)
        match = await begin(desk, opponent="shared")
        shelf.matches[match] = (text, [])
        shelf.summaries[match] = text
        answer = await desk.answer("GET", f"/m/{match}/plies")
        assert (answer.status, json.loads(answer.text)["code"]) == (503, "newer-match")
        assert json.loads((await desk.answer("GET", "/api/games")).text)["games"] == []
        page = await Page().open(desk, match)
        assert page.heard[-1]["code"] == "newer-match"
        assert shelf.matches[match] == (text, [])

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
        desk: Desk = new_desk(DictShelf())
        switchboard = Switchboard(desk, posted.append, now)
        for message in said:
            switchboard.receive(message)
        switchboard.receive({"kind": "ask", "id": "last", "method": "GET", "path": "/api/games"})
        await asyncio.sleep(0.1)
        assert posted.count(LAST) == 1, posted[-3:]

    run(talk())
