"""The games of a browser: searched, page by page, as records."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from menhirs.browser.browser_storage import NewMatch
from menhirs.browser.local_server import LocalServer
from menhirs.browser.match.stored_match import StoredTerms, write_summary
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.match.addresses import new_match_id
from menhirs.match.terms import DAY, Terms
from menhirs.notation.record import read_records
from menhirs.referee.agreement import joins
from tests.browser.local_servers import DictStorage, Page, begin, new_local_server
from tests.browser.time_travel import BEGIN, run

TODAY = "2027-01-15"
"""At the beginning of every test."""


async def told(local_server: LocalServer, path: str, **query: str) -> dict[str, Any]:
    answer = await local_server.answer("GET", f"{path}?{urlencode(query)}")
    assert answer.status == 200, answer.text
    found: dict[str, Any] = json.loads(answer.text)
    return found


async def found(local_server: LocalServer, **query: str) -> list[str]:
    """The games on the page; the API lists the same ones."""
    page = await told(local_server, "/told/you/games", **query)
    games = [game["match"] for section in page["sections"] for game in section["games"]]
    api = await told(local_server, "/api/games", **query)
    assert games == [game["match"] for game in api["games"]]
    return games


async def resigned(local_server: LocalServer, **wanted: object) -> str:
    match = await begin(local_server, **wanted)
    page = await Page().open(local_server, match)
    await page.until(lambda page: bool(page.state["legal"]))
    await page.act(page.state["legal"][0]["action"])
    await page.until(lambda page: bool(page.state["legal"]))
    await page.act("resign")
    page.leave()
    return match


def test_games_are_looked_for_by_opponent_rules_standing_result_and_day() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        shared = await begin(local_server, opponent="shared", rules="base")
        mine = await begin(local_server, opponent="computer", level=3, rules="base8", side="1")
        lost = await resigned(local_server, opponent="computer", level=8, rules="base", side="1")
        assert await found(local_server) == [mine, shared, lost]
        assert await found(local_server, opponent="HEPH") == [mine]
        assert await found(local_server, opponent=" fog ") == [lost]
        assert await found(local_server, rules="base") == [shared, lost]
        assert await found(local_server, section="turn") == [mine]
        assert await found(local_server, section="running") == [shared]
        assert await found(local_server, result="lost") == [lost]
        assert await found(local_server, result="won") == []
        assert len(await found(local_server, since=TODAY, until=TODAY)) == 3
        assert (
            await found(local_server, since="2027-01-16")
            == await found(local_server, until="2027-01-14")
            == []
        )
        empty = dict.fromkeys(("opponent", "rules", "section", "result", "since"), "")
        assert (await told(local_server, "/told/you/games", **empty))["sections"] != []
        assert await found(local_server, rules="base", section="finished", opponent="the") == [lost]

    run(ask())


def test_the_records_of_what_is_found_are_one_file() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        for rules in ("base", "amsterdam", "base"):
            await resigned(local_server, opponent="computer", level=1, rules=rules, side="1")
        for query, many in (({}, 3), ({"rules": "base"}, 2)):
            page = await told(local_server, "/told/you/games", **query)
            assert page["is_search"] == bool(query)
            answer = await local_server.answer("GET", page["records"])
            assert len(read_records(answer.text)) == many
        assert (await local_server.answer("GET", "/you/games.menhirs?rules=endless")).text == ""

    run(ask())


async def many_games(storage: DictStorage, many: int) -> list[str]:
    """Games against the computer, the newest first."""
    rules = RULE_SETS["base"]
    names = []
    for number in range(many):
        terms = Terms(rules, random_menhirs(rules, number), computers={2: 1 + number % 8})
        name, at = new_match_id(), BEGIN - number * DAY
        stored = StoredTerms(name, terms, name, 1, joins({1: ""}, at))
        summary = write_summary(terms, {}, stored.match().position, at)
        new = stored.new()
        await storage.create(NewMatch(new.id, new.text, summary))
        names.append(name)
    return names


def test_a_page_ends_where_the_next_begins_whatever_happens_meanwhile() -> None:
    async def ask() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        names = await many_games(storage, 60)
        first = await told(local_server, "/told/you/games", rules="base")
        shown = [game["match"] for part in first["sections"] for game in part["games"]]
        assert len(shown) == 25 and first["is_first"]
        newer = await begin(local_server, opponent="computer", level=3, side="1")
        del storage.summaries[shown[-1]]  # in another tab the last of the page went elsewhere
        pages = [shown]
        address = first["following"]
        while address:
            page = await told(local_server, "/told" + address.split("?")[0], **query_of(address))
            assert not page["is_first"]
            assert page["first"] == "/you/games?rules=base"
            pages.append([game["match"] for part in page["sections"] for game in part["games"]])
            address = page["following"]
        assert [match for page in pages for match in page] == names
        assert [len(page) for page in pages] == [25, 25, 10]
        assert newer not in names

    run(ask())


def query_of(address: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in address.split("?")[1].split("&"))


def test_the_front_page_shows_a_few_of_each() -> None:
    async def ask() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        names = await many_games(storage, 30)
        lost = await resigned(local_server, opponent="computer", level=1, side="1")
        sections = (await told(local_server, "/told/you/games/now"))["sections"]
        shown = {part["section"]: [game["match"] for game in part["games"]] for part in sections}
        assert shown == {"turn": names[:4], "finished": [lost]}

    run(ask())


@pytest.mark.parametrize(
    "query",
    [
        {"section": "nowhere"},
        {"result": "drawn"},
        {"since": "yesterday"},
        {"until": "2027-02-30"},
        {"opponent": "x" * 41},
        {"after": "9-9-9"},
        {"after": "1-2-\x00"},
        {"most": "0"},
        {"most": "101"},
        {"most": "²"},
    ],
)
def test_rubbish_is_refused_with_a_code(query: dict[str, str]) -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        await begin(local_server, opponent="shared")
        for path in ("/api/games", "/told/you/games"):
            answer = await local_server.answer("GET", f"{path}?{urlencode(query)}")
            assert (answer.status, json.loads(answer.text)["code"]) == (400, "message")

    run(ask())
