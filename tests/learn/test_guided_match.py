"""A guided match without server, socket or clock: what its page hears."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from menhirs.core.actions import Player
from menhirs.core.position import Position
from menhirs.learn.coach import Coach, explained_so_far, hint_in_words, rule_of
from menhirs.learn.topics import Topic
from menhirs.learn.warnings import danger
from menhirs.match.commands import ActCommand
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.match.series import Earlier
from menhirs.match.terms import Terms
from menhirs.match.terms_data import read_terms, write_terms
from menhirs.notation.actions import write_action
from menhirs.notation.words import ENGLISH
from menhirs.referee.agreement import next_terms
from menhirs.view.match.page_messages import Hint
from menhirs.view.match.page_session import PageSession
from menhirs.view.match.state_view import StateView
from menhirs.web.languages import FINISHED, LANGUAGES
from menhirs.web.rules_text import rules_text
from tests.match.played_match import START, PlayedMatch, terms
from tests.random_play import positions
from tests.web.games import find_moment

GUIDED = terms("base", guided=True, computers={2: 1})


def is_risky(position: Position) -> bool:
    """Whether player 1 may lose at once, and may not."""
    if position.player != 1 or position.is_over:
        return False
    found = [danger(position, action) for action in position.board_actions()]
    return any(found) and not all(found)


class Page:
    """A page that keeps its messages."""

    def __init__(self, view: StateView, *own_seats: Player) -> None:
        self.own_seats = list(own_seats)
        self.language = LANGUAGES["en"]
        self.told: list[dict[str, Any]] = []
        self.session = PageSession(view, self, LANGUAGES.values())

    def send(self, message: str) -> None:
        self.told.append(json.loads(message))


def view_of(agreed: Terms) -> StateView:
    return StateView("match", PlayedMatch(agreed).match, 1, Earlier(), Coach())


def risky_match() -> tuple[StateView, str, str]:
    """A guided match, an action that loses at once there, and one that does not."""
    game = find_moment("base", is_risky)
    view = view_of(replace(GUIDED, menhirs=game.position.menhirs, position=game.position))
    actions = game.position.board_actions()
    bad = next(action for action in actions if danger(game.position, action))
    good = next(action for action in actions if not danger(game.position, action))
    return view, write_action(bad, game.position), write_action(good, game.position)


def act(view: StateView, action: str, **more: object) -> str:
    return json.dumps({"type": "act", "state": view.match.state, "action": action, **more})


@pytest.mark.parametrize("computers", [{}, {1: 1, 2: 1}])
def test_only_a_match_against_the_computer_has_a_coach(computers: dict[int, int]) -> None:
    with pytest.raises(Refused, match="only a game against the computer"):
        terms("base", guided=True, computers=computers)


def test_the_coach_is_kept_with_the_terms_and_older_matches_have_none() -> None:
    kept = write_terms(GUIDED)
    assert read_terms(kept) == GUIDED
    assert not read_terms({name: kept[name] for name in kept if name != "guided"}).guided
    assert "guided" not in write_terms(replace(GUIDED, guided=False))


def test_in_the_next_game_of_a_series_the_coach_tells_only_what_is_new() -> None:
    table = PlayedMatch(GUIDED)
    assert explained_so_far(table.match) == ("place",)
    terms = next_terms(table.match)
    assert terms.guided and terms.explained_before == ("place",) and terms.computers == {1: 1}
    assert read_terms(write_terms(terms)) == terms
    again = replace(GUIDED, explained_before=terms.explained_before)
    coach = view_of(again).state([1], LANGUAGES["en"], START, {1: True, 2: True})["coach"]
    assert coach is not None and coach["tip"] is None
    assert next_terms(PlayedMatch(replace(GUIDED, guided=False)).match).explained_before == ()


@pytest.mark.parametrize("code", FINISHED)
def test_every_tip_leads_to_its_sentence_in_the_reference(code: str) -> None:
    anchors = set(re.findall(r'\bid="([^"]+)"', str(rules_text("reference", LANGUAGES[code]).html)))
    for topic in Topic:
        rules = {rule_of(topic, sheet) for sheet in ("A", "B", "H")}
        if topic is Topic.OVER:
            assert rules == {""}  # how a game ends needs no sentence
        else:
            assert {rule.lower() for rule in rules} <= anchors


def test_the_player_is_told_and_a_watcher_is_not() -> None:
    view, here = view_of(GUIDED), {1: True, 2: True}
    state = view.state([1], LANGUAGES["en"], START, here)
    assert state["coach"] is not None
    assert state["coach"]["tip"] == {
        "key": "place",
        "text": "All menhirs are under fog. Each side adds 2 more tiles, in turns: choose any "
        "hexagon without fog.",
        "rule": "B1",
    }
    assert state["may"]["hint"] and state["may"]["threats"]
    assert view.state([], LANGUAGES["en"], START, here)["coach"] is None
    alone = StateView("match", Match(replace(GUIDED, guided=False)), 1, Earlier())
    assert alone.state([1], LANGUAGES["en"], START, here)["coach"] is None


def test_whoever_wants_it_is_warned_before_a_move_that_loses_at_once() -> None:
    view, bad, good = risky_match()
    page = Page(view, 1)
    assert page.session.hear(act(view, bad, warn=True, re=3), START) is None
    warned = page.told[-1]
    assert (warned["type"], warned["re"], warned["action"]) == ("warned", 3, bad)
    assert warned["text"].startswith("Stroller could then win at once: a push of ")
    assert page.session.hear(act(view, bad), START) == ActCommand(view.match.state, bad)
    assert page.session.hear(act(view, bad, warn=False), START) == ActCommand(view.match.state, bad)
    assert page.session.hear(act(view, good, warn=True), START) == ActCommand(
        view.match.state, good
    )


def test_what_is_refused_is_not_warned_about() -> None:
    view, bad, _ = risky_match()
    page = Page(view, 1)
    stale = json.dumps({"type": "act", "state": 99, "action": bad, "warn": True})
    assert page.session.hear(stale, START) == ActCommand(99, bad)
    assert page.session.hear(act(view, "+z9", warn=True), START) == ActCommand(
        view.match.state, "+z9"
    )
    assert page.told == []


def test_nobody_is_warned_in_a_match_without_a_coach() -> None:
    guided, bad, _ = risky_match()
    match = PlayedMatch(replace(guided.match.terms, guided=False)).match
    view = StateView("match", match, 1, Earlier())
    page = Page(view, 1)
    assert page.session.hear(act(view, bad, warn=True), START) == ActCommand(match.state, bad)


def test_a_hint_is_told_in_words() -> None:
    view, _, good = risky_match()
    page = Page(view, 1)
    asked = '{"type": "hint", "re": 8}'
    assert page.session.hear(asked, START) == Hint()
    page.session.send_hint(asked, good, lambda people, language: "It is safe.")
    told = page.told[-1]
    assert (told["type"], told["re"], told["action"]) == ("hint", 8, good)
    assert told["text"].startswith("A hint: ") and told["why"] == "It is safe."


@given(positions)
def test_every_action_can_be_a_hint(position: Position) -> None:
    for action in position.legal_actions():
        words = hint_in_words(position, action, ENGLISH)
        assert words.startswith("A hint: ") and "{" not in words
