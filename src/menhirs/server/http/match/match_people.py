"""The people at a match, as its page shows them: their ratings, and the way to their pages.

The referee's messages have names only. A page fetches the rest whenever somebody sits down.
"""

from __future__ import annotations

from typing import TypedDict

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from menhirs.core.actions import Player
from menhirs.match.terms import rated_as
from menhirs.server.http.match.visit import Visit, visit_to
from menhirs.server.http.services import rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.server.storage.match.store import StoredSeat
from menhirs.server.storage.people.people_store import Person
from menhirs.tournament.rating import Rating
from menhirs.web.languages import Language

router = APIRouter(include_in_schema=False)


class PersonData(TypedDict):
    """Somebody at a seat."""

    address: str
    """The address of the person's page; empty if the person is unknown."""
    note: str
    """A note in words: whether it is a program, and in a rated game the rating."""
    is_you: bool


@router.get("/m/{match}/people")
async def people(request: Request, match: str) -> JSONResponse:
    """The people at a match, as far as they are known."""
    visit = await visit_to(request, match)
    data = {str(seat): one for seat, one in (await people_data(request, visit)).items()}
    return JSONResponse(data, headers={"cache-control": "no-store"})


async def people_data(request: Request, visit: Visit) -> dict[Player, PersonData]:
    """The people at a match, by their seats."""
    terms = visit.room.match.terms
    seats, _ = visit.room.seats, visit.language.gettext
    people = [held.person for held in seats.values() if held.person]
    known = {}
    if terms.rated and people:
        ratings, game = services_of(request).lobby.ratings, rated_as(terms.rules) or ""
        known = await rooms_of(request).writer.read(ratings.of, people, game)
    at = now()

    def note(held: StoredSeat) -> str:
        data = [_("a program")] if held.program else []
        if terms.rated and held.person:
            standing = known.get(held.person)
            rating = Rating() if standing is None else standing.at(at)
            data.append(rated_in_words(rating, visit.language))
        return ", ".join(data)

    return {
        seat: {
            "address": f"/players/{held.person}?match={visit.room.id}" if held.person else "",
            "note": note(held),
            "is_you": seat in visit.own_seats,
        }
        for seat, held in seats.items()
    }


async def rating_of_visitor(request: Request, visit: Visit, person: Person | None) -> str:
    """The visitor's rating for this match, in words; empty if the match is not rated."""
    game = rated_as(visit.room.match.terms.rules)
    if not visit.room.match.terms.rated or game is None:
        return ""
    standing = None
    if person is not None:
        read, ratings = rooms_of(request).writer.read, services_of(request).lobby.ratings
        standing = (await read(ratings.all_of, person.id)).get(game)
    return rated_in_words(Rating() if standing is None else standing.at(now()), visit.language)


def rated_in_words(rating: Rating, language: Language) -> str:
    """A rating in a few words; a question mark says that it is provisional."""
    points = f"{round(rating.rating)}{'?' if rating.is_provisional else ''}"
    return language.gettext("rated, {points}").format(points=points)
