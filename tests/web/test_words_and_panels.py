"""What stands around the board: who is who, the result, the round track, the list of moves."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Claim, Move
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.notation.actions import write_action
from tests.server.processes import ServerProcess
from tests.web.games import Game, find_moment
from tests.web.matches import Match
from tests.web.moments import game_at, match_at
from tests.web.people import Meet, Person


def friends(address: str, one: str = "Ann", two: str = "Bo", **wanted: object) -> Match:
    match = Match.new(address, opponent="friend", name=one, **wanted)
    match.join(two)
    return match


def place_of(person: Person, selector: str) -> tuple[float, float]:
    box = person.get(selector).bounding_box()
    assert box is not None
    return box["x"], box["y"]


class TestTheEnd:
    def test_the_result_is_said_once(self, site: ServerProcess, meet: Meet) -> None:
        match = friends(site.address)
        ann, bo = meet(), meet()
        ann.sit(match, 1)
        bo.sit(match, 2)
        match.give_up()
        for person, result in (
            (ann, "You lost: you gave up. Bo gets 22 points."),
            (bo, "You won, 22 points: Ann gave up."),
        ):
            person.waits_for("#over")
            assert person.status == result
            assert person.text("main").count("gave up") == 1
            person.waits_for_words("#live", result)
            assert person.heard().count("gave up") == 1

    def test_the_bar_holds_the_one_way_on(self, site: ServerProcess, meet: Meet) -> None:
        match = match_at(site.address, "move")
        person = meet()
        person.sit(match)
        assert person.sees("#bar .claim")
        match.act("resign")
        person.waits_for("#over")
        assert not person.sees("#bar .claim")
        ways = person.page.eval_on_selector_all(
            "#bar .slot-yes > *", "all => all.filter(one => !one.hidden).map(one => one.id)"
        )
        assert ways == ["rematch"]

    def test_the_same_layout_is_played_with_sides_swapped(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match = friends(site.address, rules="base")
        layout = match.state()["view"]["menhirs"]
        match.act("resign")
        ann, bo = meet(), meet()
        ann.sit(match, 1)
        bo.sit(match, 2)
        ann.page.click("#rematch-same")
        ann.waits_for_words("#offer-words", "Bo decides.")
        asked = "Ann would like to play the same layout again, with sides swapped."
        bo.waits_for_words("#offer-words", asked)
        bo.page.click("#offer-yes")
        ann.page.wait_for_url(lambda url: match.path not in url)
        following = Match(site.address, ann.match_id, {})
        state = following.state()
        assert state["view"]["menhirs"] == layout
        assert state["seats"]["1"]["name"] == "Bo"

    def test_who_has_lost_plays_the_same_level_again(self, site: ServerProcess, meet: Meet) -> None:
        match = Match.new(site.address, opponent="computer", level=1, rules="base")
        person = meet()
        person.sit(match)
        match.act("resign")
        person.waits_for("#over")
        assert not person.sees("#next-level") and person.sees("#rematch")


class TestLookingBack:
    def test_track_and_headline_are_of_that_moment(self, site: ServerProcess, meet: Meet) -> None:
        game = find_moment("amsterdam", lambda position: position.round == 9)
        person = meet()
        person.sit(Match.of(site.address, game))
        assert person.text(".stop.now .stop-number") == "9"
        person.page.keyboard.press("Home")
        assert person.text(".stop.now .stop-number") == "12"
        assert person.status == f"Move 0 of {len(game.actions)}: The start."
        person.page.keyboard.press("End")
        assert person.text(".stop.now .stop-number") == "9"
        assert "Move" not in person.status

    @pytest.mark.parametrize("phone", [False, True])
    def test_the_step_buttons_stay_where_they_are(
        self, site: ServerProcess, meet: Meet, phone: bool
    ) -> None:
        match = Match.of(site.address, game_at("over"))
        person = meet(phone=phone)
        person.sit(match, query="?ply=0")
        person.waits_for("#review-leave")
        places = {place_of(person, "[data-step=forward]")}
        boards = {place_of(person, "#board")}
        for _ in range(len(game_at("over").actions) - 1):
            person.page.keyboard.press("ArrowRight")
            places.add(place_of(person, "[data-step=forward]"))
            boards.add(place_of(person, "#board"))
        assert len(places) == len(boards) == 1


class TestTheTrack:
    def test_a_round_is_explained_to_mouse_finger_and_keyboard(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match = match_at(site.address, "move")
        words = "A win scores 12 points."
        mouse = meet()
        mouse.sit(match)
        mouse.page.hover(".stop:last-child button")
        assert words in mouse.text(".hint")
        assert "must be taken away" in mouse.text(".hint")
        mouse.page.mouse.move(1, 1)
        assert not mouse.sees(".hint")
        mouse.page.focus(".stop.now button")
        for _ in range(12):
            mouse.page.keyboard.press("ArrowRight")
        assert words in mouse.text(".hint")
        assert not mouse.page.evaluate("document.querySelector('.reviewing')")
        finger = meet(phone=True)
        finger.sit(match)
        finger.page.tap(".stop.decision button")
        assert "The decision moment: back to round 12" in finger.text(".hint")

    def test_a_decision_is_confirmed_with_what_it_leads_to(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match = match_at(site.address, "decide")
        person = meet(settings={"confirm": "never"})  # it is asked about all the same
        person.sit(match, match.state()["player"])
        person.page.click("[data-action='on']")
        assert "whoever wanted to go on loses" in person.text("#decide [aria-pressed=true]")
        assert match.state()["phase"] == "decide"
        person.page.click("#question-strong")
        person.waits_for("#main[data-phase=move]")

    def test_the_decision_stands_between_its_rounds(self, site: ServerProcess, meet: Meet) -> None:
        person = meet()
        person.sit(match_at(site.address, "decide"))
        stops = person.page.eval_on_selector_all(".stop", "all => all.map(one => one.innerText)")
        assert [stop.split()[0] for stop in stops][-4:] == ["3", "✱", "2", "1"]
        assert person.sees(".stop.decision.now") and person.get(".stop.now").count() == 1

    def test_chances_do_not_look_like_tiles(self, site: ServerProcess, meet: Meet) -> None:
        person = meet()
        person.sit(match_at(site.address, "place"))
        assert person.get("#plate-1 .cloud").count() and not person.get("#plate-1 .taking").count()
        person.sit(match_at(site.address, "move"))
        assert person.get("#plate-1 .taking").count() == 3
        assert not person.get("#plate-1 .cloud").count()


class TestTheMoves:
    def test_a_move_is_read_and_shown_in_words(self, site: ServerProcess, meet: Meet) -> None:
        game = game_at("move")
        move = next(a for a in game.position.board_actions() if isinstance(a, Move))
        match = Match.of(site.address, game.then(move))
        person = meet()
        person.sit(match)
        button = f"[data-ply='{len(game.actions) + 1}']"
        assert person.text(button) == write_action(move, game.position)
        name = person.get(button).get_attribute("aria-label") or ""
        assert name.startswith("South moves ") or name.startswith("North moves ")
        person.page.hover(button)
        assert person.text(".hint") == name

    def test_a_claim_stands_after_the_turn_that_it_answers(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        """Player 1 claims when the next round has begun already."""
        game = find_moment("amsterdam", claimable_by_the_first)
        match = Match.of(site.address, claimed(game))
        person = meet()
        person.sit(match)
        rows = person.page.eval_on_selector_all(
            ".log-round", "all => all.map(row => row.innerText.split(/\\s+/))"
        )
        turn = game.position.last
        assert turn is not None
        answered, claim = rows[-2:]
        assert claim[-1] == "claim" and "claim" not in answered
        assert str(turn.round) in answered and str(turn.round) in claim


def claimable_by_the_first(position: Position) -> bool:
    return position.phase is Phase.MOVE and position.claimant == 1


def claimed(game: Game) -> Game:
    return game.then(Claim())


class TestNames:
    def test_a_new_name_reaches_the_moves(self, site: ServerProcess, meet: Meet) -> None:
        match, game = match_at(site.address, "flip"), game_at("flip")
        match.act(write_action(game.position.board_actions()[0], game.position))
        south, north = meet(), meet()
        south.sit(match, 1)
        north.sit(match, 2)
        first = north.get("[data-ply='1']")
        assert (first.get_attribute("aria-label") or "").startswith("Your opponent turns")
        south.show("more")
        south.page.click("#rename")
        south.page.fill("#naming-name", "{cell} {")
        south.page.press("#naming-name", "Enter")
        north.waits_for("[data-ply='1'][aria-label^='{cell} { turns']")

    def test_at_one_screen_both_have_a_name(self, site: ServerProcess, meet: Meet) -> None:
        person = meet()
        person.sit(Match.new(site.address, opponent="shared", rules="base"))
        assert person.status == "South places a fog tile."
        person.show("more")
        person.page.click("#rename")
        person.page.fill("#naming-name", "Ann")
        person.page.fill("#naming-other", "Bo")
        person.page.press("#naming-other", "Enter")
        person.waits_for_words("#plate-1-name", "Ann")
        person.waits_for_words("#plate-2-name", "Bo")
        person.waits_for_words("#status", "Ann places a fog tile.")
        person.page.reload()
        person.waits_for_words("#status", "Ann places a fog tile.")
