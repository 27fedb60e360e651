"""The computer's characters greet, and have a word for the end of a game, in every language."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from menhirs.engine.levels import LEVELS
from menhirs.view.match.opponents import SAYINGS, says, texts
from menhirs.web.files import STATIC
from menhirs.web.languages import FINISHED, LANGUAGES
from tests.match.played_match import GIFT, OPENING, SHOWS, PlayedMatch, terms

ENGLISH = LANGUAGES["en"]


def test_every_level_has_a_picture_and_its_own_words() -> None:
    assert list(SAYINGS) == [level.number for level in LEVELS]
    assert len(set(texts())) == 4 * len(LEVELS)
    for level in LEVELS:
        ElementTree.parse(STATIC / "opponents" / f"{level.number}.svg")


@pytest.mark.parametrize("code", [code for code in FINISHED if code != "en"])
def test_the_words_are_translated(code: str) -> None:
    language = LANGUAGES[code]
    assert [text for text in texts() if language.gettext(text) == text] == []


def test_a_character_greets_until_the_other_one_has_acted() -> None:
    for computer, acts in ((1, "*g2"), (2, "")):
        game = PlayedMatch(terms(computers={computer: 2}))
        game.play(acts)
        assert says(game.match, computer, ENGLISH) == SAYINGS[2].greeting
        assert says(game.match, 3 - computer, ENGLISH) == ""
        game.play("*a1" if acts else "*g2")
        assert says(game.match, computer, ENGLISH) == ""


def test_a_character_answers_a_win_and_a_loss() -> None:
    game = PlayedMatch(terms(computers={1: 8, 2: 1}))
    game.play(OPENING)
    game.play(GIFT)
    game.claim(2)
    game.play(SHOWS)
    assert game.match.position.outcome is not None
    assert says(game.match, 2, ENGLISH) == SAYINGS[1].won
    assert says(game.match, 1, ENGLISH) == SAYINGS[8].lost
