"""The JSON interface to the lobby: open invitations and public games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from menhirs.match.terms_data import write_clock
from menhirs.server.http.api import errors_of
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.services import services_of
from menhirs.server.live.lobby.lobby import LobbySnapshot
from menhirs.server.storage.match.invitation_store import Audience, Invitation
from menhirs.server.storage.match.public_store import PublicGame

router = APIRouter(tags=["lobby"], responses=errors_of(400, 405, 413, 429, 503, about="lobby"))

Url = Annotated[str, Field(description="its page")]


class OpenInvitation(BaseModel):
    """An open invitation. People accept it on its page."""

    match: str
    url: Url
    name: str = Field(description="of the one who invites; may be empty")
    rules: str
    clock: dict[str, int] | None = Field(
        description="`time` and `increment` in milliseconds, or `days` a turn; null: no clock"
    )
    rated: bool
    rating: int | None = Field(description="of the one who invites; null: none yet")
    strength: bool = Field(description="whether it is for players of about that strength only")


class GameToWatch(BaseModel):
    """A public game that is being played."""

    match: str
    url: Url
    players: list[str] = Field(description="names, player 1 first; they may be empty")
    rules: str
    rated: bool
    position: str = Field(description="the position line")
    watchers: int


class LobbyData(BaseModel):
    invitations: list[OpenInvitation]
    games: list[GameToWatch]


@router.get("/api/lobby", response_model=LobbyData, dependencies=[Depends(limited)])
async def read_lobby(request: Request) -> LobbyData:
    """Open invitations and games to watch, as the front page shows them."""
    lobby, person = services_of(request).lobby, await person_of(request)
    scene = await lobby.scene()
    open_to = await lobby.open_to(None if person is None else person.id)
    return LobbyData(
        invitations=[_invitation(request, one, scene) for one in open_to],
        games=[_game(request, one) for one in scene.games],
    )


def _invitation(request: Request, invitation: Invitation, scene: LobbySnapshot) -> OpenInvitation:
    terms = invitation.terms
    rating = scene.rating(invitation.person, terms)
    return OpenInvitation(
        match=invitation.match,
        url=_url(request, invitation.match),
        name=invitation.name,
        rules=terms.rules.name,
        clock=write_clock(terms.clock),
        rated=terms.rated,
        rating=None if rating is None else round(rating.rating),
        strength=invitation.audience is Audience.STRENGTH,
    )


def _game(request: Request, game: PublicGame) -> GameToWatch:
    return GameToWatch(
        match=game.match,
        url=_url(request, game.match),
        players=[game.names.get(seat, "") for seat in (1, 2)],
        rules=game.terms.rules.name,
        rated=game.terms.rated,
        position=game.line,
        watchers=game.watchers,
    )


def _url(request: Request, match: str) -> str:
    return str(request.url_for("match_page", match=match))
