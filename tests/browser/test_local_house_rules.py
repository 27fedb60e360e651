"""House rules at a local server: games, reviews, analyses, records and exports."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from menhirs.browser.house_rules import house_rules_text, offered_with
from menhirs.browser.local_server import LocalServer
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.house_rules import read_house_rules
from tests.browser.local_servers import DictStorage, Page, begin, new_local_server
from tests.browser.time_travel import run

EXAMPLES = Path(__file__).parents[2] / "examples" / "house-rules"
TEXT = "".join(path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.toml")))
HOUSE: Mapping[str, RuleSet] = offered_with(house_rules_text(read_house_rules(TEXT)))
"""All samples, as a site has them."""
OWN = [name for name in HOUSE if name not in RULE_SETS]


def test_a_site_has_the_rules_of_the_file() -> None:
    assert read_house_rules(TEXT) == HOUSE
    assert "pocket" in OWN
    assert house_rules_text(RULE_SETS) == ""
    assert offered_with("") == RULE_SETS


async def asked(
    local_server: LocalServer, method: str, path: str, **body: object
) -> dict[str, Any]:
    answer = await local_server.answer(method, path, json.dumps(body) if body else "")
    assert answer.status in (200, 201, 202), answer.text
    data: dict[str, Any] = json.loads(answer.text)
    return data


async def played(local_server: LocalServer, rules: str) -> tuple[str, str]:
    """A game against the computer that somebody has given up after a while; with its record.

    On a small board it may be over before.
    """
    match = await begin(local_server, opponent="computer", level=1, rules=rules, side="1")
    page = await Page().open(local_server, match)
    for turn in range(3):
        await page.until(lambda page: bool(page.state["legal"]) or page.state["phase"] == "over")
        if page.state["phase"] == "over":
            break
        await page.act(page.state["legal"][0]["action"] if turn < 2 else "resign")
    assert page.state["phase"] == "over"
    page.leave()
    return match, (await local_server.answer("GET", f"/m/{match}/record")).text


@pytest.mark.parametrize("rules", OWN)
def test_they_are_played_listed_reviewed_and_analysed(rules: str) -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage(), offered=HOUSE)
        match, record = await played(local_server, rules)
        assert f'[Rules "{rules}"]' in record
        (listed,) = (await asked(local_server, "GET", f"/api/games?rules={rules}"))["games"]
        assert listed["match"] == match
        opening = (await asked(local_server, "GET", f"/told/analysis?match={match}"))["opening"]
        assert opening["position"].split()[0] == rules
        empty = (await asked(local_server, "GET", f"/told/analysis?rules={quote(rules)}"))[
            "opening"
        ]
        for path in (f"/position.svg?position={quote(empty['position'])}", f"/m/{match}/game.svg"):
            assert (await local_server.answer("GET", path)).text.startswith("<svg")
        position = {"position": empty["position"], "seconds": 0.05}
        answer = await local_server.answer("POST", "/api/analysis/engine", json.dumps(position))
        assert json.loads(answer.text.splitlines()[-1])["lines"]
        brought = (await asked(local_server, "POST", "/api/records", record=record))["match"]
        assert (await asked(local_server, "GET", f"/api/matches/{brought}"))["position"].startswith(
            rules
        )
        await _reviewed(local_server, f"/api/matches/{match}/review")
        review = (await asked(local_server, "POST", "/api/reviews", record=record))["id"]
        await _reviewed(local_server, f"/api/reviews/{review}")

    run(play())


async def _reviewed(local_server: LocalServer, address: str) -> None:
    if "matches" in address:
        await asked(local_server, "POST", address)
    while (await asked(local_server, "GET", address))["status"] != "done":
        await asyncio.sleep(0.01)


def test_a_site_without_them_keeps_what_was_played_by_them() -> None:
    """Everything is saved at a site with house rules, and read at one that has none."""

    async def play() -> None:
        club = new_local_server(DictStorage(), offered=HOUSE)
        match, record = await played(club, "pocket")
        everything = (await club.answer("GET", "/api/everything")).text
        storage = DictStorage()
        home = new_local_server(storage)
        read = await home.answer("POST", "/api/everything", everything)
        assert json.loads(read.text)["games"] == 1
        (listed,) = (await asked(home, "GET", "/api/games"))["games"]
        assert listed["rules"] == "pocket"
        await _reviewed(home, f"/api/matches/{match}/review")
        refused = await home.answer("POST", "/api/records", json.dumps({"record": record}))
        assert json.loads(refused.text)["code"] == "rules"
        wanted = {"opponent": "shared", "rules": "pocket"}
        refused = await home.answer("POST", "/api/matches", json.dumps(wanted))
        assert json.loads(refused.text)["code"] == "rules"

    run(play())
