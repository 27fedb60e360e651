"""The ranking of a game, and the visitor's progress towards a place in it."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.core.rules import rule_set
from menhirs.match.terms import RATED_GAMES
from menhirs.server.errors import BadRequest
from menhirs.server.http.lobby.lobby_data import PageData, distinct_names, rating_data
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.tournament.ladder import DAYS_NEEDED, OPPONENTS_NEEDED, RatingState
from menhirs.view.terms_in_words import game_title

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])

_MOST_RANKED = 100


@router.get("/ranking")
async def ranking(request: Request, game: str = RATED_GAMES[0]) -> Response:
    """The strongest players of a game; newcomers and unsure ratings have no place yet."""
    if game not in RATED_GAMES:
        raise BadRequest("no-page")
    ratings, read = services_of(request).lobby.ratings, rooms_of(request).writer.read
    language, person, at = language_of(request), await person_of(request), now()
    ranked = await read(ratings.ranking, game, at, _MOST_RANKED)
    own_rating = (
        None if person is None else (await read(ratings.of, [person.id], game)).get(person.id)
    )
    names = distinct_names([(one.standing.person, one.name) for one in ranked], language)
    return page(
        request,
        "ranking.html",
        games=[(name, game_title(rule_set(name), language)) for name in RATED_GAMES],
        chosen=game,
        you=None if person is None else person.id,
        ranked=[
            {
                "place": place,
                "person": one.standing.person,
                "name": name,
                "rating": rating_data(one.standing.at(at)),
                "games": one.standing.games,
                "opponents": one.standing.opponents,
            }
            for place, (one, name) in enumerate(zip(ranked, names, strict=True), start=1)
        ],
        waiting=None
        if own_rating is None or own_rating.has_place(at)
        else _progress(own_rating, at),
        needed={"opponents": OPPONENTS_NEEDED, "days": DAYS_NEEDED},
    )


def _progress(own_rating: RatingState, at: int) -> PageData:
    """The visitor's progress towards a place."""
    return {
        "rating": rating_data(own_rating.at(at)),
        "opponents": min(own_rating.opponents, OPPONENTS_NEEDED),
        "days": min(own_rating.days, DAYS_NEEDED),
        "established": own_rating.established is not None,
    }
