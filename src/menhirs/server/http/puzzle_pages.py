"""The pages of the puzzles: the overview, the puzzle of the day, and a page for every puzzle."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.engine.levels import LEVELS
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import Kind
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.server.http.exercises import CLASSROOM
from menhirs.server.http.from_here import address_of
from menhirs.server.http.pages import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.todays_puzzle import today_told, todays_puzzle
from menhirs.server.languages import Language

router = APIRouter(include_in_schema=False, prefix="/puzzles", dependencies=[Depends(limited)])


@router.get("")
def overview(request: Request) -> Response:
    """Today's puzzle, and all the others by kind and by difficulty."""
    language = language_of(request)
    counted = Counter(puzzle.difficulty for puzzle in PUZZLES.puzzles.values())
    return page(
        request,
        "puzzles.html",
        today=today_told(language),
        kinds=[_kind_told(kind, language) for kind in Kind],
        levels=[
            {"number": level.number, "first": _first_of_level(level.number)}
            for level in LEVELS
            if counted[level.number]
        ],
        any=next(iter(PUZZLES.puzzles)),
        index=_index(),
    )


@router.get("/today")
def today() -> Response:
    """The puzzle of the day."""
    return RedirectResponse(f"/puzzles/{todays_puzzle().id}?of=today", 303)


@router.get("/{puzzle}")
def puzzle_page(request: Request, puzzle: str, of: str = "") -> Response:
    """One puzzle; ``of`` says which ones come after it."""
    language, asked = language_of(request), PUZZLES.puzzle(puzzle)
    return page(
        request,
        "puzzle.html",
        puzzle=asked,
        of=of,
        title=language.gettext(KIND_WORDS[asked.kind].title),
        about=language.gettext(KIND_WORDS[asked.kind].about),
        hardest=len(LEVELS),
        is_today=asked == todays_puzzle(),
        opening=CLASSROOM.opening(PUZZLES.name, asked.id, language),
        play_on=address_of(asked.position),
        index=_index(),
    )


def _kind_told(kind: Kind, language: Language) -> dict[str, object]:
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


def _index() -> list[tuple[str, int]]:
    """All ids with their difficulty, by kind: the browser knows which were seen, and chooses."""
    kinds = list(Kind)
    by_kind = sorted(PUZZLES.puzzles.values(), key=lambda puzzle: kinds.index(puzzle.kind))
    return [(puzzle.id, puzzle.difficulty) for puzzle in by_kind]
