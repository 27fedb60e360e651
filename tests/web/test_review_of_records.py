"""The review of a game that was not played here: a text, a file, a line of analysis."""

from __future__ import annotations

import re
from pathlib import Path

from menhirs.notation.record import Record, write_record
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import ending
from tests.web.homes import AT_BOTH, Home
from tests.web.people import Meet, Person

GAME: Record = ending()
LAST = len(GAME.actions)
A_REVIEW = re.compile(r"/review/(show/\?id=)?[0-9a-f]{32}")


def waits_for_review(person: Person) -> None:
    person.page.wait_for_url(A_REVIEW)
    person.waits_for("#report-result:not([hidden])")


def ply(person: Person) -> int:
    return int(person.get("#report-graph svg").get_attribute("aria-valuenow") or "")


def bring_file(person: Person, folder: Path) -> None:
    file = folder / "game.menhirs"
    file.write_text(write_record(GAME), "utf-8")
    person.open("/review")
    person.page.set_input_files("#record-file", file)
    waits_for_review(person)


@AT_BOTH
def test_a_file_is_reviewed(home: Home, meet: Meet, tmp_path: Path) -> None:
    ann = meet()
    bring_file(ann, tmp_path)
    assert ply(ann) == LAST and "lost the game in round" in ann.text("#report-verdict")
    ann.page.focus("#report-graph svg")
    ann.page.keyboard.press("ArrowLeft")
    assert ply(ann) == LAST - 1 and ann.status.startswith(f"Move {LAST - 1} of {LAST}")
    missed = ann.get("#report-moments li").filter(has_text="Missed win").first
    number = int(missed.get_attribute("data-moment") or "")
    missed.locator(".moment-head").click()
    assert ply(ann) == number - 1
    assert ann.get("#board .mb-advised.is-mistake").count() == 1  # and the better one beside it
    assert ann.get("#board .mb-advised").count() == 2
    missed.locator("a").click()
    ann.page.wait_for_url(re.compile("/learn/again/"))
    ann.page.click("text=Back to the review >> visible=true")
    waits_for_review(ann)
    assert ply(ann) == number - 1
    ann.page.click("#show-moves")
    ann.get(f"#log [data-ply='{LAST}']").click()
    assert ply(ann) == LAST


def test_whoever_gets_the_link_sees_the_same(
    site: ServerProcess, meet: Meet, tmp_path: Path
) -> None:
    ann, bob = meet(), meet(phone=True)
    bring_file(ann, tmp_path)
    ann.page.focus("#report-graph svg")
    ann.page.keyboard.press("ArrowLeft")
    bob.page.goto(f"{ann.page.url}?ply={LAST - 1}")
    waits_for_review(bob)
    assert ply(bob) == ply(ann) == LAST - 1 and bob.fog() == ann.fog()
    assert bob.text("#report-moments") == ann.text("#report-moments")


@AT_BOTH
def test_a_finished_game_on_the_analysis_board_leads_there_and_back(home: Home, meet: Meet) -> None:
    person = meet()
    person.open("/analysis")
    person.waits_for("#main[data-ready]")
    assert not person.sees("#review-line")
    person.page.click("#open-other")
    person.page.fill("#other-text", write_record(GAME))
    person.page.click("#other-form button.primary")
    person.waits_for("#review-line")
    person.page.click("#review-line")
    waits_for_review(person)
    person.page.keyboard.press("Home")
    person.page.keyboard.press("ArrowRight")
    fog = person.fog()
    person.page.click("#analyse")
    person.waits_for("#main.analysis[data-ready]")
    assert person.fog() == fog and person.sees("#review-line")


@AT_BOTH
def test_a_record_that_can_not_be_read_is_explained(home: Home, meet: Meet) -> None:
    person = meet(expects="status of 400")
    person.open("/review")
    person.page.fill("#record", write_record(GAME).replace("[Rules", "[Rule"))
    person.page.click("#bring button.primary")
    person.waits_for_words("#problem", "[Rules …] is missing")
    person.page.fill("#record", write_record(GAME))
    person.page.click("#bring button.primary")
    waits_for_review(person)


def test_without_scripts_it_is_explained_where_it_was_brought(
    site: ServerProcess, meet: Meet
) -> None:
    person = meet(java_script_enabled=False, expects="status of 400")
    person.open("/review")
    person.page.fill("#record", write_record(GAME).replace("[Rules", "[Rule"))
    person.page.click("#bring button.primary")
    assert "[Rules …] is missing" in person.text("#problem")
    person.page.fill("#record", write_record(GAME))
    person.page.click("#bring button.primary")
    assert A_REVIEW.search(person.page.url)
