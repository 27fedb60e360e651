"""The data of a match page before its script has loaded, for both editions."""

from __future__ import annotations

from typing import Any

from menhirs.learn import first_game
from menhirs.match.match import Match
from menhirs.notation.people import Translator
from menhirs.view.messages import State
from menhirs.view.player_names import order_of_play, side_names
from menhirs.view.terms_in_words import invited_game_data, players_in_words, terms_in_words


def match_data(match: Match, state: State, language: Translator) -> dict[str, Any]:
    """The match for the recipient of that state."""
    rules = match.terms.rules
    return {
        "match_id": state["match"],
        "title": players_in_words(match, language),
        "terms": terms_in_words(match.terms, language),
        "sentence": state["status"],
        "game": invited_game_data(rules, language),
        "guided": state["coach"] is not None,
        "helps": bool(state["you"]) and len(match.terms.computers) == 1,
        "next_game": first_game.next_game(rules.name),
        "sides": side_names(language),
        "order": order_of_play(language),
    }
