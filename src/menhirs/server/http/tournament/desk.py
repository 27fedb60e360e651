"""Rarely needed pages of a tournament: choosing one's name, settings, further organisers."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.core.rules import AMSTERDAM
from menhirs.match.terms import MINUTE, LiveClock, SlowClock
from menhirs.server.errors import BadRequest
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import offered_by
from menhirs.server.http.tournament.visit import unchosen_entrants, visit_tournament
from menhirs.server.live.tournament.steps import Held
from menhirs.tournament.tournament import TournamentPhase
from menhirs.tournament.words import systems_data
from menhirs.view.terms_in_words import game_title
from menhirs.web.qr_code import qr_code

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.get("/tournaments/{name}/who")
async def who(
    request: Request, name: str, match: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """The page on which a visitor chooses which player they are; at a game, which of its two."""
    visit = await visit_tournament(request, name)
    held, link = visit.held, visit.held.links.get(match)
    if visit.entrant is not None:
        here = f"/tournaments/{name}" if link is None else f"/m/{match}?watch"
        return RedirectResponse(here, 303)
    players = unchosen_entrants(held)
    if link is not None:
        players = [entrant for entrant in players if entrant.id in link.game.players]
    both = (
        []
        if link is None
        else [held.tournament.name(entrant_id) for entrant_id in link.game.players]
    )
    return page(
        request,
        "tournament/who.html",
        id=name,
        title=held.stored.settings.name,
        players=players,
        both=both,
        match=match if link else "",
    )


@router.get("/tournaments/{name}/settings")
async def settings(request: Request, name: str) -> Response:
    """The form in which an organiser changes the settings."""
    visit = await visit_tournament(request, name)
    if not visit.organises:
        raise BadRequest("not-organiser")
    held, language = visit.held, language_of(request)
    clock = held.stored.hosting.clock
    offered = {**offered_by(request), held.stored.settings.rules.name: held.stored.settings.rules}
    times = {}
    if isinstance(clock, LiveClock):
        times = {"minutes": clock.time / MINUTE, "increment": clock.increment // 1000}
    elif isinstance(clock, SlowClock):
        times = {"days": clock.days}
    return page(
        request,
        "tournament/settings.html",
        id=name,
        settings=held.stored.settings,
        hosting=held.stored.hosting,
        begun=held.tournament.phase is not TournamentPhase.ENTERING,
        clock="none" if clock is None else "slow" if isinstance(clock, SlowClock) else "live",
        times=times,
        systems=systems_data(language),
        games=[(rules.name, game_title(rules, language)) for rules in offered.values()],
        claim_seconds=AMSTERDAM.claim_time / 1000,
    )


async def desk_link_page(request: Request, held: Held, code: str) -> Response:
    """The page with the link for another organiser. Its code is in the fragment, which no server
    logs.
    """
    link = f"{request.url_for('desk', name=held.id)}#{code}"
    title = language_of(request).gettext("The link as a QR code")
    return page(
        request,
        "tournament/desk_link.html",
        id=held.id,
        title=held.stored.settings.name,
        link=link,
        qr=qr_code(link, title),
    )


@router.get("/tournaments/{name}/desk", name="desk")
async def desk(request: Request, name: str) -> Response:
    """The page on which a person with the link becomes an organiser too."""
    visit = await visit_tournament(request, name)
    return page(
        request,
        "tournament/desk.html",
        id=name,
        title=visit.held.stored.settings.name,
        your_name=visit.person.name if visit.person else "",
    )


def check_desk_code(held: Held, shown: str) -> None:
    """Raises if this is not the code that makes somebody an organiser; ``shown`` is its hash."""
    code = held.tournament.desk_code
    if not code or not hmac.compare_digest(code, shown):
        raise BadRequest("desk-link")
