"""The board with the keyboard alone."""

from __future__ import annotations

import pytest

from tests.web.board_page import FOUR_CLUSTERS, ONE_CLUSTER, Opener


class TestKeyboard:
    def test_tab_walks_through_the_clusters_and_out_of_the_board(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.page.focus("#before")
        walked = []
        for _ in range(5):
            board.press("Tab")
            walked.append(board.focused())
        assert walked == ["a2", "d1", "d6", "f3", "after"]
        board.press("Shift+Tab")
        assert board.focused() == "f3"

    def test_after_enter_tab_leads_to_the_arrows(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.stand_on("d1")
        board.press("Enter", "Tab")
        assert board.focused() == "N" and "d3" in board.ghost()
        board.press("Tab", "Tab")
        assert board.focused() == "d6"
        board.press("Shift+Tab", "Enter")
        assert board.played == ["d1-NW"]
        assert board.focused() == "c1"

    @pytest.mark.parametrize(
        ("key", "played"), [("w", "d1-N"), ("Q", "d1-NW"), ("Numpad8", "d1-N")]
    )
    def test_direction_keys_move_what_is_chosen(self, table: Opener, key: str, played: str) -> None:
        board = table(FOUR_CLUSTERS)
        board.stand_on("d1")
        board.press("Enter", key)
        assert board.played == [played]

    def test_direction_keys_move_the_cluster_under_the_cursor(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.stand_on("e2")
        board.press("w")
        assert board.played == ["d1-N"]

    def test_a_direction_that_is_not_legal_is_explained(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.stand_on("a2")
        board.press("s")
        tried = {"tiles": ["a2", "b2", "b3", "b4"], "direction": "S"}
        assert "M4" in board.bubble() and board.seen("explained") == [tried]

    def test_from_the_north_w_is_still_up_on_the_screen(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, **{"from": "north"})
        board.stand_on("d6")
        board.press("w")
        assert board.played == ["d6-S"]

    def test_arrow_keys_walk_from_cell_to_cell(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.stand_on("a2")
        walked = []
        for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
            board.press(key)
            walked.append(board.focused())
        assert walked == ["a3", "b3", "c4", "d4", "d3", "c2"]

    def test_p_and_space_pick_a_part(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        board.stand_on("b2")
        board.press("Enter", "p")
        assert board.seen("said")[-1] == "0 tiles picked. Pick 3 more."
        board.press("ArrowUp", "Space", "ArrowRight", "ArrowUp", "Space")
        assert board.held("b3 c4")
        board.press("w")
        assert "M2" in board.bubble()
        board.stand_on("d5")
        board.press("Space", "q")
        assert board.played == ["b3c4d5-NW"]

    def test_escape_goes_back_step_by_step(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        board.stand_on("b2")
        board.press("Enter", "Enter")
        assert board.held("b2")
        board.press("Escape")
        assert len(board.run("board.hand.tiles")) == 11
        board.press("Escape")
        assert board.held("") and board.focused() == "b2"

    def test_shortcuts_of_the_browser_are_left_alone(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.stand_on("d1")
        board.press("Control+s", "Alt+w")
        assert board.played == [] == board.seen("explained")
