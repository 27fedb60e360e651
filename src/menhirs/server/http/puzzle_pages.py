"""The pages of the puzzles: the overview, the puzzle of the day, and a page for every puzzle."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.engine.levels import LEVELS
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.page import puzzle_data, today_data
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.todays_puzzle import todays_easy_puzzle, todays_puzzle
from menhirs.server.http.visit import limited
from menhirs.server.languages import Language

router = APIRouter(include_in_schema=False, prefix="/puzzles", dependencies=[Depends(limited)])


def overview_told(language: Language) -> dict[str, object]:
    """What the overview of the puzzles tells, but for today's."""
    counted = Counter(puzzle.difficulty for puzzle in PUZZLES.puzzles.values())
    return {
        "kinds": [_kind_told(kind, language) for kind in PuzzleKind],
        "levels": [
            {"number": level.number, "first": _first_of_level(level.number)}
            for level in LEVELS
            if counted[level.number]
        ],
        "any": next(iter(PUZZLES.puzzles)),
        "index": index_of_puzzles(),
    }


@router.get("")
def overview(request: Request) -> Response:
    """Today's puzzle, and all the others by kind and by difficulty."""
    language = language_of(request)
    told = overview_told(language)
    today, easy = (today_data(one, language) for one in (todays_puzzle(), todays_easy_puzzle()))
    return page(request, "puzzles.html", today=today, easy=easy, **told)


@router.get("/today")
def today() -> Response:
    """The puzzle of the day."""
    return RedirectResponse(f"/puzzles/{todays_puzzle().id}?of=today", 303)


@router.get("/{puzzle}")
def puzzle_page(request: Request, puzzle: str, of: str = "") -> Response:
    """One puzzle; ``of`` says which ones come after it."""
    told = puzzle_data(PUZZLES.puzzle(puzzle), todays_puzzle(), language_of(request))
    return page(request, "puzzle.html", of=of, index=index_of_puzzles(), **told)


def _kind_told(kind: PuzzleKind, language: Language) -> dict[str, object]:
    puzzles = [puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.kind is kind]
    return {
        "name": kind.value,
        "title": language.gettext(KIND_WORDS[kind].title),
        "about": language.gettext(KIND_WORDS[kind].about),
        "count": len(puzzles),
        "first": puzzles[0].id,
    }


def _first_of_level(number: int) -> str:
    return next(p.id for p in PUZZLES.puzzles.values() if p.difficulty == number)


def index_of_puzzles() -> list[tuple[str, int]]:
    """All ids with their difficulty, by kind: the browser knows which were seen, and chooses."""
    kinds = list(PuzzleKind)
    by_kind = sorted(PUZZLES.puzzles.values(), key=lambda puzzle: kinds.index(puzzle.kind))
    return [(puzzle.id, puzzle.difficulty) for puzzle in by_kind]
