"""The pages about one's own play: what one's games tell, and the exercises that come of them."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import page

router = APIRouter(include_in_schema=False, prefix="/you", dependencies=[Depends(limited)])


@router.get("/play")
def own_play(request: Request) -> Response:
    """How you play. The page asks for the pictures itself, and again while games are reviewed."""
    return page(request, "own_play.html")


@router.get("/train")
def train(request: Request) -> Response:
    """Your exercises from your own games."""
    return page(request, "train.html")
