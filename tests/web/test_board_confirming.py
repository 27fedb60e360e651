"""Actions that are confirmed first, and double clicks that count once."""

from __future__ import annotations

import json

import pytest

from tests.web.board_demo import START
from tests.web.board_page import (
    AMSTERDAM,
    CLAIMED,
    FOUR_CLUSTERS,
    TO_TAKE,
    BoardPage,
    Opener,
    cells,
)

# Confirm is clicked, then another button: at the same spot, then elsewhere. Whether it got it.
SECOND_CLICKS = """() => {
    const confirm = document.querySelector(".mb-confirm");
    const other = document.createElement("button");
    const {x, y} = confirm.getBoundingClientRect();
    const click = (node, clientX) => node.dispatchEvent(new MouseEvent(
        'click', {bubbles: true, cancelable: true, detail: 1, clientX, clientY: y}));
    let pressed = false;
    other.onclick = () => { pressed = true; };
    document.body.append(other);
    confirm.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, clientX: x, clientY: y}));
    click(confirm, x);
    return [x, x + 200].map(at => (click(other, at), pressed));
}"""


class TestConfirming:
    def test_a_move_is_shown_first_and_sent_by_enter(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, confirm="always")
        board.stand_on("d1")
        board.press("Enter", "w")
        assert board.played == [] and "d3" in board.ghost()
        assert board.seen("said")[-1] == "Move 5 tiles north?"
        board.press("Enter")
        assert board.played == ["d1-N"]

    def test_what_is_asked_about_is_drawn_as_if_it_were_played(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, confirm="always")
        board.click("e2")
        board.go("N")
        assert board.played == []
        assert board.fog() == cells("a2 b2 b3 b4 d2 d3 e3 f2 g2 d6 f3")
        assert board.arrows() == {"N"} and board.page.is_visible(".is-asked .mb-tick")

    def test_a_move_can_be_cancelled(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, confirm="always")
        board.drag("e2", "e3")
        board.page.click("text=Cancel")
        assert board.played == [] and board.ghost() == set()
        assert board.held("d1 d2 e2 f1 g1")
        assert board.fog() == set(board.run("board.view.fog"))
        board.go("N")
        board.press("Escape")
        assert board.played == [] and board.focused() == "e2"

    def test_whoever_listens_hears_that_nothing_is_asked_any_more(self, table: Opener) -> None:
        board = table(START, confirm="always")
        board.click("c3")
        assert board.seen("said")[-1] == "Place fog on c3?"
        board.press("Escape")
        assert board.seen("said")[-1] == "Nothing chosen."
        board = table(FOUR_CLUSTERS, confirm="always")
        board.click("e2")
        board.go("N")
        assert board.seen("said")[-1] == "Move 5 tiles north?"
        board.click("d1")
        assert board.seen("said")[-1].startswith("5 tiles chosen.")

    def test_a_placement_is_confirmed_by_its_button(self, table: Opener) -> None:
        board = table(START, confirm="always")
        board.click("c3")
        assert board.played == [] and board.ghost() == {"c3"}
        board.page.click("text=Confirm")
        assert board.played == ["+c3"]

    def test_a_second_click_on_the_same_arrow_or_cell_confirms(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, confirm="always")
        board.click("e2")
        board.go("N")
        board.rested()
        board.go("N")
        assert board.played == ["d1-N"]
        board = table(START, confirm="always")
        board.click("c3")
        board.click("b1")
        assert board.played == [] and board.ghost() == {"b1"}
        board.rested()
        board.click("b1")
        assert board.played == ["+b1"]

    def test_fingers_are_asked_by_default_and_mouse_and_keyboard_are_not(
        self, table: Opener
    ) -> None:
        board = table(FOUR_CLUSTERS, phone=True)
        board.stand_on("d1")
        board.press("w")
        assert board.played == ["d1-N"]
        board = table(FOUR_CLUSTERS)
        board.drag("e2", "e3")
        assert board.played == ["d1-N"]
        board = table(FOUR_CLUSTERS, phone=True)
        board.tap("[data-cell=d6]")
        board.tap("[data-direction=S]")
        board.page.wait_for_selector(".mb-confirm")
        assert board.played == []
        board.rested()
        board.tap("[data-direction=S]")
        board.until("table.played.length")
        assert board.played == ["d6-S"]


class TestShowingAClaim:
    """The move that shows a claim wins or loses the game: it is always asked about."""

    def chosen(self, board: BoardPage, way: str) -> None:
        """Player 2 chooses a1-SE."""
        if way == "mouse":
            board.click("b2")
            board.go("SE")
        elif way == "drag":
            board.drag("c2", "d2")
        elif way == "finger":
            board.tap("[data-cell=b2]")
            board.tap("[data-direction=SE]")
        elif way == "keyboard":
            board.stand_on("b2")
            board.press("d")
        else:
            board.run(f"board.enter('{way}')")

    @pytest.mark.parametrize("way", ["mouse", "drag", "finger", "keyboard", "a1-SE"])
    def test_it_is_asked_about_however_it_is_chosen(self, table: Opener, way: str) -> None:
        board = table(CLAIMED, phone=way == "finger", confirm="never")
        self.chosen(board, way)
        board.page.wait_for_selector(".mb-confirm")
        assert board.played == []
        board.page.click(".mb-confirm")
        assert board.played == ["a1-SE"]

    @pytest.mark.parametrize(("key", "bare"), [("d", True), ("w", False)])
    def test_it_is_drawn_with_what_it_leads_to(self, table: Opener, key: str, bare: bool) -> None:
        """The stones that it frees are shown; whether that wins is not."""
        board = table(CLAIMED)
        board.stand_on("b2")
        board.press(key)
        move = board.run("board.hand.pending")
        stays = set(board.run("board.view.fog")) - set(move["tiles"])
        assert board.fog() == stays | set(move["lands"])
        hidden = "board.ground.cells.get('c3').standing.classList.contains('is-fogged')"
        assert board.run(hidden) is not bare
        asked = board.page.inner_text(".mb-note")
        assert asked == f"Show your claim by moving 4 tiles {'south-east' if bare else 'north'}?"
        assert board.seen("said")[-1].startswith(f"{asked} Free menhirs then: ")

    def test_the_question_looks_the_same_whatever_the_answer(self, table: Opener) -> None:
        looks = set()
        for key in ("d", "w"):
            board = table(CLAIMED, dense=True)
            board.stand_on("b2")
            board.press(key)
            look = "[one.className, one.hidden, one.textContent]"
            buttons = board.run(f"board.panel.corners.slice(1).map((one) => {look})")
            looks.add(json.dumps(buttons))
            assert "menhirs" not in board.seen("said")[-1]  # dense fog tells nothing
        assert len(looks) == 1

    def test_a_slip_can_be_taken_back(self, table: Opener) -> None:
        board = table(CLAIMED)
        board.drag("b2", "b3")
        board.press("Escape")
        assert board.played == [] and board.fog() == set(board.run("board.view.fog"))


class TestDoubleClicks:
    """A second click in the same moment at the same place is none."""

    def test_a_double_click_on_an_arrow_does_not_take_the_tile_that_arrives(
        self, table: Opener
    ) -> None:
        board = table(*to_move())
        board.click("d2")
        x, y = middle(board, "[data-direction=NE]")
        board.page.mouse.click(x, y)
        board.until("!board.hand.sent")
        board.page.mouse.click(x, y)
        assert board.played == ["c1-NE"]
        board.rested()
        board.page.mouse.click(x, y)
        assert board.played == ["c1-NE", "xe2"]

    def test_another_place_can_be_clicked_at_once(self, table: Opener) -> None:
        board = table(START)
        board.click("c3")
        board.until("!board.hand.sent")
        board.click("g1")
        assert board.played == ["+c3", "+g1"]

    def test_a_double_click_does_not_answer_the_question_it_brings_up(self, table: Opener) -> None:
        board = table(START, confirm="always")
        board.page.dblclick("[data-cell=c3]")
        assert board.played == [] and board.ghost() == {"c3"}

    def test_a_double_click_chooses_fog_and_keeps_it(self, table: Opener) -> None:
        board = table(*to_move())
        board.page.dblclick("[data-cell=d2]")
        assert "d2" in board.run("board.hand.cluster") and board.run("board.hand.part") is None

    def test_the_second_click_on_confirm_presses_nothing_that_takes_its_place(
        self, table: Opener
    ) -> None:
        board = table(START, confirm="always")
        board.click("c3")
        board.rested()
        assert board.page.evaluate(SECOND_CLICKS) == [False, True]
        assert board.played == ["+c3"]

    def test_a_key_that_is_held_down_acts_once(self, table: Opener) -> None:
        board = table(AMSTERDAM)
        board.stand_on("a2")
        board.page.keyboard.down("Enter")
        board.until("table.played.length && !board.hand.sent")
        board.stand_on("b2")
        board.page.keyboard.down("Enter")  # repeats, as it has not been let go
        board.page.keyboard.up("Enter")
        assert board.played == ["*a2"]
        board.press("Enter")
        assert board.played == ["*a2", "*b2"]


def to_move() -> tuple[str, str]:
    """A position before a move after which a tile may be taken away."""
    return AMSTERDAM, TO_TAKE.rsplit(" ", 1)[0]


def middle(board: BoardPage, selector: str) -> tuple[float, float]:
    box = board.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
