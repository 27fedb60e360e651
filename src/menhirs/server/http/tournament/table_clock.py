"""The clock for a real table: two big clocks, and a bell for claims.

The times are those of the game's rules. The clocks run in the browser: nobody's game depends on
the server here.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from menhirs.core.rules import rule_set
from menhirs.match.terms import MOST_INCREMENT, MOST_MINUTES
from menhirs.server.http.pages import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import offered_by
from menhirs.view.terms_in_words import game_title

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.get("/clock")
def clock(
    request: Request,
    rules: Annotated[str, Query(max_length=40)] = "amsterdam",
    minutes: Annotated[float, Query(ge=0.5, le=MOST_MINUTES)] = 10,
    increment: Annotated[int, Query(ge=0, le=MOST_INCREMENT)] = 5,
) -> Response:
    language, offered = language_of(request), offered_by(request)
    chosen = rule_set(rules, offered)
    return page(
        request,
        "tournament/clock.html",
        chosen=chosen,
        minutes=minutes,
        increment=increment,
        games=[(each.name, game_title(each, language)) for each in offered.values()],
    )
