"""The pages of a static site, with their data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from menhirs.core.rules import RuleSet
from menhirs.home.pages.boards import analysis_page_data
from menhirs.home.pages.front import ways_data
from menhirs.home.pages.games import search_data
from menhirs.home.pages.learn import (
    claims_data,
    first_game_data,
    lesson_page_data,
    lessons_data,
    sprint_data,
)
from menhirs.home.pages.puzzles import index_of_puzzles
from menhirs.home.pages.puzzles import overview_data as puzzles_overview
from menhirs.learn.lessons import LESSONS
from menhirs.site.gaps import Gap
from menhirs.site.licences import licensed_parts
from menhirs.view.game_list import Section
from menhirs.view.player_names import order_of_play, side_names
from menhirs.view.start_data import levels_data
from menhirs.web.handout import handout_data
from menhirs.web.languages import Language
from menhirs.web.rules_text import rules_page_data


@dataclass(frozen=True)
class StaticPage:
    """A page, rendered once for everybody who reads its language."""

    path: str
    """Its address on a server; for a shared page the common beginning."""
    template: str
    data: Mapping[str, object] = field(default_factory=dict)
    waits: bool = False
    """Whether its script can't begin before its gaps are filled."""


def pages(
    language: Language, offered: Mapping[str, RuleSet], server: str = ""
) -> Iterator[StaticPage]:
    """All pages in a language; ``server`` is the address on hand-outs."""
    _ = language.gettext
    today = Gap("today")
    easy = Gap("easy")
    puzzles = {"today": today, "easy": easy}
    home = {"yours": None, "your_name": "", **puzzles, **ways_data(language, offered)}
    yield StaticPage("/", "home.html", home)
    yield StaticPage("/learn", "learn.html", lessons_data(language))
    for lesson in LESSONS.lessons:
        yield StaticPage(
            f"/learn/{lesson.id}", "lesson.html", lesson_page_data(lesson.id, language)
        )
    yield StaticPage("/learn/claims", "claims.html", claims_data())
    yield StaticPage("/learn/sprint", "sprint.html", sprint_data())
    yield StaticPage("/learn/first-game", "first_game.html", first_game_data(language))
    yield StaticPage("/learn/strategy", "rules.html", rules_page_data("strategy", language))
    yield StaticPage("/rules", "rules.html", rules_page_data("guide", language))
    for name in ("reference", "decisions", "credits"):
        yield StaticPage(f"/rules/{name}", "rules.html", rules_page_data(name, language))
    for name in offered:
        handout = handout_data(name, language, offered, server)
        yield StaticPage(f"/handout/{name}", "handout.html", handout)
    yield StaticPage("/puzzles", "puzzles.html", {**puzzles, **puzzles_overview(language)})
    yield StaticPage("/puzzles/", "puzzle.html", _gaps_of_a_puzzle(), waits=True)
    exercise = {"opening": Gap("opening"), "back": Gap("back")}
    yield StaticPage("/learn/again/", "again.html", exercise, waits=True)
    own_puzzle = {"back": "/puzzles", "up": _("Puzzles"), "back_words": _("More puzzles")}
    yield StaticPage("/analysis/puzzle", "again.html", {**exercise, **own_puzzle}, waits=True)
    board = {"opening": Gap("opening"), **analysis_page_data(language, offered)}
    yield StaticPage("/analysis", "analysis.html", board, waits=True)
    yield StaticPage("/review", "bring_record.html", {"record": "", "problem": ""})
    review = {"review": Gap("review"), "opening": Gap("opening"), "sides": side_names(language)}
    yield StaticPage("/review/", "review.html", review, waits=True)
    names = ("line", "picture", "player", "game", "moment")
    start = {"levels": levels_data(language), **{name: Gap(name) for name in names}}
    yield StaticPage("/play", "from_here.html", start, waits=True)
    yield StaticPage("/m/", "match.html", _match_data(language), waits=True)
    yield StaticPage("/you/games", "your_games.html", _games_data(language, offered))
    yield StaticPage("/you/play", "own_play.html")
    yield StaticPage("/you/train", "train.html")
    yield StaticPage("/go-on", "go_on.html")
    yield StaticPage("/about", "about_here.html", {"parts": licensed_parts()})
    widget = {"title": Gap("title"), "page": Gap("page"), "data": Gap("data"), **_PLAIN_WIDGET}
    yield StaticPage("/embed/puzzles/", "embed.html", {"kind": "puzzle", **widget}, waits=True)
    yield StaticPage("/embed/position", "embed.html", {"kind": "position", **widget}, waits=True)
    yield StaticPage("/embed/game", "embed.html", {"kind": "game", **widget}, waits=True)


_PLAIN_WIDGET = {"theme": "auto", "problem": ""}
"""What the script of a static widget sees to: its colours, and the word that there is nothing."""


def _gaps_of_a_puzzle() -> dict[str, object]:
    names = ("title", "about", "difficulty", "difficulty_in_words", "kind", "of", "play_on")
    return {
        **{name: Gap(name) for name in (*names, "opening")},
        "is_today": False,
        "index": index_of_puzzles(),
    }


def _games_data(language: Language, offered: Mapping[str, RuleSet]) -> dict[str, object]:
    sections = [one for one in Section if one is not Section.WAITING]  # nobody is invited here
    return {
        "asked": Gap("asked"),
        "first": Gap("first"),
        "records": Gap("records"),
        "is_search": None,
        **search_data(language, offered, sections),
    }


def _match_data(language: Language) -> dict[str, object]:
    never = ("was_taken", "watches", "offers_alerts", "seat_is_free", "is_open", "rated")
    unknown = ("for_others", "next_game", "tournament", "guided", "helps")
    return {
        "match_id": Gap("match_id"),
        "title": Gap("title"),
        "terms": Gap("terms"),
        "sentence": Gap("sentence"),
        "game": Gap("game"),
        "invite": "",
        "sides": side_names(language),
        "order": order_of_play(language),
        **dict.fromkeys((*never, *unknown), None),
    }
