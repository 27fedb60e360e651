"""The claim trainer in a real browser, with a clock that the test winds: nobody waits."""

from __future__ import annotations

from menhirs.core.actions import Claim, Move
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from tests.web.homes import AT_BOTH, Home
from tests.web.people import Meet, Person

RUN = 10
ASKED = [puzzle for puzzle in packaged_puzzles() if puzzle.kind is PuzzleKind.CLAIM][:RUN]
"""The first ones of the page: some are won, more are not."""
_IN_THEIR_ORDER = "let chance = 1; Math.random = () => (chance /= 2)"
"""The page draws by lot. This lot takes the first one first."""


def wind(person: Person, selector: str) -> None:
    """Lets the page's time pass until something is there."""
    for _ in range(400):
        person.page.clock.run_for(100)
        if person.sees(selector):
            return
        person.page.evaluate("() => 0")  # what was answered is taken in
    raise AssertionError(f"{selector} never came")


def do(person: Person, puzzle: Puzzle, way: str) -> None:
    """Answers one position."""
    wind(person, "#let-go")
    assert "claim, or let it go?" in person.text("#status")
    if way == "wait":
        assert puzzle.position.rules.claim_time is not None
        person.page.clock.run_for(puzzle.position.rules.claim_time - 200)
        assert person.sees("#let-go")
        person.page.clock.run_for(200)
    elif way == "claim":
        person.page.keyboard.press("c")
        person.page.keyboard.press("c")
    else:
        person.page.keyboard.press("l")
    person.waits_for("#said:not([data-look='']):not([data-look=hint])")


@AT_BOTH
def test_a_run_with_a_right_claim_a_wrong_one_and_a_miss(home: Home, meet: Meet) -> None:
    person = meet()
    page = person.page
    page.add_init_script(_IN_THEIR_ORDER)
    page.clock.install()
    person.open("/learn/claims")
    person.waits_for("#board .mb-stage")  # something to look at before it starts
    assert not person.sees("#let-go") and person.sees("#intro")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.click("#begin")
    ways: dict[str, list[str]] = {"claim": ["wait", "claim"], "no": ["claim", "no"]}
    looks = []
    for puzzle in ASKED:
        (answer,) = puzzle.answers
        way = ways[answer].pop(0) if ways[answer] else answer
        do(person, puzzle, way)
        right = {"wait": "no"}.get(way, way) == answer
        looks.append(right)
        assert person.get("#said").get_attribute("data-look") == ("right" if right else "wrong")
    wind(person, "#claims-over")
    assert looks.count(False) == 2
    text = person.text("#over-words")
    assert text.startswith(f"{RUN - 2} of {RUN} were right. A right claim took you ")
    assert text.endswith("1 wrong claim. 1 missed win.")
    overlooked = next(puzzle for puzzle in ASKED if puzzle.answers == ("claim",))
    page.click("#missed button:has-text('a missed win')")
    claimed = overlooked.position.play(Claim())
    won = [claimed.play(Move(*win)) for win in claimed.winning_moves()]
    boards = {frozenset(one.geometry.names_of(one.fog)) for one in won}
    for _ in range(100):
        page.clock.run_for(100)
        if frozenset(person.fog()) in boards:
            break
    assert frozenset(person.fog()) in boards
