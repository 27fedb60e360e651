"""House rules from a file: the pages offer, explain and play them without a line of code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from menhirs.notation.house_rules import read_house_rules
from menhirs.notation.rule_words import rules_in_words
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.web.games import find_game, kinds
from tests.web.hands import Keyboard, Mouse
from tests.web.homes import ServedHome
from tests.web.people import Meet
from tests.web.test_whole_games import play_at_one_screen

FILE = Path(__file__).parents[2] / "examples" / "house-rules" / "club-evening.toml"
SMALL = FILE.with_name("long-fog.toml")
QUICK = read_house_rules(FILE.read_text("utf-8"))["quick-amsterdam"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with house rules."""
    folder = tmp_path_factory.mktemp("club")
    database = f"sqlite:///{folder / 'menhirs.sqlite'}"
    file = folder / "house-rules.toml"
    file.write_text(FILE.read_text("utf-8") + SMALL.read_text("utf-8"), "utf-8")
    running = ServerProcess(database, folder / "log", "--house-rules", str(file))
    yield running
    running.close()


def test_the_front_page_offers_and_explains_them(club: ServerProcess, meet: Meet) -> None:
    person = meet(club.address)
    person.open("/")
    hand = Mouse(person.page)
    hand.press("#shared > summary")
    hand.press("#shared .house-rules:has([value='quick-amsterdam']) summary")
    text = person.text("#shared .house-rules:has([value='quick-amsterdam'])")
    assert "Quick Amsterdam" in text
    assert all(sentence in text for sentence in rules_in_words(QUICK))


def test_another_board_is_not_set_up_on_the_usual_one(club: ServerProcess, meet: Meet) -> None:
    (small,) = (
        rules
        for rules in read_house_rules(SMALL.read_text("utf-8")).values()
        if rules.menhirs != QUICK.menhirs
    )
    person = meet(club.address)
    person.open("/")
    hand = Mouse(person.page)
    hand.press("#shared > summary")
    person.page.evaluate("document.querySelectorAll('#shared details').forEach(d => d.open = true)")
    person.page.check("#shared .by-hand")
    hand.press(f"#shared [value='{small.name}']")
    person.page.wait_for_selector("#toasts .toast")
    assert small.title in person.text("#toasts .toast")
    assert person.page.url == f"{club.address}/"
    person.page.check("#shared [name=layout][value=random]")
    hand.press(f"#shared [value='{small.name}']")
    person.page.wait_for_url("**/m/*")


def test_a_whole_game_is_played_by_them(club: ServerProcess, meet: Meet) -> None:
    wanted = {"flip", "place", "remove", "keep", "decide", "lap 2"}
    game = find_game(QUICK, lambda game: kinds(game) >= wanted and len(game.actions) < 60)
    person = meet(club.address)
    play_at_one_screen(person, Keyboard, game, ServedHome(club))
    assert "Quick Amsterdam" in (person.page.text_content("#help") or "")
    numbers = [entry.strip() for entry in person.page.locator(".stop-number").all_inner_texts()]
    assert numbers == [str(entry.number) for entry in QUICK.schedule]


def test_the_computer_plays_them_and_a_match_keeps_them(club: ServerProcess) -> None:
    wanted = {"rules": "quick-amsterdam", "opponent": "computer", "level": 1, "side": "2"}
    made = httpx2.post(f"{club.address}/api/matches", json=wanted).raise_for_status().json()
    address = f"{club.address}/api/matches/{made['match']}"
    headers = {"authorization": f"Bearer {made['secret']}"}
    with httpx2.stream("GET", f"{address}/stream", headers=headers, timeout=PATIENCE) as stream:
        assert any('"ply":1,' in line for line in stream.iter_lines())
    club.kill()
    club.start()
    state = httpx2.get(address, headers=headers).json()
    assert state["position"].startswith("quick-amsterdam ")
    assert state["chances"] == [QUICK.chances] * 2
