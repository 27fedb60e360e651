"""The pages in every language: nothing left in English, nothing lost on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from itertools import combinations
from string import Formatter
from typing import Any, get_args

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from tools.extract_messages import (
    PACKAGES_OF_PLAYERS,
    TEMPLATE,
    is_translated,
    template,
    translated,
    written,
)

from menhirs.core import events
from menhirs.core.errors import Illegal, MenhirsError
from menhirs.core.geometry import STANDARD, Direction
from menhirs.core.rules import rule_set
from menhirs.core.state import Outcome, Reason
from menhirs.engine.levels import LEVELS
from menhirs.notation.actions import read_action
from menhirs.notation.board import read_layout
from menhirs.notation.line import read_line
from menhirs.notation.words import in_words, result_in_words
from menhirs.view.error_words import explain
from menhirs.web.languages import FINISHED, LANGUAGES, catalogue_path, choose, language

in_every_translation = pytest.mark.parametrize("code", [code for code in FINISHED if code != "en"])

ENGLISH_WORDS = {
    *("the", "and", "player", "fog", "round", "moves", "takes", "turn", "game", "tile", "tiles"),
    *("not", "this", "here", "there", "nothing", "going", "would", "must", "may", "with", "to"),
}
"""Words that none of the other languages has."""


def left_over(text: str) -> set[str]:
    """The English words of a text."""
    return set(re.findall(r"[\w']+", text.lower())) & ENGLISH_WORDS


# ---- The catalogues ----


def catalogue(code: str) -> Catalog:
    with catalogue_path(code).open("rb") as file:
        return read_po(file, locale=code)


def messages(code: str) -> list[Message]:
    return [message for message in catalogue(code) if message.id]


def forms(message: Message) -> list[str]:
    """The translation of a message, for one and for many if it has both."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@pytest.fixture(scope="module")
def found() -> Catalog:
    """All messages that there are."""
    return template()


def test_the_list_of_messages_is_up_to_date(found: Catalog) -> None:
    assert TEMPLATE.read_text("utf-8") == written(found), "run `make messages`"


@in_every_translation
def test_a_catalogue_has_exactly_the_messages_there_are(code: str, found: Catalog) -> None:
    text = written(translated(code, deepcopy(found)))
    assert catalogue_path(code).read_text("utf-8") == text, "run `make messages`"


@in_every_translation
def test_every_message_is_translated(code: str) -> None:
    missing = [m.id for m in messages(code) if m.fuzzy or not is_translated(m.string)]
    assert not missing


@in_every_translation
def test_a_catalogue_names_the_page_with_its_words_for_the_game(code: str) -> None:
    head = catalogue_path(code).read_text("utf-8").split("msgid")[0]
    assert "docs/contribute/translating.md" in head


def gaps(text: str) -> set[tuple[str, str, str]]:
    """Names of the gaps in a message, and how they are written: ``{text!r}``, ``{seconds:g}``."""
    found = Formatter().parse(text)
    return {(name, spec or "", how or "") for _, name, spec, how in found if name is not None}


@in_every_translation
def test_every_translation_has_the_gaps_of_its_message(code: str) -> None:
    for message in messages(code):
        english = [message.id] if isinstance(message.id, str) else list(message.id)
        allowed = [gaps(text) for text in english]
        assert all(gaps(text) in allowed for text in forms(message)), message.id


@in_every_translation
def test_translations_keep_the_edges_of_their_messages(code: str) -> None:
    """Spaces, and the full stop that makes a sentence."""
    for message in messages(code):
        if isinstance(message.id, str) and isinstance(message.string, str):
            assert message.string == message.string.strip(), message.id
            assert message.id.endswith(".") == message.string.endswith("."), message.id


def test_no_two_languages_say_it_in_the_same_words() -> None:
    """A sentence that is the same in Dutch and German was put into the wrong catalogue."""
    for one, two in combinations(("nl", "fr", "de"), 2):
        said = {message.id: forms(message) for message in messages(one)}
        for message in messages(two):
            alike = said[message.id] == forms(message)
            assert not (alike and len(_words(" ".join(forms(message)))) > 3), (message.id, two)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{.*?\}", "", text))


def test_french_keeps_its_signs_with_the_word_before() -> None:
    for message in messages("fr"):
        assert not any(re.search(r" [:;?!]", text) for text in forms(message)), message.id


# ---- Which language ----


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("nl", "nl"),
        ("nl-NL,nl;q=0.9,en;q=0.8", "nl"),
        ("de-AT", "de"),
        ("FR-ca, en;q=0.4", "fr"),
        ("es, pt;q=0.9, de;q=0.1", "de"),
        ("en;q=0.2, fr; q = 0.7, nl;q=0.699", "fr"),
        ("nl, fr", "nl"),
        ("nl;q=0, en;q=0.1", "en"),
        ("fr;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        ("zh-Hant-TW", "en"),
        # Rubbish is passed over, and what is sound among it counts.
        ("nl;q=2, de;q=0.5", "de"),
        ("nl;q=nan, fr;q=inf", "en"),
        ("nl;q=-1", "en"),
        ("de;q=0.5;q=0.6, nl;q=0.1", "nl"),
        (";;;,,,=q=,\x00\n, de", "de"),
        ("nl_NL", "en"),
        ("../../etc/passwd", "en"),
        ("ⅾe, ｎｌ, ſr", "en"),
        ("nl" * 5000, "en"),
        ("," * 5000 + "fr", "fr"),
        ("a-" * 5000, "en"),
    ],
)
def test_the_browser_says_which_language_it_would_like(header: str, code: str) -> None:
    assert choose(header, None).code == code


@pytest.mark.parametrize(
    ("remembered", "code"),
    [("fr", "fr"), ("en", "en"), ("xx", "de"), ("", "de"), ("NL", "de"), ("../nl", "de")],
)
def test_what_a_visitor_once_chose_goes_first(remembered: str, code: str) -> None:
    assert choose("de", remembered).code == code


def test_an_unknown_language_is_english() -> None:
    assert language("xx") is LANGUAGES["en"]
    assert [(code, known.name) for code, known in FINISHED.items()] == [
        ("en", "English"),
        ("nl", "Nederlands"),
        ("fr", "Français"),
        ("de", "Deutsch"),
    ]


# ---- One and many ----


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", ["wins 0 points", "wins 1 point", "wins 2 points"]),
        ("nl", ["wint 0 punten", "wint 1 punt", "wint 2 punten"]),
        ("fr", ["gagne 0 point", "gagne 1 point", "gagne 2 points"]),
        ("de", ["gewinnt 0 Punkte", "gewinnt 1 Punkt", "gewinnt 2 Punkte"]),
    ],
)
def test_every_language_counts_in_its_own_way(code: str, told: list[str]) -> None:
    for points, words in enumerate(told):
        result = result_in_words(Outcome(1, points, Reason.FREED), language(code))
        assert re.search(rf"{words}\b", result)


@pytest.mark.parametrize("code", FINISHED)
def test_scripts_count_as_the_server_does(code: str) -> None:
    """A browser knows the plural category of a number; the page says which form that is."""
    message = ("The menhir on {cells} came out of the fog.", "The menhirs on {cells} came out …")
    forms = [language(code).ngettext(*message, n) for n in (1, 2)]
    plural = language(code).for_scripts()["plural"]
    assert isinstance(plural, dict)
    for n in range(2000):
        category = Locale.parse(code).plural_form(n)
        told = forms[plural[category]] if code != "en" else message[plural[category]]
        assert told == language(code).ngettext(*message, n)


# ---- What happens, in every language ----

CELL = STANDARD.cell("c3")
ONE, TWO = STANDARD.mask_of("b2"), STANDARD.mask_of("b2 b3 c3")
EVENTS: list[events.Event] = [
    events.Flipped(1, CELL),
    events.MenhirsCovered(ONE),
    events.MenhirsCovered(TWO),
    events.Placed(2, CELL),
    *(events.Moved(1, TWO, direction, TWO, split=False) for direction in Direction),
    events.Moved(2, TWO, Direction.NE, TWO, split=True),
    events.Freed(ONE),
    events.Freed(TWO),
    events.CoveredAgain(ONE),
    events.CoveredAgain(TWO),
    events.Taken(1, CELL),
    events.Kept(2),
    events.Passed(1),
    events.Claimed(2, 7),
    events.PutBack(CELL),
    events.DecisionMoment(),
    events.Decided(1, go_on=True),
    events.Decided(2, go_on=False),
    events.LapBegun(2),
    events.RoundBegun(11, 1),
    events.Repeated(2, 3),
    events.GameOver(Outcome(0, 0, Reason.TIE), repetitions=3),
    *(
        events.GameOver(Outcome(0 if reason is Reason.TIE else 2, points, reason))
        for reason in Reason
        for points in (1, 12)
    ),
]


def test_there_is_a_sample_of_every_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(events.Event))


@in_every_translation
def test_every_event_is_told_in_every_language(code: str) -> None:
    for event in EVENTS:
        english = in_words(event, STANDARD)
        told = in_words(event, STANDARD, language(code))
        assert told != english
        assert not left_over(told), told
        assert re.findall(r"\d+", told) == re.findall(r"\d+", english) or code == "fr"
        assert told.endswith(english[-1])


def test_a_translation_orders_a_sentence_as_it_likes() -> None:
    moved = events.Moved(1, TWO, Direction.NE, TWO, split=True)
    data = {code: in_words(moved, STANDARD, known) for code, known in FINISHED.items()}
    assert data == {
        "en": "Player 1 splits off and moves b2, b3 and c3 to the north-east.",
        "nl": "Speler 1 splitst b2, b3 en c3 af en verplaatst die naar het noordoosten.",
        "fr": "Le joueur 1 détache b2, b3 et c3 et les déplace vers le nord-est.",
        "de": "Spieler 1 spaltet b2, b3 und c3 ab und verschiebt sie nach Nordosten.",
    }


@in_every_translation
def test_every_level_has_its_ways_in_every_language(code: str) -> None:
    for level in LEVELS:
        text = language(code).gettext(level.about)
        assert text != level.about
        assert not left_over(text), text


# ---- What is wrong, in every language ----


def families() -> Iterator[type[MenhirsError]]:
    for package in PACKAGES_OF_PLAYERS:
        module = import_module(f"menhirs.{package}.errors")
        yield from (
            item
            for item in vars(module).values()
            if isinstance(item, type) and item.__module__ == module.__name__
            if issubclass(item, MenhirsError)
        )


def sample(family: type[MenhirsError], code: str) -> MenhirsError:
    details: dict[str, Any] = {name: 7 for name, _, _ in gaps(family.rules_and_message(code)[1])}
    return family(code, **details)


PROBLEMS = [sample(family, code) for family in families() for code in family.messages]
"""One of every kind."""


@in_every_translation
def test_every_error_is_explained(code: str) -> None:
    for problem in PROBLEMS:
        told = explain(problem, language(code))
        assert not left_over(told), (problem.code, told)
        assert told.endswith("."), (problem.code, told)
        if re.search(r"[a-z]{2}", problem.message):
            assert told.lower() != f"{problem.message}.".lower(), problem.code


MOVING = "base8 .oo/..Mo/.mm../..o.Mo/.mm.o/o.mo/o.. 1 6 move 0,0 - - -"
REFUSED = {
    "+c3": {
        "en": "Place is not possible now: player 1 moves fog.",
        "nl": "Plaatsen kan nu niet: speler 1 verplaatst mist.",
        "fr": "Poser n’est pas possible maintenant\u00a0: le joueur 1 déplace du brouillard.",
        "de": "Legen ist jetzt nicht möglich: Spieler 1 verschiebt Nebel.",
    },
    "g1-SE": {
        "en": "Going SE, the fog on f1 would leave the board.",
        "nl": "Naar het ZO zou de mist op f1 van het bord af gaan.",
        "fr": "Vers le SE, le brouillard en f1 quitterait le plateau.",
        "de": "Nach SO würde der Nebel auf f1 das Brett verlassen.",
    },
}


@pytest.mark.parametrize("code", FINISHED)
@pytest.mark.parametrize("text", REFUSED)
def test_words_within_a_refusal_are_translated_too(text: str, code: str) -> None:
    position = read_line(MOVING)
    with pytest.raises(Illegal) as refused:
        position.play(read_action(text, position))
    assert explain(refused.value, language(code)) == REFUSED[text][code]


@in_every_translation
def test_a_layout_that_is_not_covered_is_explained(code: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_layout("mmm/mm../m..../m...../...../..../...", rule_set("base"))
    assert not left_over(explain(refused.value, language(code)))


def test_in_english_an_error_says_what_it_always_says() -> None:
    for problem in PROBLEMS:
        assert explain(problem, LANGUAGES["en"]).lower() == f"{problem.message}.".lower()
