"""Nothing is lost: kills in the middle, a storage that fails, two tabs, everything in a file."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest

from menhirs.match.addresses import is_match_id, match_id_of
from tests.browser.local_servers import DictStorage, Page, begin, new_local_server
from tests.browser.time_travel import run


def test_a_new_local_server_on_the_same_storage_finds_every_action() -> None:
    async def play() -> None:
        storage, chance = DictStorage(), Random(1)
        match = await begin(
            new_local_server(storage), opponent="shared", rules="base", layout="seed", seed="oak"
        )
        for _ in range(40):
            local_server = new_local_server(storage)  # the tab was killed: nobody closed anything
            page = await Page().open(local_server, match)
            told = page.state["state"]
            if page.state["phase"] == "over":
                break
            await page.act(chance.choice(page.state["legal"])["action"])
            assert page.state["state"] > told
            entries = len(storage.matches[match][1])
            assert page.state["state"] <= entries + 2
        assert entries > 15

    run(play())


def test_nothing_is_sent_before_it_is_stored_and_a_refusal_is_reported() -> None:
    async def play() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        match = await begin(local_server, opponent="shared", rules="base")
        page = await Page().open(local_server, match)
        action = page.state["legal"][0]["action"]
        storage.refuses = True
        await page.act(action)
        assert not page.of_type("state")
        refused, bye = page.heard[-2:]
        assert (refused["code"], bye["type"], bye["code"]) == ("shelf", "bye", "shelf")
        assert "it is full" in refused["text"]
        assert page.closed == 1012  # it comes back by itself
        answer = await local_server.answer(
            "POST", "/api/matches", json.dumps({"opponent": "shared"})
        )
        assert (answer.status, json.loads(answer.text)["code"]) == (503, "shelf")
        away = await Page().open(local_server, match)
        assert (away.heard[-1]["code"], away.closed) == ("shelf", 1012)
        storage.refuses = False
        back = await Page().open(local_server, match)
        assert back.state["ply"] == 0
        await back.act(action)
        assert back.state["ply"] == 1

    run(play())


@pytest.mark.parametrize("refuses", [True, False])
def test_a_match_that_is_open_outlives_a_browser_that_throws_all_away(refuses: bool) -> None:
    async def play() -> None:
        storage = DictStorage()
        local_server, other = new_local_server(storage), new_local_server(storage)
        match = await begin(local_server, opponent="shared", rules="base")
        page, second = await Page().open(local_server, match), await Page().open(other, match)
        storage.heard_by = [local_server, other]
        for ply in (1, 2):
            await page.act(page.state["legal"][0]["action"])
            await second.until_ply(ply)
        if refuses:  # and only then makes room
            storage.refuses = True
            await page.act(page.state["legal"][0]["action"])
            assert page.heard[-1]["code"] == "shelf"
            storage.refuses = False
        storage.throw_away()
        page = await Page().open(local_server, match) if refuses else page
        for ply, one in ((3, page), (4, second), (5, page)):
            await one.act(one.state["legal"][0]["action"])
            for both in (page, second):
                await both.until_ply(ply)
        reopened = await Page().open(new_local_server(storage), match)
        assert reopened.state["position"] == page.state["position"]
        assert list(storage.summaries) == [match]

    run(play())


def test_the_computer_goes_on_after_the_storage_refused_for_a_while() -> None:
    async def play() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        match = await begin(local_server, opponent="computer", rules="base", side="1", level=1)
        page = await Page().open(local_server, match)
        await page.act(page.state["legal"][0]["action"])
        storage.refuses = True
        while page.closed is None:
            await asyncio.sleep(0.1)
        assert page.closed == 1012
        assert (page.heard[-1]["type"], page.heard[-1]["code"]) == ("bye", "shelf")
        storage.refuses = False
        back = await Page().open(local_server, match)
        await back.until(lambda page: page.state["ply"] == 2)

    run(play())


def test_two_tabs_play_one_match_and_hear_of_each_other() -> None:
    async def play() -> None:
        storage, chance = DictStorage(), Random(2)
        local_servers = [new_local_server(storage), new_local_server(storage)]
        storage.heard_by = local_servers
        match = await begin(
            local_servers[0], opponent="shared", rules="amsterdam", claims="untimed"
        )
        pages = [await Page().open(local_server, match) for local_server in local_servers]
        while pages[0].state["phase"] != "over" and pages[0].state["ply"] < 60:
            page = chance.choice(pages)
            ply = page.state["ply"]
            await page.act(chance.choice(page.state["legal"])["action"])
            for one in pages:
                await one.until_ply(ply + 1)
            assert pages[0].state["position"] == pages[1].state["position"]

    run(play())


def test_of_two_tabs_that_act_at_once_one_is_told_that_the_game_has_moved_on() -> None:
    async def play() -> None:
        storage = DictStorage()
        local_servers = [new_local_server(storage), new_local_server(storage)]
        match = await begin(local_servers[0], opponent="shared", rules="base")
        one, two = [await Page().open(local_server, match) for local_server in local_servers]
        await one.act(one.state["legal"][0]["action"])
        await two.act(two.state["legal"][1]["action"])  # it has not heard of the other
        assert two.heard[-1]["code"] == "stale"
        assert two.state["ply"] == 1
        assert len(storage.matches[match][1]) == 1

    run(play())


def test_both_tabs_play_the_computer_and_it_moves_once() -> None:
    async def play() -> None:
        storage = DictStorage()
        local_servers = [new_local_server(storage), new_local_server(storage)]
        storage.heard_by = local_servers
        match = await begin(local_servers[0], opponent="computer", rules="base", side="1", level=3)
        pages = [await Page().open(local_server, match) for local_server in local_servers]
        for _ in range(4):
            ply = pages[0].state["ply"]
            await pages[0].act(pages[0].state["legal"][0]["action"])
            for page in pages:
                await page.until_ply(ply + 2)
        assert len(storage.matches[match][1]) == pages[0].state["ply"]

    run(play())


def test_of_two_tabs_that_begin_the_next_game_one_does() -> None:
    async def play() -> None:
        storage = DictStorage()
        local_servers = [new_local_server(storage), new_local_server(storage)]
        match = await begin(local_servers[0], opponent="shared", rules="base")
        one, two = [await Page().open(local_server, match) for local_server in local_servers]
        await one.say(type="act", state=0, action="resign1")
        local_servers[1].on_match_changed(match)
        await two.until(lambda page: page.state["phase"] == "over")
        await one.say(type="rematch")
        await two.say(type="rematch")
        assert two.of_type("refused")[-1]["code"] == "rematch-made"
        assert one.state["series"]["next"] == two.state["series"]["next"]
        assert len(storage.matches) == 2

    run(play())


def test_everything_goes_into_a_file_and_comes_out_of_it_elsewhere() -> None:
    async def play() -> None:
        here, there = DictStorage(), DictStorage()
        local_server, other = new_local_server(here), new_local_server(there)
        match = await begin(local_server, opponent="shared", rules="base")
        page = await Page().open(local_server, match)
        await page.act(page.state["legal"][0]["action"])
        file = (await local_server.answer("GET", "/api/everything")).text
        read = await other.answer("POST", "/api/everything", file)
        assert json.loads(read.text) == {"games": 1, "reviews": 0}
        elsewhere = await Page().open(other, match)
        assert elsewhere.state["ply"] == 1
        assert elsewhere.state["position"] == page.state["position"]
        # Again, and back: nothing is new.
        assert json.loads((await other.answer("POST", "/api/everything", file)).text)["games"] == 0
        # The file has less than there is by now: nothing is lost.
        await page.act(page.state["legal"][0]["action"])
        assert (
            json.loads((await local_server.answer("POST", "/api/everything", file)).text)["games"]
            == 0
        )
        assert (await Page().open(local_server, match)).state["ply"] == 2
        # It has more: that is added, and whoever looks is told.
        longer = (await local_server.answer("GET", "/api/everything")).text
        assert json.loads((await other.answer("POST", "/api/everything", longer)).text)["games"]
        await elsewhere.until(lambda page: page.state["ply"] == 2)

    run(play())


def test_games_that_went_different_ways_are_both_kept() -> None:
    async def play() -> None:
        here, there = DictStorage(), DictStorage()
        local_server, other = new_local_server(here), new_local_server(there)
        match = await begin(local_server, opponent="shared", rules="base")
        await other.answer(
            "POST", "/api/everything", (await local_server.answer("GET", "/api/everything")).text
        )
        mine, theirs = await Page().open(local_server, match), await Page().open(other, match)
        await mine.act(mine.state["legal"][0]["action"])
        await theirs.act(theirs.state["legal"][1]["action"])
        file = (await other.answer("GET", "/api/everything")).text
        for new in (1, 0):
            read = await local_server.answer("POST", "/api/everything", file)
            assert json.loads(read.text)["games"] == new
        assert len(here.matches) == 2
        assert (await Page().open(local_server, match)).state["position"] == mine.state["position"]
        (copy,) = here.matches.keys() - {match}
        assert (await Page().open(local_server, copy)).state["position"] == theirs.state["position"]

    run(play())


@pytest.mark.parametrize(
    "file",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"menhirs": 2}',
        '{"menhirs": 1, "games": {}}',
        '{"menhirs": 1, "games": [1]}',
        '{"menhirs": 1, "games": [{"id": "x", "text": "{}", "entries": []}]}',
        '{"menhirs": 1, "games": [{"id": "abcdefghij", "text": "{}", "entries": []}]}',
        '{"menhirs": 1, "reviews": {"a": 1}}',
        '{"menhirs": 1, "reviews": {"a": "{}"}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_file_of_everything_is_refused_and_nothing_is_kept(file: str) -> None:
    async def play() -> None:
        storage = DictStorage()
        answer = await new_local_server(storage).answer("POST", "/api/everything", file)
        assert (answer.status, json.loads(answer.text)["code"]) == (400, "everything")
        assert not storage.matches
        assert not storage.kept

    run(play())


def test_a_game_in_the_file_that_breaks_the_rules_is_refused_and_nothing_is_kept() -> None:
    async def play() -> None:
        storage, other = DictStorage(), DictStorage()
        local_server = new_local_server(storage)
        for _ in range(2):
            match = await begin(local_server, opponent="shared", rules="base")
        page = await Page().open(local_server, match)
        await page.act(page.state["legal"][0]["action"])
        file = json.loads((await local_server.answer("GET", "/api/everything")).text)
        played = next(game for game in file["games"] if game["id"] == match)
        played["entries"] = [played["entries"][0], played["entries"][0]]
        answer = await new_local_server(other).answer("POST", "/api/everything", json.dumps(file))
        assert json.loads(answer.text)["code"] == "everything"
        assert not other.matches

    run(play())


def test_an_address_that_follows_from_a_text_is_one() -> None:
    assert is_match_id(match_id_of("a game"))
    assert match_id_of("a game") == match_id_of("a game") != match_id_of("another")
