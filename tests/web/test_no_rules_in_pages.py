"""No number of a rule stands in a script or a template: numbers come from the rule set."""

from __future__ import annotations

import re

import pytest
from tools.extract_messages import template

from menhirs.core.rules import BASE, BASE8, BASE8_21, BASE_21
from menhirs.notation.rule_words import clearing_in_words, option_in_words

NUMBER = r"\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+(?:th|rd)"
COUNTED = "rounds?|points?|seconds?|chances?|menhirs?|stones?|tiles?|laps?|fog"
RULE = re.compile(rf"\b(?:{NUMBER}) (?:{COUNTED})\b|\b(?:{COUNTED}) (?:\d+)\b", re.IGNORECASE)
HARMLESS = {"with", "both", "fourth"}


def told_by_pages() -> list[str]:
    """The messages of scripts and templates."""
    return [
        text
        for message in template()
        if any("web/" in place for place, _ in message.locations)
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    ]


def test_there_are_messages_to_look_at() -> None:
    assert len(told_by_pages()) > 100


@pytest.mark.parametrize(
    "text",
    ["Twelve rounds.", "clearing from round 8", "21 points for a win", "From the seventh round"],
)
def test_a_rule_would_be_found(text: str) -> None:
    assert RULE.search(text)


def test_no_page_tells_a_number_of_a_rule() -> None:
    found = [
        text
        for text in told_by_pages()
        if (rule := RULE.search(text)) and rule[0].split()[0].lower() not in HARMLESS
    ]
    assert found == []


def test_the_start_buttons_tell_what_the_rules_say() -> None:
    assert clearing_in_words(BASE).startswith("12 rounds. From round 7 on")
    text = [option_in_words(rules, BASE) for rules in (BASE8, BASE_21, BASE8_21)]
    assert text == ["clearing from round 8", "21 points for a win in round 3", "both"]
