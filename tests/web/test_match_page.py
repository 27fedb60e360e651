"""A match page between people: looking back, taking back, playing again, coming and going."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.position import Position
from menhirs.notation.actions import write_action
from menhirs.notation.record import read_record
from tests.server.processes import ServerProcess
from tests.web.games import Game, find_moment
from tests.web.hands import Keyboard, Mouse, Touch
from tests.web.matches import Match
from tests.web.moments import game_at, match_at
from tests.web.people import Meet, Person

RUDE = "<img src=x onerror=alert(1)>"


def two_at(meet: Meet, match: Match) -> tuple[Person, Person]:
    """Players 1 and 2, each at a browser of their own."""
    south, north = meet(), meet()
    south.sit(match, 1)
    north.sit(match, 2)
    return south, north


class TestTheBoard:
    def test_each_player_sits_at_the_own_side(self, site: ServerProcess, meet: Meet) -> None:
        south, north = two_at(meet, match_at(site.address, "move"))
        assert is_south_below(south) and not is_south_below(north)

    def test_a_key_and_a_button_turn_it(self, site: ServerProcess, meet: Meet) -> None:
        person = meet()
        person.sit(match_at(site.address, "move"))
        assert is_south_below(person)
        person.page.keyboard.press("f")
        assert not is_south_below(person)
        person.page.click("#flip-board")
        assert is_south_below(person)

    def test_dense_fog_hides_what_lies_under_it(self, site: ServerProcess, meet: Meet) -> None:
        match = match_at(site.address, "place")
        for dense in (False, True):
            person = meet(settings={"dense": dense})
            person.sit(match)
            found = [words for words in person.cells().values() if words.startswith("fog")]
            assert len(found) == 5
            assert all(words.startswith("fog on a menhir") for words in found) is not dense

    def test_names_of_the_cells_can_be_hidden(self, site: ServerProcess, meet: Meet) -> None:
        match = match_at(site.address, "place")
        for shown in (True, False):
            person = meet(settings={"coordinates": shown})
            person.sit(match)
            names = person.page.get_by_text("d4", exact=True)
            assert names.first.is_visible() is shown

    @pytest.mark.parametrize("moment", ["remove", "prove"])
    def test_a_phone_on_its_side_shows_the_whole_board(
        self, moment: str, site: ServerProcess, meet: Meet
    ) -> None:
        match = match_at(site.address, moment)
        person = meet(phone=True, viewport={"width": 844, "height": 390})
        person.sit(match, match.state()["player"])
        for size in ((844, 390), (667, 375), (932, 430)):
            person.page.set_viewport_size({"width": size[0], "height": size[1]})
            box = person.get(".mb-stage").bounding_box()
            assert box is not None and box["height"] > 300
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]

    def test_a_finger_is_asked_once_more_and_a_mouse_is_not(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match, game = match_at(site.address, "place"), game_at("place")
        cells = iter(sorted(set(game.position.geometry.names) - fog_of(game.position)))
        finger = meet(phone=True)
        finger.sit(match, game.position.player)
        place = Touch(finger.page)
        place.choose(next(cells))
        finger.waits_for(".mb-confirm")
        assert match.state()["ply"] == len(game.actions)
        place.press(".mb-confirm")
        finger.waits_for_ply(len(game.actions) + 1)
        mouse = meet()
        mouse.sit(match, match.state()["player"])
        Mouse(mouse.page).choose(next(cells))
        mouse.waits_for_ply(len(game.actions) + 2)

    def test_whoever_wanted_to_be_asked_before_still_is(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        """Settings kept by an earlier version say yes or no."""
        for kept, asked in ((True, True), (False, False), ("always", True)):
            match = match_at(site.address, "flip")
            person = meet(settings={"confirm": kept})
            person.sit(match)
            Keyboard(person.page).press(".mb-cell[tabindex='0']")
            person.waits_for(".mb-confirm" if asked else "[data-ply='1']")
            assert match.state()["ply"] == (0 if asked else 1)

    def test_a_move_can_be_typed(self, site: ServerProcess, meet: Meet) -> None:
        match, game = match_at(site.address, "move"), game_at("move")
        person = meet()
        person.sit(match, game.position.player)
        person.page.keyboard.press("y")
        person.page.keyboard.type(write_action(game.position.board_actions()[0], game.position))
        person.page.keyboard.press("Enter")
        person.waits_for_ply(len(game.actions) + 1)

    @pytest.mark.parametrize(("code", "lands"), [("nl", "NE"), ("fr", "NW")])
    def test_a_direction_is_typed_in_the_language_of_the_page(
        self, code: str, lands: str, site: ServerProcess, meet: Meet
    ) -> None:
        match, game, tiles = both_ways_north(site.address)
        person = meet(locale=code)
        person.sit(match, game.position.player)
        person.type_move(f"{tiles}-no")
        person.waits_for_ply(len(game.actions) + 1)
        assert match.record().split()[-1] == f"{tiles}-{lands}"

    def test_letters_that_mean_two_things_are_asked_about(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match, game, tiles = both_ways_north(site.address)
        person = meet()
        person.sit(match, game.position.player)
        person.type_move(f"{tiles}-NO")
        person.waits_for("dialog[open]")
        assert person.text("dialog[open] h2") == "Which way do you mean?"
        person.page.get_by_role("button", name="Move north-west").last.click()
        person.waits_for_ply(len(game.actions) + 1)
        assert match.record().split()[-1] == f"{tiles}-NW"

    def test_a_typed_move_that_is_illegal_is_explained(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        person = meet()
        person.sit(match_at(site.address, "place"))
        covered = person.fog().pop()
        example = person.page.get_attribute("#typed-move", "placeholder") or ""
        assert example.startswith("Type a move, such as +")  # what can be played now
        person.type_move(f"+{covered}")
        person.waits_for_toast(covered)
        person.waits_for_toast("rule ")  # a bare code looks like a cell
        person.type_move("what?")
        person.waits_for_toast("what?")
        assert person.phase == "place"

    def test_the_question_mark_shows_the_keys(self, site: ServerProcess, meet: Meet) -> None:
        person = meet()
        person.sit(match_at(site.address, "flip"))
        person.page.keyboard.press("?")
        assert "Claim victory" in person.text("#help")
        person.page.keyboard.press("Escape")
        assert not person.sees("#help")

    def test_help_explains_claims_only_where_there_are_any(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        person = meet()
        person.sit(Match.new(site.address, opponent="computer", level=1, rules="base"))
        person.page.keyboard.press("?")
        words = person.text("#help").lower()
        assert "choose a cluster of fog" in words and "claim" not in words


def fog_of(position: Position) -> set[str]:
    return set(position.geometry.names_of(position.fog))


def both_ways_north(address: str) -> tuple[Match, Game, str]:
    """A match in which some tiles can go to the north-east and to the north-west."""

    def tiles(position: Position) -> str | None:
        legal = {write_action(action, position) for action in position.board_actions()}
        east = {text[:-3] for text in legal if text.endswith("-NE")}
        return min((part for part in east if f"{part}-NW" in legal), default=None)

    game = find_moment("base", lambda position: position.round == 3 and bool(tiles(position)))
    match = Match.of(address, game, opponent="friend")
    return match, game, tiles(game.position) or ""


def is_south_below(person: Person) -> bool:
    """Whether the board is seen from the south."""
    south, north = (person.get(f"[data-cell={cell}]").bounding_box() for cell in ("d1", "d6"))
    assert south is not None and north is not None
    return south["y"] > north["y"]


class TestLookingBack:
    def test_arrow_keys_leaf_through_the_game(self, site: ServerProcess, meet: Meet) -> None:
        match, game = match_at(site.address, "over"), game_at("over")
        person = meet()
        person.sit(match)
        person.page.keyboard.press("Home")
        fogs = [set(p.geometry.names_of(p.fog)) for p in game.positions]
        last = len(game.actions)
        assert person.fog() == fogs[0]
        assert person.text("#status") == f"Move 0 of {last}: The start."
        for ply in (1, 2, 3):
            person.page.keyboard.press("ArrowRight")
            assert person.fog() == fogs[ply]
        person.page.keyboard.press("ArrowLeft")
        assert person.fog() == fogs[2]
        assert person.text("#status").startswith(f"Move 2 of {last}: ")
        person.page.keyboard.press("End")
        assert person.fog() == fogs[-1] and not person.sees("#review-leave")

    def test_a_link_leads_to_one_moment(self, site: ServerProcess, meet: Meet) -> None:
        match, game = match_at(site.address, "over"), game_at("over")
        person = meet(permissions=["clipboard-read", "clipboard-write"])
        person.sit(match)
        person.page.keyboard.press("Home")
        for _ in range(5):
            person.page.keyboard.press("ArrowRight")
        person.page.click("#review-link")
        person.waits_for_toast("Link copied.")
        link = person.page.evaluate("navigator.clipboard.readText()")
        assert link == f"{site.address}{match.path}?ply=5"
        other = meet()
        other.open(link)
        other.waits_for("#review-leave")
        position = game.positions[5]
        assert other.fog() == set(position.geometry.names_of(position.fog))

    def test_while_one_looks_back_the_game_goes_on(self, site: ServerProcess, meet: Meet) -> None:
        match, game = match_at(site.address, "move"), game_at("move")
        person = meet()
        person.sit(match, 3 - game.position.player, "?ply=4")
        person.waits_for("#review-leave")
        before = person.fog()
        match.act(write_action(game.position.board_actions()[0], game.position))
        person.waits_for(f"[data-ply='{len(game.actions) + 1}']")
        assert person.fog() == before and person.sees("#review-leave")
        assert person.get(".mb-cell:is(.is-movable, .is-choosable)").count() == 0
        person.page.click("#review-leave")
        assert person.fog() != before

    def test_the_record_can_be_downloaded_and_read(
        self, site: ServerProcess, meet: Meet, tmp_path: Path
    ) -> None:
        match, game = match_at(site.address, "over"), game_at("over")
        person = meet()
        person.sit(match)
        person.show("more")
        with person.page.expect_download() as download:
            person.page.click("text=Download the record")
        assert download.value.suggested_filename == f"{match.id}.menhirs"
        download.value.save_as(tmp_path / "record")
        record = read_record((tmp_path / "record").read_text("utf-8"))
        assert record.actions == game.actions


class TestTwoPeople:
    def test_the_title_calls_whoever_is_on_turn(self, site: ServerProcess, meet: Meet) -> None:
        match, game = match_at(site.address, "flip"), game_at("flip")
        south, north = two_at(meet, match)
        assert south.page.title() == "● Your turn – Menhirs"
        assert "Your turn" not in north.page.title()
        match.act(write_action(game.position.board_actions()[0], game.position))
        north.waits_for_ply(1)
        south.waits_for_ply(1)
        assert north.page.title() == "● Your turn – Menhirs"
        assert "Your turn" not in south.page.title()

    def test_who_goes_and_comes_back_is_noticed(self, site: ServerProcess, meet: Meet) -> None:
        match = match_at(site.address, "flip")
        south, north = two_at(meet, match)
        presence = "#plate-2 .presence-words"
        south.waits_for_words(presence, "here")
        north.open("/")
        south.waits_for_toast("Your opponent has gone")
        assert south.text(presence) == "away"
        north.page.go_back()
        south.waits_for_toast("Your opponent is here", times=2)
        assert south.text(presence) == "here"

    def test_a_turn_is_taken_back_if_the_other_agrees(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match, game = match_at(site.address, "flip"), game_at("flip")
        south, north = two_at(meet, match)
        match.act(write_action(game.position.board_actions()[0], game.position))
        for answer in ("no", "yes"):
            south.waits_for_ply(1)
            south.page.click("#take-back")
            south.waits_for_words("#offer-words", "You asked to take a move back.")
            assert not south.sees("#offer-answers")
            asked = "Your opponent would like to take the last move back."
            north.waits_for_words("#offer-words", asked)
            north.page.click(f"#offer-{answer}")
            if answer == "no":
                south.waits_for_toast("Your opponent would rather not: the turn stands.")
            else:
                south.waits_for_toast("You took your last turn back.")
                north.waits_for_toast("Your opponent took a turn back.")
            south.page.wait_for_selector("#offer", state="hidden")
            assert match.state()["ply"] == (1 if answer == "no" else 0)
        for person in (south, north):
            person.waits_for_ply(0)
            assert "menhir over" in person.status  # player 1 turns a menhir over

    def test_against_the_computer_a_turn_is_just_taken_back(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        match = Match.new(site.address, opponent="computer", level=1, rules="base")
        person = meet()
        person.sit(match)
        position = find_moment("base", lambda _: True).position
        free = next(cell for cell, words in person.cells().items() if words == "forest")
        assert position.phase == "place"
        Mouse(person.page).choose(free)
        person.waits_for_ply(2)  # the computer has placed as well
        person.page.click("#take-back")
        person.waits_for_ply(0)
        assert free not in person.fog()
        assert person.status == "Your turn: place a fog tile."

    def test_the_next_game_swaps_sides_and_adds_up(self, site: ServerProcess, meet: Meet) -> None:
        match = Match.new(site.address, opponent="friend", rules="base", name="Ann")
        match.join("Ben")
        ann, ben = two_at(meet, match)
        match.give_up()  # Ann does: 11 points for Ben
        ann.page.click("#rematch")
        ann.waits_for_words("#offer-words", "You asked for another game with sides swapped.")
        ben.waits_for_words("#offer-words", "Ann would like to play again, with sides swapped.")
        ben.page.click("#offer-yes")
        for person in (ann, ben):
            person.page.wait_for_url(lambda url: match.path not in url)
            person.waits_for("#main[data-phase=place]")
        assert ann.match_id == ben.match_id != match.id
        assert ben.text("#plate-1-name") == "Ben" and ben.sees("#plate-1.you")
        assert ann.text("#plate-2-name") == "Ann" and ann.sees("#plate-2.you")
        assert ann.text("#plate-1 .plate-score") == "1 win, 11 points"
        assert ann.text("#plate-2 .plate-score") == "0 wins, 0 points"
        following = Match(site.address, ann.match_id, {1: ben.secret, 2: ann.secret})
        following.give_up()  # now Ben does
        for person in (ann, ben):
            person.waits_for("#over")
            total = "After 2 games: Ben: 1 win, 11 points; Ann: 1 win, 11 points."
            assert person.text("#over-series") == total

    def test_one_gives_up_only_after_a_question(self, site: ServerProcess, meet: Meet) -> None:
        match = match_at(site.address, "move")
        south, north = two_at(meet, match)
        south.page.click("#resign")
        points = match.state()["may"]["resign_words"].rsplit("gets ")[1]
        assert f"Your opponent gets {points}" in south.text("dialog[open]")
        south.page.click("dialog[open] .quiet")
        assert not south.sees("dialog[open]") and match.state()["outcome"] is None
        south.page.click("#resign")
        south.page.click("dialog[open] .danger")
        for person, result in ((south, "You lost: you gave up"), (north, "You won, ")):
            person.waits_for("#over")
            assert person.status.startswith(result)


class TestNames:
    @pytest.fixture
    def rude(self, site: ServerProcess) -> Match:
        match = Match.new(site.address, opponent="friend", rules="amsterdam", name=RUDE)
        match.join(RUDE)
        return match

    def test_a_name_is_only_ever_text(self, rude: Match, meet: Meet) -> None:
        south, north = two_at(meet, rude)
        assert south.text("#plate-1-name") == f"{RUDE} (South)"
        assert south.text("#plate-2-name") == f"{RUDE} (North)"
        north.open("/")
        south.waits_for_toast(f"{RUDE} (North) has gone")
        north.sit(rude, 2)
        rude.act("resign")
        south.page.click("#rematch")
        north.waits_for_words("#offer-words", RUDE)
        for person in (south, north):
            assert person.get("img:not(.plate-portrait)").count() == 0
        assert RUDE in rude.record()

    def test_an_address_is_only_ever_text(self, site: ServerProcess, meet: Meet) -> None:
        person = meet(expects="status of 404")
        person.open("/m/%3Cimg%20src=x%20onerror=alert(1)%3E")
        assert person.get("img").count() == 0 and person.sees("h1")

    def test_one_can_say_who_one_is(self, site: ServerProcess, meet: Meet) -> None:
        south, north = two_at(meet, match_at(site.address, "flip"))
        south.show("more")
        south.page.click("#rename")
        south.page.fill("#naming-name", "Ysolde")
        south.page.press("#naming-name", "Enter")
        north.waits_for_words("#plate-1-name", "Ysolde")
        south.page.reload()
        south.waits_for_words("#plate-1-name", "Ysolde")
