"""Rule sets in words: the sentences follow from their values."""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.rules import AMSTERDAM, BASE, BASE8_21, Round
from menhirs.notation.rule_words import rounds_in_words, rules_in_words


def test_the_base_game_in_words() -> None:
    assert rules_in_words(BASE) == [
        "7 menhirs, 11 tiles of fog.",
        "Each player places 2 tiles of fog.",
        "Fog is moved in rounds 3 to 12.",
        "After every move a tile must be taken away in rounds 7 to 12, beginning with the player "
        "who plays second.",
        "A win scores the tiles of fog still on the board.",
    ]
    assert rules_in_words(BASE8_21)[-3:] == [
        "After every move a tile must be taken away in rounds 8 to 12.",
        "A win scores the tiles of fog still on the board.",
        "A win in round 3 scores 21.",
    ]


def test_the_amsterdam_way_in_words() -> None:
    assert rules_in_words(AMSTERDAM) == [
        "7 menhirs, 11 tiles of fog.",
        "Before the game each player turns 1 menhir over: it counts as forest.",
        "Each player places 3 tiles of fog.",
        "Fog is moved in rounds 11 to 1.",
        "Each player may take a tile away 3 times, in rounds 11 to 3.",
        "After every move a tile must be taken away in rounds 2 and 1.",
        "Victory can be claimed in rounds 11 to 2.",
        "After round 3 the players decide whether to play another lap.",
        "A win scores the number of its round, and 11 more in the first lap.",
    ]


def test_house_rules_in_words() -> None:
    schedule = tuple(replace(entry, claims=entry.number in (9, 7)) for entry in AMSTERDAM.schedule)
    house = replace(AMSTERDAM, name="house", chances=1, laps=1, schedule=schedule)
    text = rules_in_words(house)
    assert "Each player may take a tile away 1 time, in rounds 11 to 3." in text
    assert "Victory can be claimed in rounds 9 and 7." in text
    assert "After round 3 the last rounds begin." in text
    assert text[-1] == "A win scores the number of its round."


def test_a_single_round_is_named_alone() -> None:
    assert rounds_in_words([Round(4)]) == "in round 4"
