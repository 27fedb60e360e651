"""Phones and tablets: nothing jumps, nothing is cut off, and nothing lies in the way."""

from __future__ import annotations

import pytest

from menhirs.core.actions import other
from tests.server.processes import ServerProcess
from tests.web.games import claimable, find_moment
from tests.web.hands import Touch
from tests.web.matches import Match
from tests.web.moments import game_at, match_at
from tests.web.people import Meet, Person

TABLET = {"width": 768, "height": 1024}
SMALL = {"width": 360, "height": 640}
# A claim that has just become possible.
CLAIMABLE = find_moment("amsterdam", lambda position: claimable(position, right=True))


def handheld(meet: Meet, **more: object) -> Person:
    return meet(phone=True, is_mobile=True, **more)


BOX = "node => node.getBoundingClientRect().toJSON()"


def is_on_screen(person: Person, selector: str) -> bool:
    inside = """node => {
        const {top, bottom} = node.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    }"""
    found: bool = person.get(selector).evaluate(inside)
    return found


class TestNothingJumps:
    @pytest.mark.parametrize("size", [TABLET, SMALL])
    def test_a_claim_moves_nothing_under_the_finger(
        self, size: dict[str, int], site: ServerProcess, meet: Meet
    ) -> None:
        match = Match.of(site.address, CLAIMABLE, opponent="friend")
        claimant = other(CLAIMABLE.position.player)
        person = handheld(meet, viewport=size, newcomer=True)
        person.sit(match, claimant)
        board = person.get("#board").bounding_box()
        match.claim(match.state(claimant)["claim"]["turn"], claimant)
        person.waits_for("#prove")
        assert person.get("#board").bounding_box() == board
        assert is_on_screen(person, "#prove")

    def test_the_bar_lies_on_no_plate(self, site: ServerProcess, meet: Meet) -> None:
        game = find_moment("amsterdam", lambda position: claimable(position, right=False))
        match = Match.of(site.address, game, opponent="shared")
        person = handheld(meet, viewport=TABLET)
        person.sit(match)
        assert person.sees("#keep")
        for player in (1, 2):
            plate = person.get(f"#plate-{player}").evaluate(BOX)
            bar = person.get(f".bar[data-player='{player}']").evaluate(BOX)
            assert plate["bottom"] <= bar["top"] or bar["bottom"] <= plate["top"]

    @pytest.mark.parametrize("scrolled", [0, 300])
    def test_the_result_is_on_the_screen(
        self, scrolled: int, site: ServerProcess, meet: Meet
    ) -> None:
        match = match_at(site.address, "move")
        person = handheld(meet, viewport=SMALL)
        person.sit(match)
        person.page.evaluate(f"scrollTo(0, {scrolled})")
        match.act("resign")
        person.waits_for("#over")
        assert is_on_screen(person, "#status")
        if not scrolled:
            assert is_on_screen(person, "#board")


class TestTheDecision:
    @pytest.mark.parametrize("language", ["en-GB", "de-DE"])
    @pytest.mark.parametrize("phone", [True, False])
    def test_all_of_it_is_on_the_screen_with_the_clock_that_runs(
        self, phone: bool, language: str, site: ServerProcess, meet: Meet
    ) -> None:
        match = match_at(site.address, "decide", clock="live")
        size = {"width": 390, "height": 664} if phone else {"width": 1366, "height": 768}
        person = meet(phone=phone, viewport=size, locale=language)
        player = match.state()["player"]
        person.sit(match, player)
        person.page.click("[data-action='back']")
        shown = ("#decide-words", "#decide .plate-clock", "#question-strong", "#question-other")
        for selector in (*shown, "[data-action='back']", "[data-action='on']", ".claim"):
            assert is_on_screen(person, selector), selector
        person.page.click("#question-strong")
        person.waits_for(f"#plate-{player} .plate-clock")
        assert not person.sees("#decide-choices")


class TestTheStatus:
    def test_all_lines_can_be_read_while_one_looks_back(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        person = handheld(meet)
        person.sit(match_at(site.address, "over"), query="?ply=0")
        height = person.get("#bar .prompt").bounding_box()
        above = """status => {
            const range = document.createRange();
            range.selectNodeContents(status);
            const [text, box] = [range, status.parentElement]
                .map(one => one.getBoundingClientRect());
            return [box.top - text.top, text.bottom - box.bottom];
        }"""
        for _ in range(1, len(game_at("over").actions)):
            person.page.click("[data-step=forward]")
            over, under = person.get("#status").evaluate(above)
            assert over <= 1, person.status  # the first line is never cut
            assert under <= 1, person.status
        assert person.get("#bar .prompt").bounding_box() == height


class TestTheBar:
    @pytest.mark.parametrize("moment", ["waiting", "flip", "place", "move"])
    def test_it_is_always_there_and_of_one_height(
        self, moment: str, site: ServerProcess, meet: Meet
    ) -> None:
        person = handheld(meet)
        person.sit(match_at(site.address, moment))
        box = person.get("#bar").evaluate(BOX)
        assert box["bottom"] == person.page.evaluate("innerHeight")
        assert person.get("#track").evaluate(BOX)["bottom"] <= box["top"]
        assert not person.sees("#bar kbd")  # no keys on a phone

    def test_it_is_low_on_a_phone_on_its_side(self, site: ServerProcess, meet: Meet) -> None:
        person = handheld(meet, viewport={"width": 844, "height": 390})
        person.sit(match_at(site.address, "move"))
        box = person.get("#bar").bounding_box()
        assert box is not None and box["height"] <= 96


def test_a_press_that_only_ends_on_the_round_track_explains_nothing(
    site: ServerProcess, meet: Meet
) -> None:
    person = handheld(meet)
    person.sit(match_at(site.address, "move"))
    stop = ".stop:not(.now) button >> nth=0"
    # What a browser sends where a finger is lifted from something that has moved away meanwhile.
    for kind in ("pointerover", "click"):
        details = {"bubbles": True, "pointerType": "touch", "detail": 1}
        person.get(stop).dispatch_event(kind, details)
        assert not person.sees(".hint")
    person.page.tap(stop)
    assert person.text(".hint").startswith("Round")


def test_the_board_for_setting_up_fits_into_its_box(site: ServerProcess, meet: Meet) -> None:
    person = handheld(meet)
    person.open("/#computer")
    person.page.tap("#computer .more-options > summary")
    person.page.tap("#computer label:has(.by-hand)")
    right = "node => node.getBoundingClientRect().right"
    last = person.get("#computer .hex-column").last.evaluate(right)
    assert last <= person.get("#computer .hand-layout").evaluate(right)


def test_a_hint_about_the_button_in_the_north_is_read_from_there(
    site: ServerProcess, meet: Meet
) -> None:
    person = handheld(meet, viewport=TABLET)
    person.sit(Match.of(site.address, CLAIMABLE))
    claimant = other(CLAIMABLE.position.player)
    theirs, mine = (f".bar[data-player='{player}']" for player in (claimant, other(claimant)))
    person.page.tap(f"{theirs} .claim")
    person.waits_for_words(f"{theirs} .bar-hint", "Hold the button down")
    assert person.text(f"{mine} .bar-hint") == ""
    assert is_on_screen(person, f"{theirs} .bar-hint")


def test_a_press_of_half_a_second_is_no_claim(site: ServerProcess, meet: Meet) -> None:
    match = Match.of(site.address, CLAIMABLE, opponent="friend")
    person = handheld(meet)
    person.sit(match, other(CLAIMABLE.position.player))
    person.get(".claim").evaluate(
        """button => new Promise(done => {
            const send = kind => button.dispatchEvent(
                new PointerEvent(kind, {pointerId: 1, bubbles: true}));
            button.setPointerCapture = () => {};
            send('pointerdown');
            setTimeout(() => { send('pointerup'); done(); }, 450);
        })"""
    )
    person.waits_for_words("#bar-hint", "Hold the button down")
    assert match.state()["phase"] == "remove"
    Touch(person.page).hold(".claim")
    person.waits_for("#prove")
