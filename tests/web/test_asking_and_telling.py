"""Questions, offers, looking back, and the way back to a game."""

from __future__ import annotations

import json

import pytest

from menhirs.notation.actions import write_action
from tests.server.processes import ServerProcess
from tests.web.matches import Match
from tests.web.moments import game_at, match_at
from tests.web.people import Meet


def test_enter_pressed_twice_does_not_give_up(site: ServerProcess, meet: Meet) -> None:
    match = match_at(site.address, "move")
    person = meet()
    person.sit(match)
    person.get("#resign").focus()
    person.page.keyboard.press("Enter")
    person.waits_for("dialog[open]")
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector("dialog.small", state="detached")
    assert match.state()["phase"] == "move"


def test_at_one_screen_the_panel_says_who_shows_the_claim(site: ServerProcess, meet: Meet) -> None:
    game = game_at("prove")
    match = Match.of(site.address, game.until(len(game.actions) - 1))
    claimant = game.position.player
    match.claim(match.state(claimant)["claim"]["turn"], claimant)
    person = meet()
    person.sit(match)
    side = {1: "South", 2: "North"}[claimant]
    assert person.text("#prove-title") == f"{side}: show the winning move"


def test_what_a_claim_would_be_shown_by_is_told_to_the_eye(site: ServerProcess, meet: Meet) -> None:
    game = game_at("prove")
    person = meet()
    person.sit(match_at(site.address, "prove"), game.position.player)
    shown = write_action(game.position.board_actions()[0], game.position)
    person.type_move(shown)
    person.waits_for(".mb-confirm")
    text = person.text(".mb-outlook")
    assert "then:" in text
    person.waits_for_words("#live", text)
    person.page.click(".mb-cancel")
    assert person.text(".mb-outlook") == ""


class TestLookingBack:
    def test_a_click_on_the_board_says_that_one_looks_back(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match, game = match_at(site.address, "move"), game_at("move")
        person = meet()
        person.sit(match, game.position.player)
        person.page.keyboard.press("ArrowLeft")
        person.waits_for(".reviewing")
        person.page.click(f"[data-cell={sorted(person.fog())[0]}]")
        assert person.text(".mb-bubble").startswith("You are looking back.")
        person.page.keyboard.press("Escape")  # takes the bubble away
        person.page.keyboard.press("Escape")
        person.waits_for("#main:not(.reviewing)")

    def test_a_typed_move_leads_back_to_the_game_first(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match, game = match_at(site.address, "move"), game_at("move")
        person = meet()
        person.sit(match, game.position.player)
        person.page.keyboard.press("Home")
        person.waits_for(".reviewing")
        person.type_move(write_action(game.position.board_actions()[0], game.position))
        person.waits_for_ply(len(game.actions) + 1)
        assert not person.sees(".reviewing")

    def test_the_list_of_moves_goes_along_to_the_start(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        person = meet(viewport={"width": 1280, "height": 460})
        person.sit(match_at(site.address, "over"))
        assert person.get(".sheets").evaluate("log => log.scrollTop") > 0
        person.page.keyboard.press("Home")
        person.waits_for(".reviewing")
        assert person.get(".sheets").evaluate("log => log.scrollTop") == 0


def test_a_take_back_is_asked_for_once_and_heard(site: ServerProcess, meet: Meet) -> None:
    match, game = match_at(site.address, "flip"), game_at("flip")
    match.act(write_action(game.position.board_actions()[0], game.position))
    south, north = meet(), meet()
    south.sit(match, 1)
    north.sit(match, 2)
    asked = "would like to take the last move back."
    south.page.click("#take-back")
    north.waits_for_words("#live", asked)
    north.page.click("#offer-no")
    south.waits_for_words(".toast", "would rather not")
    south.page.click("#take-back")
    south.waits_for("#take-back[aria-disabled=true]")
    south.page.click("#take-back", force=True)
    south.waits_for_words(".toast", "asked for already")
    north.page.click("#offer-yes")
    south.waits_for_words(".toast", "You took your last turn back.")
    assert south.get(".toast").count() == 1  # the refusal is out of date


def test_the_front_page_leads_back_to_a_game_from_before_there_were_people(
    site: ServerProcess, meet: Meet
) -> None:
    match = Match.new(site.address, opponent="friend", name="Ann")
    match.join("Bo")
    person = meet()
    person.open()
    assert not person.sees("#go-on")
    kept = json.dumps({"match": match.id, "opponent": "Bo"})
    person.page.evaluate("kept => localStorage.setItem('menhirs.game', kept)", kept)
    person.open()
    person.waits_for("#go-on")
    assert person.text("#go-on") == "Go on with your game against Bo"
    person.sit(match)  # from then on it is the person's, and among their games
    person.open()
    person.waits_for(f"#your-games [data-match='{match.id}']")
    person.page.wait_for_function("localStorage.getItem('menhirs.game') === null")
    assert not person.sees("#go-on")


@pytest.mark.parametrize(
    ("device", "chosen", "dark"),
    [("dark", "auto", True), ("dark", "light", False), ("light", "dark", True)],
)
def test_the_picture_of_an_invitation_follows_the_theme(
    device: str, chosen: str, dark: bool, site: ServerProcess, meet: Meet
) -> None:
    person = meet(color_scheme=device, settings={"theme": chosen})
    person.open(Match.new(site.address, opponent="friend").path)
    wanted = "?theme=dark" if dark else "picture.svg"
    person.page.wait_for_function(
        "end => document.querySelector('.invitation-picture').currentSrc.endsWith(end)", arg=wanted
    )


def test_the_pictures_of_the_rules_follow_the_theme(meet: Meet) -> None:
    person = meet(color_scheme="dark")
    person.open("/rules")
    shown = """() => {
        const all = [...document.querySelectorAll('.panels img')];
        const seen = all.filter((img) => img.offsetParent);
        return seen.every((img) => img.naturalWidth) && seen.map((img) => img.className);
    }"""
    cases = [("dark", "", "dark"), ("dark", "light", "light"), ("light", "dark", "dark")]
    for device, chosen, wanted in cases:
        person.page.emulate_media(color_scheme=device)  # type: ignore[arg-type]
        person.page.evaluate("theme => document.documentElement.dataset.theme = theme", chosen)
        person.page.wait_for_function(shown)
        assert person.page.evaluate(shown) == [f"when-{wanted}"] * 4
    person.page.emulate_media(media="print", color_scheme="dark")
    assert person.page.evaluate(shown) == ["when-light"] * 4


def test_a_game_that_is_aborted_is_nobodys_loss(site: ServerProcess, meet: Meet) -> None:
    match = Match.new(site.address, opponent="friend", rules="base")
    match.join()
    ann, bo = meet(), meet(phone=True)
    ann.sit(match, 1)
    bo.sit(match, 2)
    bo.waits_for_words("#resign", "Abort")
    bo.page.click("#resign")
    assert "without a result" in bo.text("dialog[open]")
    bo.page.click("dialog[open] button.danger")
    for player, words in ((bo, "You aborted the game."), (ann, "Your opponent aborted the game.")):
        player.waits_for_words("#status", words)
        assert player.get("#main").get_attribute("data-result") == "over"
        assert not player.sees("#over-report")
