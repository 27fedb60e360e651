"""The board under a finger: it pushes fog where that is meant, and else scrolls the page."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from tests.web.board_page import FOUR_CLUSTERS, ONE_CLUSTER, BoardPage, Opener

UNASKED = {"phone": True, "confirm": "never"}


class TestTouch:
    def test_a_tap_selects_and_an_arrow_plays(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, **UNASKED)
        board.tap("[data-cell=d6]")
        board.until("board.hand.cluster.length")
        assert board.held("d6")
        board.tap("[data-direction=S]")
        board.until("table.played.length")
        assert board.played == ["d6-S"]

    def test_what_a_finger_rests_on_is_pushed_and_not_the_page(self, table: Opener) -> None:
        board = long_page(table(FOUR_CLUSTERS, **UNASKED))
        board.swipe("e2", "e3", hold=".is-dragging")
        board.until("table.played.length")
        assert board.played == ["d1-N"] and board.run("scrollY") == 0

    def test_what_is_chosen_is_pushed_at_once(self, table: Opener) -> None:
        board = long_page(table(FOUR_CLUSTERS, **UNASKED))
        board.tap("[data-cell=e2]")
        board.until("board.hand.cluster.length")
        board.swipe("e2", "e3")
        board.until("table.played.length")
        assert board.played == ["d1-N"] and board.run("scrollY") == 0

    def test_sideways_fog_is_pushed_at_once(self, table: Opener) -> None:
        """There the page can't go."""
        board = long_page(table(FOUR_CLUSTERS, **UNASKED))
        board.swipe("f3", "g2")
        board.until("table.played.length")
        assert board.played == ["f3-SE"] and board.run("scrollY") == 0

    @pytest.mark.parametrize("cell", ["e2", "c2"])
    def test_a_flick_scrolls_the_page_from_fog_as_from_elsewhere(
        self, table: Opener, cell: str
    ) -> None:
        board = long_page(table(FOUR_CLUSTERS, **UNASKED))
        board.swipe(cell, cell[0] + "3", steps=3)
        board.until("scrollY > 0")
        assert board.played == [] and board.held("")
        assert board.fog() == set(board.run("board.view.fog"))

    def test_a_long_flick_pushes_nothing(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, **UNASKED)
        board.swipe("f3", "e3", steps=3)
        board.until("!document.querySelector('.is-dragging')")
        assert board.played == []

    def test_a_finger_that_only_rests_chooses(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, **UNASKED)
        board.swipe("e2", "e2", hold=".is-dragging")
        board.until("!document.querySelector('.is-dragging')")
        assert board.held("d1 d2 e2 f1 g1") and board.arrows() and board.played == []


def long_page(board: BoardPage) -> BoardPage:
    """Makes the page long enough to scroll, and goes to its top."""
    board.run("void (document.body.style.height = '3000px', scrollTo(0, 0))")
    return board


# The edge of what a finger hits must belong to the arrow, in all directions.
OWNED = """[...board.panel.arrows.values()].filter((one) => one.isConnected).every((one) => {
    const {x, y, width} = one.getBoundingClientRect();
    return [...Array(12).keys()].every((hour) => {
        const [dx, dy] = [Math.cos(hour * Math.PI / 6), Math.sin(hour * Math.PI / 6)];
        const reach = width / 2 - 1;
        const [px, py] = [x + width / 2 + dx * reach, y + width / 2 + dy * reach];
        return document.elementFromPoint(px, py)?.closest('.mb-arrow') === one;
    });
})"""


class TestArrows:
    @pytest.mark.parametrize("width", [320, 360, 390])
    @pytest.mark.parametrize(
        ("line", "cell"),
        [(FOUR_CLUSTERS, "f3"), (FOUR_CLUSTERS, "e2"), (FOUR_CLUSTERS, "b3"), (ONE_CLUSTER, "c3")],
    )
    def test_no_two_overlap_and_each_is_large_enough_for_a_finger(
        self, table: Opener, width: int, line: str, cell: str
    ) -> None:
        board = table(line, phone=True)
        usual = board.page.viewport_size
        assert usual is not None
        board.page.set_viewport_size({"width": width, "height": 700})
        board.stand_on(cell)
        board.press("Enter")
        boxes = [one.bounding_box() for one in board.page.locator(".mb-arrow").all()]
        owned = board.run(OWNED)
        board.page.set_viewport_size(usual)
        assert len(boxes) == len(board.arrows()) > 1
        for one in boxes:
            assert one is not None and min(one["width"], one["height"]) >= min(44, 0.13 * width)
        for one, other in combinations(boxes, 2):
            assert one is not None and other is not None
            apart = hypot(one["x"] - other["x"], one["y"] - other["y"])
            assert apart >= one["width"]
        assert owned
