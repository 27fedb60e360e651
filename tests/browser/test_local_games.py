"""Whole games at a local server: two at one screen, and against the computer."""

from __future__ import annotations

import json

import pytest

from menhirs.core.rules import RULE_SETS
from tests.browser.local_servers import DictStorage, Page, begin, new_local_server
from tests.browser.time_travel import run


@pytest.mark.parametrize("rules", RULE_SETS)
def test_two_play_a_game_at_one_screen_to_its_end(rules: str) -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(
            local_server, opponent="shared", rules=rules, claims="untimed", seed="one"
        )
        page = await Page().open(local_server, match)
        assert page.state["you"] == [1, 2]
        for _ in range(30):
            if page.state["phase"] == "over":
                break
            await page.act(page.state["legal"][0]["action"])
            assert page.heard[-1]["type"] == "state"
        await page.say(type="act", state=0, action="resign")
        assert page.state["phase"] == "over"

    run(play())


def _is_mine(page: Page) -> bool:
    return page.state["phase"] == "over" or bool(page.state["legal"])


@pytest.mark.parametrize("level", [1, 4])
def test_somebody_plays_against_the_computer(level: int) -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(local_server, opponent="computer", rules="base", level=level, side="2")
        page = await Page().open(local_server, match)
        await page.until(_is_mine)
        while page.state["phase"] != "over":
            await page.act(page.state["legal"][0]["action"])
            await page.until(_is_mine)
        assert json.loads((await local_server.answer("GET", f"/m/{match}/plies")).text)

    run(play())
