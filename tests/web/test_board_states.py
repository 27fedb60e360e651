"""What the board is given from outside, and when."""

from __future__ import annotations

import json

from tests.web.board_demo import state_data
from tests.web.board_page import FOUR_CLUSTERS, Opener


class TestStates:
    def test_the_same_state_again_keeps_the_selection(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        board.run("board.show(table.start)")
        assert board.held("d1 d2 e2 f1 g1") and board.arrows()

    def test_another_state_clears_the_selection(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.click("e2")
        board.run("board.show({...table.start, legal: []})")
        assert board.held("") and not board.arrows()

    def test_after_a_refusal_the_fog_comes_back(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run("void (table.replies = false)")
        board.drag("e2", "e3")
        board.drag("d6", "d5")
        assert board.played == ["d1-N"]  # no second one before the answer
        assert board.fog() != set(board.run("board.view.fog"))
        board.run("board.clearSelection()")
        assert board.fog() == set(board.run("board.view.fog"))

    def test_a_review_can_go_back_and_slides_the_same_tiles(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run("void (table.node = board.fog.tiles.get('f1').tile)")
        board.drag("e2", "e3")
        board.until("!board.hand.sent")
        events = state_data(FOUR_CLUSTERS, ["d1-N"])["events"]
        board.run(f"board.show({{...table.start, events: {json.dumps(events)}}})")
        assert board.run("board.fog.tiles.get('f1').tile === table.node")
        assert board.fog() == set(board.run("board.view.fog"))

    def test_a_typed_action_is_played_or_passed_on(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run("void (table.replies = false)")
        board.run("board.enter('nonsense')")
        board.run("board.enter('d1-N')")
        assert board.played == ["nonsense", "d1-N"]

    def test_an_answer_that_comes_too_late_is_not_shown(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run(
            "void (board.handlers.onExplain = () =>"
            " new Promise((done) => { table.answer = () => done({text: 'late'}); }))"
        )
        board.drag("b3", "b2")
        board.click("f3")
        board.run("table.answer()")
        assert not board.page.is_visible(".mb-bubble")

    def test_a_destroyed_board_leaves_nothing_behind(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.run("board.destroy()")
        assert board.run("document.getElementById('board').childElementCount") == 0
