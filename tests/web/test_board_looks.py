"""What the board looks like, and how it moves."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.web.board_demo import START
from tests.web.board_page import AMSTERDAM, CLAIMED, FOUR_CLUSTERS, ONE_CLUSTER, TO_TAKE, Opener
from tests.web.test_pages import violations


class TestLooks:
    def test_the_last_move_has_an_outline_an_arrow_and_a_wake(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        assert board.outlined("last", "a2 b2 b3 b4")
        arrow = board.page.get_attribute(".mb-came > g", "transform") or ""
        assert arrow.endswith("rotate(0)")  # north
        assert board.run("board.marks.came.childElementCount") == 1
        place = "[one.x.baseVal.value, one.y.baseVal.value]"
        left = f"Array.from(board.marks.wake.children, (one) => {place})"
        assert board.run(left) == board.run("['a1', 'b1'].map((cell) => board.layout.at(cell))")

    def test_placed_fog_is_outlined_and_has_no_arrow(self, table: Opener) -> None:
        board = table(START, "+c3")
        assert board.outlined("last", "c3")
        assert board.run("board.marks.came.childElementCount") == 0
        assert board.run("board.marks.wake.childElementCount") == 0

    @pytest.mark.parametrize("phone", [True, False])
    def test_no_tree_stands_on_a_name(self, table: Opener, phone: bool) -> None:
        """By the boxes around them, as the browser draws them."""
        board = table(START, phone=phone)
        script = """(() => {
            const box = (node) => node.getBoundingClientRect();
            const trees = [...document.querySelectorAll('.is-forest > use')].map(box);
            return [...document.querySelectorAll('.mb-names text')].filter((name) => {
                const {left, right, top, bottom} = box(name);
                return trees.some((tree) => tree.left < right && tree.right > left &&
                    tree.top < bottom && tree.bottom > top);
            }).map((name) => name.textContent);
        })()"""
        assert board.run(script) == []

    def test_from_the_north_the_board_is_turned_and_text_is_not(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        a1, g3, fog = board.centre("a1"), board.centre("g3"), board.fog()
        board.run("board.configure({from: 'north'})")
        assert board.centre("a1") == pytest.approx(g3) and board.centre("g3") == pytest.approx(a1)
        assert board.fog() == fog
        names = "[...document.querySelectorAll('.mb-names text')]"
        assert board.run(f"{names}.every((name) => name.getScreenCTM().a > 0)")

    def test_dense_fog_tells_nothing_of_what_it_hides(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, dense=True)
        assert not board.page.is_visible(".mb-shimmers .is-there")
        label = board.page.get_attribute("[data-cell=b2]", "aria-label")
        assert label == "b2: fog, cluster a2, 4 tiles"
        floor = "board.ground.cells.get('%s').floor.getAttribute('href').split('-')[1]"
        assert board.run(floor % "b2") == board.run(floor % "b3") == "moss"
        board.run("board.configure({dense: false})")
        assert board.page.is_visible(".mb-shimmers .is-there")
        label = board.page.get_attribute("[data-cell=b2]", "aria-label")
        assert label == "b2: fog on a menhir, cluster a2, 4 tiles"

    @pytest.mark.parametrize(
        ("line", "actions"), [(AMSTERDAM, ""), (START, ""), (AMSTERDAM, TO_TAKE)]
    )
    def test_a_sign_stands_wherever_something_can_be_done(
        self, table: Opener, line: str, actions: str
    ) -> None:
        board = table(line, actions)
        place = "[one.x.baseVal.value, one.y.baseVal.value]"
        signs = f"Array.from(board.marks.mays.children, (one) => {place})"
        cells = [one["cell"] for one in board.legal() if "cell" in one]
        assert board.run(signs) == board.run(f"{cells}.map((cell) => board.layout.at(cell))")

    def test_night_falls_around_a_claim(self, table: Opener) -> None:
        board = table(CLAIMED, animation="off")
        dark = "getComputedStyle(board.moments.night).opacity"
        board.run("board.motion.settle()")
        assert float(board.run(dark)) > 0.5
        board = table(FOUR_CLUSTERS, animation="off")
        assert float(board.run(dark)) == 0
        board.run("board.darken(true)")
        board.run("board.motion.settle()")
        assert float(board.run(dark)) > 0.5

    def test_the_tiles_of_a_bank_hang_together_until_it_is_split(self, table: Opener) -> None:
        board = table(ONE_CLUSTER, animation="off", confirm="always")
        strands = "board.fog.strands.map(({node}) => Number(node.style.opacity))"
        whole = board.run(strands)
        assert len(whole) >= 10 and set(whole) == {1}
        for cell in ("c3", "d5", "b3", "c4"):
            board.click(cell)
        board.go("NW")
        torn = board.run(strands)
        assert 0 in torn and 0 < torn.count(1) < len(whole)

    def test_coordinates_can_be_hidden(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        assert board.page.is_visible(".mb-names")
        board.run("board.configure({coordinates: false})")
        assert not board.page.is_visible(".mb-names")

    @pytest.mark.parametrize(
        ("chosen", "system", "moss"),
        [
            (None, "light", "rgb(167, 182, 129)"),
            (None, "dark", "rgb(97, 117, 77)"),
            ("light", "dark", "rgb(167, 182, 129)"),
            ("dark", "light", "rgb(97, 117, 77)"),
        ],
    )
    def test_the_theme_is_the_chosen_one_or_the_system_s(
        self, table: Opener, chosen: str | None, system: Literal["light", "dark"], moss: str
    ) -> None:
        board = table(FOUR_CLUSTERS)
        board.page.emulate_media(color_scheme=system)
        board.run("board.root.style.outlineColor = 'var(--mb-moss)'")
        with board.theme(chosen):
            shown = board.run("getComputedStyle(board.root).outlineColor")
        board.page.emulate_media(color_scheme="null")
        assert shown == moss

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_axe_finds_nothing(self, table: Opener, theme: str) -> None:
        board = table(ONE_CLUSTER)
        board.click("c3")
        board.press("s")
        board.bubble()
        with board.theme(theme):
            assert violations(board.page) == []


class TestMotion:
    MOVING = "[...board.fog.bank.children].flatMap((tile) => tile.getAnimations()).length"

    def test_fog_slides_and_the_next_input_ends_the_slide(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, animation="slow")
        board.click("e2")
        board.go("N")
        board.until("!board.hand.sent")
        assert board.run(self.MOVING) >= 5
        board.page.mouse.click(*board.centre("d6"))
        assert board.run(self.MOVING) == 0
        assert board.held("d6")

    def test_the_same_state_once_more_does_not_cut_a_slide_short(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, animation="slow")
        board.run("void (table.replies = false)")
        board.click("e2")
        board.go("N")
        board.run("board.show({...table.start, animate: false})")
        assert board.run(self.MOVING) >= 5
        board.run("board.clearSelection()")

    def test_taken_fog_is_gone_once_it_has_dissolved(self, table: Opener) -> None:
        board = table(AMSTERDAM, TO_TAKE, animation="fast")
        tiles = "document.querySelectorAll('.mb-tiles > *').length"
        count = board.run(tiles)
        board.click("b3")
        board.until(f"{tiles} === {count - 1}")

    def test_people_who_want_no_motion_get_none(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, animation="slow")
        board.page.emulate_media(reduced_motion="reduce")
        board.click("e2")
        board.go("N")
        board.until("!board.hand.sent")
        assert board.run(self.MOVING) == 0
        board.page.emulate_media(reduced_motion="null")

    @pytest.mark.parametrize(("move", "shine"), [("a1-SE", ["b2"]), ("a1-N", [])])
    def test_the_last_stones_of_a_game_rise_for_a_moment(
        self, table: Opener, move: str, shine: list[str]
    ) -> None:
        board = table(CLAIMED, animation="fast")
        board.run(f"board.enter('{move}')")
        board.press("Enter")
        board.until("!board.hand.sent")
        shining = "[...board.moments.stage.children].map((spot) => spot.dataset.cell)"
        assert board.run(shining) == shine
        board.run("board.motion.settle()")
        board.until(f"!{shining}.length")

    def test_without_motion_nothing_rises(self, table: Opener) -> None:
        board = table(CLAIMED, animation="off")
        board.run("board.enter('a1-SE')")
        board.press("Enter")
        board.until("!board.hand.sent")
        assert not board.page.query_selector(".mb-triumph [href$=glow]")
