"""Choosing on the board with a mouse: clusters, parts, cells."""

from __future__ import annotations

import random

import pytest

from tests.web.board_demo import START, state_data
from tests.web.board_page import AMSTERDAM, FOUR_CLUSTERS, ONE_CLUSTER, TO_TAKE, Opener, cells


class TestMouse:
    def test_pointing_at_a_tile_lights_up_its_whole_cluster(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.page.hover("[data-cell=f1]")
        assert board.outlined("lit", "d1 d2 e2 f1 g1")
        board.page.hover("[data-cell=c3]", force=True)
        assert board.outlined("lit", "")

    def test_a_click_selects_the_cluster_and_shows_where_it_can_go(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        assert board.held("d1 d2 e2 f1 g1")
        assert board.arrows() == board.directions("d1 d2 e2 f1 g1") != set()
        assert board.played == []

    def test_pointing_at_an_arrow_shows_where_the_fog_would_land(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        board.page.hover("[data-direction=N]")
        assert board.ghost() == {"d2", "d3", "e3", "f2", "g2"}

    def test_an_arrow_plays_and_the_fog_lies_where_it_went(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        board.go("N")
        assert board.played == ["d1-N"]
        assert board.fog() == cells("a2 b2 b3 b4 d2 d3 e3 f2 g2 d6 f3")
        board.until("board.view.last.direction === 'N' && !board.hand.sent")
        assert board.fog() == set(board.run("board.view.fog"))
        assert board.arrows() == set()

    def test_tiles_stay_the_same_nodes_while_they_move(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run("void (table.node = board.fog.tiles.get('f1').tile)")
        board.click("e2")
        board.go("N")
        board.until("board.fog.tiles.has('f2')")
        assert board.run("board.fog.tiles.get('f2').tile === table.node")

    def test_a_click_beside_the_fog_lets_go(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        board.click("c4")
        assert board.held("") and not board.arrows()

    def test_nothing_can_be_chosen_when_nothing_is_legal(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run("board.show({...table.start, legal: []})")
        board.click("e2")
        board.drag("e2", "e3")
        assert board.held("") and board.played == [] == board.seen("explained")


class TestDragging:
    def test_a_drag_past_half_a_step_plays(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.drag("e2", "e3", part=0.7)
        assert board.played == ["d1-N"]

    def test_a_shorter_drag_glides_back(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.drag("e2", "e3", part=0.4)
        assert board.played == []
        assert board.fog() == set(board.run("board.view.fog"))

    def test_the_fog_follows_the_pointer_and_a_ghost_shows_the_landing(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        (x, y), (_, to_y) = board.centre("e2"), board.centre("e3")
        board.page.mouse.move(x, y)
        board.page.mouse.down()
        board.page.mouse.move(x, y + 0.75 * (to_y - y), steps=3)
        assert board.fog() == {*cells("a2 b2 b3 b4 d6 f3"), None}
        assert board.ghost() == {"d2", "d3", "e3", "f2", "g2"}
        board.page.mouse.move(x, y)
        board.page.mouse.up()
        assert board.played == []

    def test_a_drag_that_is_not_legal_is_explained(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.drag("b3", "b2")
        assert "straight back" in board.bubble() and "rule M4" in board.bubble()
        tried = {"tiles": ["a2", "b2", "b3", "b4"], "direction": "S"}
        assert board.seen("explained") == [tried]
        assert "straight back" in board.seen("said")[-1]
        assert board.played == [] and board.fog() == set(board.run("board.view.fog"))

    def test_a_click_on_the_bubble_is_for_what_lies_under_it(self, table: Opener) -> None:
        board = table(START)
        board.click("d4")  # there is fog already
        board.bubble()
        box = board.page.locator(".mb-bubble").bounding_box()
        assert box is not None
        for cell in (one["cell"] for one in board.legal()):
            x, y = board.centre(cell)
            if 0 < x - box["x"] < box["width"] and 0 < y - box["y"] < box["height"]:
                break
        board.page.mouse.click(x, y)
        assert board.played == [f"+{cell}"]
        assert not board.page.is_visible(".mb-bubble")


class TestSplitting:
    def test_a_part_is_picked_tile_by_tile_and_played(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        board.click("c3")
        assert len(board.run("board.hand.cluster")) == 11
        board.click("d5")
        assert board.held("d5") and board.arrows() == set()
        board.click("b3")
        board.click("c4")
        assert board.held("b3 c4 d5")
        assert board.arrows() == board.directions("b3 c4 d5") == {"N", "NE", "SW", "NW"}
        assert board.seen("said")[-1].startswith("3 tiles picked. Can move ")
        board.go("NW")
        assert board.played == ["b3c4d5-NW"]

    def test_a_part_tells_how_many_tiles_it_lacks(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        board.click("c3")
        board.click("d5")
        assert board.page.inner_text(".mb-note") == "1 tile picked. Pick 2 more."
        dots = (
            "Array.from(document.querySelectorAll('.mb-tally circle'), (dot) => dot.classList[0])"
        )
        assert board.run(dots) == ["is-full", "is-empty", "is-empty"]
        board.click("b3")
        assert board.run(dots) == ["is-full", "is-full", "is-empty"]
        board.click("c4")
        assert board.run(dots) == []

    def test_ticks_do_not_stay_where_a_part_was(self, table: Opener) -> None:
        board = table(ONE_CLUSTER, confirm="always")
        for cell in ("c3", "d5", "b3", "c4"):
            board.click(cell)
        assert board.page.is_visible(".mb-parts .is-picked >> nth=0")
        board.go("NW")
        assert not board.page.query_selector(".mb-parts .is-picked")

    def test_only_tiles_that_can_complete_a_part_are_offered(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        board.click("c3")
        board.click("f2")
        marks = board.page.get_attribute(".mb-parts", "data-cells")
        assert marks == "f2:b2,c3,d3,e2,e3,f1,f3"

    def test_a_second_click_takes_a_tile_out_again(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        for cell in ("c3", "b2", "b3", "b2"):
            board.click(cell)
        assert board.held("b3")
        board.click("b3")
        assert len(board.run("board.hand.tiles")) == 11

    def test_a_tile_that_fits_no_part_is_refused_with_the_reason(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        for cell in ("c3", "b3", "c4", "f2"):
            board.click(cell)
        assert board.bubble().startswith("No part with these tiles can split off. ")
        assert "do not all touch" in board.bubble()
        assert board.seen("explained") == [{"tiles": ["b3", "c4", "f2"], "direction": "N"}]
        assert board.held("b3 c4")

    def test_two_tiles_that_fit_no_part_are_refused(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        for cell in ("c3", "b3", "f2"):
            board.click(cell)
        assert board.bubble().startswith("No part with these tiles can split off. ")
        assert "do not all touch" in board.bubble()
        assert board.seen("explained") == [{"tiles": ["b3", "f2"], "direction": "N"}]

    def test_the_whole_cluster_is_one_click_away(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        board.click("c3")
        board.page.click("text=Pick a part")
        assert board.arrows() == set()
        board.page.click("text=Whole cluster")
        assert len(board.run("board.hand.tiles")) == 11
        assert board.arrows() == board.directions("b2 b3 c3 c4 d3 d5 e2 e3 f1 f2 f3")

    def test_a_part_can_be_dragged(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        for cell in ("c3", "b3", "c4", "d5"):
            board.click(cell)
        board.drag("b3", "a3")
        assert board.played == ["b3c4d5-NW"]

    def test_a_small_cluster_has_nothing_to_pick(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        assert not board.page.is_visible("text=Pick a part")
        board.press("p")
        assert board.bubble() == "No part of this cluster can split off."
        board.click("e2")
        assert board.held("")


class TestPhases:
    def test_fog_is_placed_by_a_click_and_shown_before(self, table: Opener) -> None:
        board = table(START)
        board.page.hover("[data-cell=c3]")
        assert board.ghost() == {"c3"}
        board.click("c3")
        assert board.played == ["+c3"]
        board.until("board.fog.tiles.has('c3')")

    def test_placing_on_fog_is_explained(self, table: Opener) -> None:
        board = table(START)
        board.click("c2")
        assert "c2" in board.bubble()
        assert board.seen("explained") == [{"cell": "c2"}]

    def test_tab_walks_through_the_cells_that_can_be_chosen(self, table: Opener) -> None:
        board = table(AMSTERDAM)
        board.page.focus("#before")
        walked = []
        for _ in range(8):
            board.press("Tab")
            walked.append(board.focused())
        assert walked == ["a1", "a2", "a3", "b2", "c3", "d3", "f4", "after"]
        board.press("Shift+Tab", "Enter")
        assert board.played == ["*f4"]

    def test_a_menhir_is_turned_over_and_stays_marked(self, table: Opener) -> None:
        board = table(AMSTERDAM)
        board.click("a2")
        board.page.wait_for_selector(".mb-rise.is-flipped", state="attached")
        label = board.page.get_attribute("[data-cell=a2]", "aria-label")
        assert label == "a2: forest, a menhir turned over"
        board.until("!board.hand.sent")
        board.click("b1")
        assert board.seen("explained") == [{"cell": "b1"}] and "b1" in board.bubble()

    def test_fog_is_taken_away_by_a_click_and_lifts_before(self, table: Opener) -> None:
        board = table(AMSTERDAM, TO_TAKE)
        board.page.hover("[data-cell=b3]")
        assert board.run("board.fog.tiles.get('b3').tile.classList.contains('is-lifted')")
        board.click("b3")
        assert board.played == ["xb3"]
        board.until("!board.fog.tiles.has('b3')")
        assert board.page.query_selector(".mb-wake [href$=taken]")

    @pytest.mark.long
    def test_a_game_can_be_played_by_mouse(self, table: Opener) -> None:
        board, chance = table(START), random.Random(7)
        actions: list[str] = []
        while len(actions) < 14:
            one = chance.choice(board.legal())
            board.rested()
            if one["kind"] == "move":
                board.click(one["tiles"][0])
                for tile in one["tiles"] if one["split"] else []:
                    board.click(tile)
                board.go(one["direction"])
            else:
                board.click(one["cell"])
            actions.append(one["action"])
            assert board.played == actions
            board.until("!board.hand.sent")
            assert board.fog() == set(state_data(START, actions)["view"]["fog"])
