"""The analysis board in a real browser: branches, comments, upload, download, sharing, keys."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import httpx2

from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line
from menhirs.notation.tree_text import read_tree
from tests.server.processes import ServerProcess
from tests.web.hands import Hand, Keyboard, Mouse
from tests.web.homes import AT_BOTH, Home
from tests.web.moments import game_at
from tests.web.people import Meet, Person

HARD = "amsterdam ooo/ooo./....M/...M.M/...../MM../... 1 11 move 0,0 - - -"
LINE = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"


def open_analysis(person: Person, moves: str = "", at: int = 0) -> None:
    tree = f"#{urlencode({'moves': moves, 'at': at})}" if moves else ""
    person.open(f"/analysis?{urlencode({'position': LINE})}{tree}")
    person.waits_for("#main[data-ready]")


def tree(person: Person) -> str:
    """The list of variations, as it is read."""
    return person.text("#tree")


def current(person: Person) -> str:
    return person.text("#tree [aria-current]")


def play(person: Person, hand: Hand, *texts: str) -> None:
    """Plays actions from the start."""
    position = read_line(LINE)
    for text in texts:
        action = read_action(text, position)
        hand.play(action, position)
        person.waits_for_words("#tree [aria-current]", text)
        position = position.play(action)


@AT_BOTH
def test_both_sides_are_played_and_lines_branch_off(home: Home, meet: Meet) -> None:
    person = meet()
    open_analysis(person)
    assert person.status == "North moves fog."
    mouse = Mouse(person.page)
    play(person, mouse, "a1-N", "xa2", "d2-N")
    keys = Keyboard(person.page)
    for _ in range(3):
        keys.tap("ArrowLeft")
    assert not person.page.query_selector("#tree [aria-current]")
    play(person, mouse, "d2-N", "xa1")
    assert tree(person) == "Round 10 a1-N 10 d2-N xa1 Round 10 xa2 Round 11 d2-N"
    # The same move again is the same variation.
    keys.tap("Home")
    play(person, mouse, "d2-N")
    assert tree(person).count("d2-N") == 2
    keys.tap("ArrowUp")
    assert current(person) == "a1-N"
    keys.tap("End")
    assert current(person) == "d2-N"


@AT_BOTH
def test_a_variation_is_promoted_and_deleted_by_keyboard(home: Home, meet: Meet) -> None:
    person = meet()
    keys = Keyboard(person.page)
    open_analysis(person, "a1-N (d2-N xa1) xa2", 3)
    assert current(person) == "d2-N"
    keys.tap("v")
    assert tree(person) == "Round 10 d2-N 10 a1-N xa2 Round 10 xa1"
    keys.tap("Delete")
    person.page.click("dialog .danger")
    person.waits_for_words("#tree", "Round 10 a1-N xa2")
    assert tree(person) == "Round 10 a1-N xa2"


@AT_BOTH
def test_an_address_with_an_impossible_move_is_explained(home: Home, meet: Meet) -> None:
    person = meet(expects="status of 409")
    open_analysis(person, "a1-N keep")
    person.waits_for_toast("In this round a tile must be taken away.")
    assert person.status == "North moves fog."


@AT_BOTH
def test_comments_are_kept_shared_downloaded_and_read_again(
    home: Home, meet: Meet, tmp_path: Path
) -> None:
    person = meet()
    open_analysis(person, "a1-N (d2-N xa1) xa2", 1)
    person.page.fill("#comment", "Best, and only so.")
    person.waits_for_words("#tree", "Best, and only so.")
    # The address tells all of it, to this browser and to any other.
    friend = meet()
    friend.open(person.page.url)
    friend.waits_for("#main[data-ready]")
    assert tree(friend) == tree(person) and current(friend) == "a1-N"
    assert friend.page.input_value("#comment") == "Best, and only so."
    # The file tells it too.
    person.show("more")
    with person.page.expect_download() as started:
        person.page.click("#download")
    file = tmp_path / "analysis.menhirs"
    started.value.save_as(file)
    game = read_tree(file.read_text("utf-8"))
    assert game.position == read_line(LINE)
    assert [node.text for node in game.variations] == ["a1-N", "d2-N"]
    friend.open("/analysis")
    friend.page.click("#open-other")
    friend.page.set_input_files("#other-file", file)
    friend.waits_for_words("#tree", "Best, and only so.")
    person.show("line")
    assert tree(friend) == tree(person)


@AT_BOTH
def test_what_can_not_be_read_is_told_in_the_dialog(home: Home, meet: Meet) -> None:
    person = meet(expects="status of 400")
    open_analysis(person)
    person.page.click("#open-other")
    person.page.fill("#other-text", "this is no record")
    person.page.click("#other-form .primary")
    person.waits_for("#other-error")
    assert "nine fields" in person.text("#other-error")


@AT_BOTH
def test_a_finished_match_leads_here(home: Home, meet: Meet) -> None:
    person = meet()
    home.sit_down(person, game_at("over"))
    person.open(f"/m/{person.match_id}?ply=3")
    person.show("more")
    person.page.click(".more-ways .analyse")
    person.waits_for("#main[data-ready]")
    plies = person.get("#tree .log-move")
    assert plies.count() > 4 and plies.nth(2).get_attribute("aria-current") == "step"


@AT_BOTH
def test_a_position_is_set_up_by_hand_and_what_can_not_be_is_explained(
    home: Home, meet: Meet
) -> None:
    person = meet()
    mouse = Mouse(person.page)
    open_analysis(person)
    person.page.click("#open-set-up")
    person.waits_for("#set-up-problem[data-code='']")
    mouse.choose("g1")
    person.waits_for("#set-up-problem[data-code=position-fog]")
    assert person.text("#set-up-problem").startswith("6 fog tiles lie on the board at this point")
    person.page.click("#set-up-done", force=True)  # says why not, and nothing happens
    assert person.sees("#set-up")
    mouse.choose("d2")
    person.waits_for("#set-up-problem[data-code='']")
    # Only what belongs to the round is offered.
    offered = "options => options.map(option => option.value)"
    assert "place" not in person.page.eval_on_selector_all("#set-up [name=phase] option", offered)
    person.page.check("#set-up [value=menhirs]")
    mouse.choose("a3")
    person.waits_for("#set-up-problem[data-code=position-menhirs]")
    mouse.choose("b3")
    person.waits_for("#set-up-problem[data-code='']")
    person.page.click("#set-up-done")
    person.page.wait_for_selector("#set-up", state="hidden")
    assert person.status == "North moves fog."
    person.waits_for("[data-cell=g1][aria-label*=fog]")
    assert person.fog() == {"a1", "b1", "d5", "e4", "f3", "g1"}


def live_analyses(address: str) -> str:
    told = httpx2.get(f"{address}/metrics").text.splitlines()
    return next(line.split()[1] for line in told if line.startswith("menhirs_live_analyses "))


def hide(person: Person, hidden: bool) -> None:
    """The page goes behind another one, or comes back."""
    person.page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


# At once: a moment later the engine may think of another line.
CLICK_FIRST_LINE = """() => {
    const line = document.querySelector('#engine-lines li');
    const first = line.querySelector('.engine-moves').innerText.trim().split(/\\s+/)[0];
    line.querySelector('button').click();
    return first;
}"""


@AT_BOTH
def test_lines_are_shown_and_played_by_a_click(home: Home, meet: Meet) -> None:
    person = meet()
    person.open(f"/analysis?{urlencode({'position': HARD})}")
    person.page.select_option("#engine-count", "2")
    person.waits_for("#engine-lines li:nth-child(2)")
    assert "≈" in person.text("#engine-lines") and "turn" in person.text("#engine-state")
    person.waits_for(".mb-advised:nth-child(2)")
    # The engine goes on with what is then on the board.
    first = person.page.evaluate(CLICK_FIRST_LINE)
    person.waits_for_words("#tree [aria-current]", first)
    person.waits_for("#engine-lines li")
    person.page.uncheck("#engine-on")
    assert not person.page.query_selector("#engine-lines li, .mb-advised")


def test_the_engine_thinks_while_somebody_looks(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    person.open(f"/analysis?{urlencode({'position': HARD})}")
    person.waits_for("#engine-lines li")
    hide(person, True)
    while live_analyses(site.address) != "0.0":
        person.page.wait_for_timeout(20)
    hide(person, False)
    person.waits_for("#engine-lines li")
    person.page.uncheck("#engine-on")
    while live_analyses(site.address) != "0.0":
        person.page.wait_for_timeout(20)
