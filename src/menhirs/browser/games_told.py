"""The games of this browser as its pages list them, under headings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import groupby
from urllib.parse import urlencode

from menhirs.core.rules import RuleSet
from menhirs.notation.people import Tongue
from menhirs.view.game_list import (
    ListedGame,
    Section,
    age_in_words,
    going_in_words,
    opponent_on_card,
    round_in_words,
    section_title,
)
from menhirs.view.terms_in_words import game_title


def sections_told(
    games: Iterable[ListedGame], language: Tongue, offered: Mapping[str, RuleSet], at: int
) -> list[dict[str, object]]:
    """Games in their order, under headings; ``at`` is now."""
    return [
        {
            "section": section,
            "title": section_title(section, language),
            "games": [_told(game, language, offered, at) for game in those],
        }
        for section, those in groupby(games, lambda game: game.section)
    ]


def _told(
    game: ListedGame, language: Tongue, offered: Mapping[str, RuleSet], at: int
) -> dict[str, object]:
    shows = game.section is not Section.FINISHED and game.terms.rules.name in offered
    day = datetime.fromtimestamp(game.updated / 1000, UTC).date()
    return {
        "match": game.match,
        "opponent": opponent_on_card(game, language),
        "level": game.level,
        "round": round_in_words(game, language),
        "age": age_in_words(at - game.updated, language),
        "title": game_title(game.terms.rules, language),
        "going": going_in_words(game, language),
        "picture": f"/position.svg?{urlencode({'position': game.line})}" if shows else "",
        "day": day.isoformat(),
    }
