"""The board in a real browser: a page with nothing else on it, and data from the real rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.web.board_demo import START, serving, state_data

# Clusters a2 b2 b3 b4 (just moved north), d1 d2 e2 f1 g1, d6 and f3.
FOUR_CLUSTERS = "base mom/mMoo/.m.../Mo...o/.M.../o.o./o.. 2 5 move 0,0 a2b2b3b4-N - -"
# One cluster of eleven tiles, with many ways to split it.
ONE_CLUSTER = "base .../.Mo./..MM./..omo./mMo../ooo./m.. 2 5 move 0,0 b2b3c3c4d3d5e2e3f2f3-SE - -"
AMSTERDAM = "amsterdam mmm/.m../..m../..m.../...../...m/... 1 12 flip 0,0 - - -"
# Up to the moment at which player 2 may take a tile away, player 1 having taken one.
TO_TAKE = "*a2 *d3 +g3 +b3 +d2 +c1 +e5 +e4 e4-SW xf3 d4d5e4-NE"


def cells(names: str) -> set[str]:
    return set(names.split())


Opener = Callable[..., "Table"]


class Table:
    """The page, and what a player can see and do on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self.wrong.append(message.text))
        page.set_default_timeout(60_000)

    def run(self, script: str) -> Any:
        """What an expression about ``table`` and its ``board`` is worth in the page."""
        return self.page.evaluate(f"(({{board}}) => ({script}))(table)")

    def tap(self, selector: str) -> None:
        """Taps with a finger that has come to rest: right after a flick a tap is no click."""
        self.page.wait_for_timeout(700)
        self.page.tap(selector)

    def until(self, script: str) -> None:
        """Waits until it is true. (The browser's own way needs what the page's policy forbids.)"""
        end = monotonic() + 30
        while not self.run(script):
            assert monotonic() < end, f"never came true: {script}"

    def open(self, line: str, actions: str, settings: dict[str, Any]) -> None:
        self.page.mouse.move(0, 0)
        self.run(f"table.open(...{json.dumps([line, actions, settings])})")

    def seen(self, what: str) -> list[str]:
        words: list[str] = self.run(f"table.{what}")
        return words

    @property
    def played(self) -> list[str]:
        return self.seen("played")

    def legal(self) -> list[dict[str, Any]]:
        legal: list[dict[str, Any]] = self.run("board.choices.legal")
        return legal

    def directions(self, tiles: str) -> set[str]:
        """The directions in which exactly these tiles can go, by the rules."""
        moves = (one for one in self.legal() if one["kind"] == "move")
        return {one["direction"] for one in moves if one["tiles"] == tiles.split()}

    def arrows(self) -> set[str]:
        script = "Array.from(document.querySelectorAll('.mb-arrow'), a => a.dataset.direction)"
        return set(self.run(script))

    def fog(self) -> set[str]:
        """Where fog tiles are drawn."""
        script = """Array.from(document.querySelectorAll('.mb-tiles > *'), tile => {
            const {e, f} = new DOMMatrix(getComputedStyle(tile).transform);
            return [...board.layout.centres].find(([, [x, y]]) => x === e && y === f)?.[0]; })"""
        return set(self.run(script))

    def outlined(self, mark: str, tiles: str) -> bool:
        path = self.page.get_attribute(f".mb-{mark}", "d") or ""
        return bool(path == self.run(f"board.layout.outline({json.dumps(tiles.split())})"))

    def held(self, tiles: str) -> bool:
        return self.outlined("held", tiles)

    def ghost(self) -> set[str]:
        cells = self.page.get_attribute(".mb-ghosts", "data-cells") or ""
        return set(cells.split(",")) - {""}

    def click(self, cell: str) -> None:
        self.page.click(f"[data-cell={cell}]", force=True)

    def go(self, direction: str) -> None:
        self.page.click(f"[data-direction={direction}]")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        script = "(({id, dataset: d}) => d.cell ?? d.direction ?? id)(document.activeElement)"
        return str(self.run(script))

    def stand_on(self, cell: str) -> None:
        self.run(f"document.querySelector('[data-cell={cell}]').focus({{focusVisible: true}})")

    @contextmanager
    def theme(self, theme: str | None) -> Iterator[None]:
        root = "document.documentElement"
        if theme:
            self.run(f"{root}.setAttribute('data-theme', '{theme}')")
        yield
        self.run(f"{root}.removeAttribute('data-theme')")

    def bubble(self) -> str:
        self.page.wait_for_selector(".mb-bubble:visible")
        return self.page.inner_text(".mb-bubble")

    def centre(self, cell: str) -> tuple[float, float]:
        box = self.page.locator(f"[data-cell={cell}]").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, cell: str, onto: str, part: float = 1) -> None:
        """Drags from a cell towards the middle of another, a part of the way."""
        (x, y), (to_x, to_y) = self.centre(cell), self.centre(onto)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + (to_x - x) * part, y + (to_y - y) * part, steps=5)
        self.page.mouse.up()

    def swipe(self, cell: str, onto: str) -> None:
        """The same with a finger."""
        (x, y), (to_x, to_y) = self.centre(cell), self.centre(onto)
        send = self.page.context.new_cdp_session(self.page).send
        send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 6):
            point = {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5}
            send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture(scope="module")
def tables(browser: Browser) -> Iterator[dict[bool, Table]]:
    """A page on a desktop, and one on a phone that is 360 pixels wide."""
    with serving() as address:
        desktop = browser.new_page(viewport={"width": 720, "height": 820})
        phone = browser.new_page(viewport={"width": 360, "height": 560}, has_touch=True)
        tables = {False: Table(desktop), True: Table(phone)}
        for table in tables.values():
            table.page.goto(address)
            table.page.wait_for_selector("html[data-ready]")
        yield tables
        for table in tables.values():
            table.page.close()


@pytest.fixture
def table(tables: dict[bool, Table]) -> Iterator[Opener]:
    """Sets up a new board on one of the pages."""

    def opener(line: str, actions: str = "", *, phone: bool = False, **settings: Any) -> Table:
        tables[phone].open(line, actions, {"animation": "off"} | settings)
        return tables[phone]

    yield opener
    for one in tables.values():
        assert one.wrong == []  # the content security policy complains here too


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
        assert "straight back" in board.bubble() and "M4" in board.bubble()
        assert board.seen("explained") == ["a2-S"]
        assert "straight back" in board.seen("said")[-1]
        assert board.played == [] and board.fog() == set(board.run("board.view.fog"))

    def test_the_next_input_takes_the_bubble_away(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        board.drag("b3", "b2")
        board.bubble()
        board.click("f3")
        assert not board.page.is_visible(".mb-bubble")


class TestTouch:
    def test_a_tap_selects_and_an_arrow_plays(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, phone=True)
        board.tap("[data-cell=d6]")
        board.until("board.hand.cluster.length")
        assert board.held("d6")
        board.tap("[data-direction=S]")
        board.until("table.played.length")
        assert board.played == ["d6-S"]

    def test_a_finger_pushes_the_fog_and_not_the_page(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, phone=True)
        board.run("void (document.body.style.height = '3000px')")
        board.swipe("e2", "e3")
        board.until("table.played.length")
        assert board.played == ["d1-N"]
        assert board.run("scrollY") == 0

    def test_beside_the_fog_a_finger_moves_the_page(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, phone=True)
        touch = "getComputedStyle(document.querySelector('[data-cell=%s]')).touchAction"
        assert board.run(touch % "e2") == "none"
        assert board.run(touch % "c3") == "manipulation"

    def test_arrows_are_large_enough_for_a_finger(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, phone=True)
        board.tap("[data-cell=f3]")
        board.until("board.hand.cluster.length")
        assert len(board.arrows()) >= 4
        for direction in board.arrows():
            box = board.page.locator(f"[data-direction={direction}]").bounding_box()
            assert box is not None and min(box["width"], box["height"]) >= 44
            board.page.hover(f"[data-direction={direction}]", trial=True)  # not under another one


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
        assert board.bubble().startswith("No part with these tiles can move off. ")
        assert "do not hang together" in board.bubble()
        assert board.seen("explained") == ["b3c4f2-N"]
        assert board.held("b3 c4")

    def test_two_tiles_that_fit_no_part_are_refused(self, table: Opener) -> None:
        board = table(ONE_CLUSTER)
        for cell in ("c3", "b3", "f2"):
            board.click(cell)
        assert board.bubble() == "No part with these tiles can move off."
        assert board.seen("explained") == []  # two named tiles would mean the whole cluster

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
        assert board.bubble() == "No part of this cluster can move off."
        board.click("e2")
        assert board.held("")


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
        assert "M4" in board.bubble() and board.seen("explained") == ["a2-S"]

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
        assert board.seen("said")[-1] == "0 tiles picked. Pick more tiles."
        board.press("ArrowUp", "Space", "ArrowRight", "ArrowUp", "Space")
        assert board.held("b3 c4")
        board.press("w")
        assert board.bubble() == "Pick more tiles: these can't move off alone."
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
        assert board.seen("explained") == ["+c2"]

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
        assert board.seen("explained") == ["*b1"] and "b1" in board.bubble()

    def test_fog_is_taken_away_by_a_click_and_lifts_before(self, table: Opener) -> None:
        board = table(AMSTERDAM, TO_TAKE)
        board.page.hover("[data-cell=b3]")
        assert board.run("board.fog.tiles.get('b3').tile.classList.contains('is-lifted')")
        board.click("b3")
        assert board.played == ["xb3"]
        board.until("!board.fog.tiles.has('b3')")
        assert board.page.query_selector(".mb-came-from [href$=taken]")

    def test_a_game_can_be_played_by_mouse(self, table: Opener) -> None:
        board, chance = table(START), random.Random(7)
        actions: list[str] = []
        while len(actions) < 14:
            one = chance.choice(board.legal())
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


class TestConfirming:
    def test_a_move_is_shown_first_and_sent_by_enter(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, confirm=True)
        board.stand_on("d1")
        board.press("Enter", "w")
        assert board.played == [] and "d3" in board.ghost()
        assert board.seen("said")[-1] == "Move 5 tiles north?"
        board.press("Enter")
        assert board.played == ["d1-N"]

    def test_a_move_can_be_cancelled(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS, confirm=True)
        board.drag("e2", "e3")
        board.page.click("text=Cancel")
        assert board.played == [] and board.ghost() == set()
        assert board.held("d1 d2 e2 f1 g1")
        board.go("N")
        board.press("Escape")
        assert board.played == [] and board.focused() == "e2"

    def test_a_placement_is_confirmed_by_its_button(self, table: Opener) -> None:
        board = table(START, confirm=True)
        board.click("c3")
        assert board.played == [] and board.ghost() == {"c3"}
        board.page.click("text=Confirm")
        assert board.played == ["+c3"]


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


class TestLooks:
    def test_the_last_move_leaves_an_outline_and_a_trail(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        assert board.outlined("last", "a2 b2 b3 b4")
        assert len(board.page.query_selector_all(".mb-came-from [href$=trail]")) == 2

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

    def test_coordinates_can_be_hidden(self, table: Opener) -> None:
        board = table(FOUR_CLUSTERS)
        assert board.page.is_visible(".mb-names")
        board.run("board.configure({coordinates: false})")
        assert not board.page.is_visible(".mb-names")

    @pytest.mark.parametrize(
        ("chosen", "system", "moss"),
        [
            (None, "light", "#a7b681"),
            (None, "dark", "#61754d"),
            ("light", "dark", "#a7b681"),
            ("dark", "light", "#61754d"),
        ],
    )
    def test_the_theme_is_the_chosen_one_or_the_system_s(
        self, table: Opener, chosen: str | None, system: Literal["light", "dark"], moss: str
    ) -> None:
        board = table(FOUR_CLUSTERS)
        board.page.emulate_media(color_scheme=system)
        with board.theme(chosen):
            shown = board.run("getComputedStyle(board.root).getPropertyValue('--mb-moss')")
        board.page.emulate_media(color_scheme="null")
        assert shown == moss

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_axe_finds_nothing(self, table: Opener, theme: str) -> None:
        board = table(ONE_CLUSTER)
        board.click("c3")
        board.press("s")
        board.bubble()
        with board.theme(theme):
            assert Axe().run(board.page).violations_count == 0


class TestMotion:
    MOVING = "board.fog.bank.getAnimations({subtree: true}).length"

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
