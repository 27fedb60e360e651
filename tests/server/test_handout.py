"""The hand-out: what it says follows from the rule set, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.house_rules import read_house_rules
from menhirs.web.handout import document, sheet
from menhirs.web.languages import FINISHED, LANGUAGES

SAMPLES = Path(__file__).parents[2] / "examples" / "house-rules"
HOUSE: dict[str, RuleSet] = {}
for sample in sorted(SAMPLES.glob("*.toml")):
    HOUSE |= read_house_rules(sample.read_text("utf-8"))
GAMES = {**RULE_SETS, **HOUSE}
LONGEST = read_house_rules(
    '[many]\ntitle = "As many rounds as there can be in a game at all"\nlike = "amsterdam"\n'
    "decision_after = 3\nrounds = [{round = 99, place = true},"
    ' {round = 98, to = 3, take = "may", claim = true}, {round = 2, to = 1, take = "must"}]\n'
)["many"]


def told(name: str, code: str = "en") -> str:
    """The words of a hand-out."""
    text = sheet(GAMES[name], LANGUAGES[code]).rules.striptags()
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("code", FINISHED)
@pytest.mark.parametrize("name", GAMES)
def test_it_is_complete_and_well_formed(name: str, code: str) -> None:
    text = document(GAMES[name], LANGUAGES[code])
    assert not re.search(r"\{\{|\{%|\*\*|\]\(|undefined", text)
    shown = sheet(GAMES[name], LANGUAGES[code])
    assert shown.legend and "sign" in shown.legend
    assert len(shown.stops) == len(GAMES[name].schedule)
    assert f"{GAMES[name].menhirs} " in told(name, code)


def test_a_code_leads_to_where_the_game_is_played() -> None:
    without = document(GAMES["base"], LANGUAGES["nl"])
    shown = document(GAMES["base"], LANGUAGES["nl"], "https://club.example/")
    assert 'class="qr"' not in without
    assert 'class="qr"' in shown and "Speel het hier" in shown


def test_a_game_may_score_wins_only() -> None:
    house = read_house_rules("[plain]\nlike = 'amsterdam'\nscoring = {by = 'wins'}")["plain"]
    for code, language in FINISHED.items():
        words = sheet(house, language).rules.striptags()
        assert language.gettext("Every win scores one point.") in words, code


def test_amsterdam_says_what_the_rules_say() -> None:
    text = told("amsterdam")
    for words in (
        "turns over one menhir",
        "all 5 menhirs",
        "In round 12 you place the other 6 fog tiles",
        "Rounds 11 to 3: after your move you may take one tile away, but no more than 3 times",
        "Rounds 2 and 1: after your move you must take one tile away",
        "until 3 seconds after the end of that turn",
        "Show it within 30 seconds",
        "Not in rounds 12 and 1.",
        "the first time along the track 11 more",
    ):
        assert words in text


def test_the_base_game_says_what_the_rules_say() -> None:
    assert "From player 2's turn in round 7 on" in told("base")
    assert "Rounds 8 to 12: after your move you must" in told("base8")
    assert "A win in round 3 scores 21." in told("base8+21")
    assert "scores 21" not in told("base8") and "laim" not in told("base")


def test_house_rules_are_told_rightly() -> None:
    quick = told("quick-amsterdam")
    for words in (
        "no more than 2 times",
        "until 5 seconds after",
        "Not in rounds 8 and 1.",
        "After round 5 player 1 says",
        "the last 4 rounds follow",
        "the first time along the track 7 more",
    ):
        assert words in quick
    assert "laim" not in told("calm-amsterdam")
    small = told("small-board")
    assert "Shuffle 4 menhirs and 15 forest tiles" in small and "all 4 menhirs" in small


def test_the_track_is_drawn_from_the_rules() -> None:
    stops = sheet(RULE_SETS["amsterdam"], LANGUAGES["en"]).stops
    assert [stop.label for stop in stops] == [str(number) for number in range(12, 0, -1)]
    assert [stop.sign for stop in stops] == ["place", *["may"] * 9, "must", "must"]
    assert [stop.label for stop in stops if stop.decision] == ["3"]
    assert stops[1].points == ["22", "11"] and stops[-1].points == ["12", "1"]
    base = sheet(RULE_SETS["base"], LANGUAGES["en"]).stops
    assert [stop.sign for stop in base[:9]] == ["place"] * 2 + ["move"] * 4 + ["second"] + [
        "must"
    ] * 2
    assert [stop.points for stop in base[6:8]] == [["11"], ["10–9"]]
