"""House rules in the edition without a server: offered, explained, played, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from menhirs.notation.house_rules import read_house_rules
from menhirs.notation.rule_words import rules_in_words
from menhirs.site.build import Wanted, build
from menhirs.site.folder import write
from menhirs.web.languages import LANGUAGES
from tests.web.games import find_game
from tests.web.hands import Keyboard, Mouse
from tests.web.homes import StaticHome
from tests.web.people import Meet
from tests.web.test_whole_games import play_at_one_screen
from tests.web.test_without_a_server import place_anywhere

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parents[2] / "examples" / "house-rules"
OFFERED = read_house_rules(
    "".join(path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.toml")))
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHome]:
    """A static site with all samples of house rules."""
    folder = tmp_path_factory.mktemp("club") / StaticHome.NESTED
    write(build(Wanted(languages=[LANGUAGES["en"]], offered=OFFERED)), folder)
    home = StaticHome(folder)
    yield home
    home.stop()


@pytest.fixture
def home(club: StaticHome) -> StaticHome:
    return club


def test_the_front_page_offers_and_explains_them_and_the_computer_plays(
    home: StaticHome, meet: Meet
) -> None:
    person = meet()
    person.open("/")
    hand = Mouse(person.page)
    hand.press("#computer > summary")
    hand.press("#computer .house-rules:has([value='pocket']) summary")
    text = person.text("#computer .house-rules:has([value='pocket'])")
    assert "A pocket game" in text
    assert all(sentence in text for sentence in rules_in_words(OFFERED["pocket"]))
    person.page.check("#level-1", force=True)
    hand.press("#computer [value='pocket']")
    person.waits_for("#main.yours[data-phase='place']")
    assert len(person.cells()) == 7
    place_anywhere(person, home.told(person)["ply"])
    assert home.told(person)["position"].startswith("pocket ")


def test_a_whole_game_on_another_board_is_played_reviewed_and_analysed(
    home: StaticHome, meet: Meet
) -> None:
    game = find_game(OFFERED["small-board"], lambda game: len(game.actions) < 20)
    person = meet()
    play_at_one_screen(person, Keyboard, game, home)
    match = person.match_id
    person.open("/handout/small-board")
    assert "A small board" in person.text("#main")
    person.open(f"/m/{match}#review")
    person.waits_for("#history.with-report #report-result:not([hidden])")
    person.open(f"/analysis?match={match}")
    person.waits_until("document.querySelectorAll('[data-cell]').length === 19")
