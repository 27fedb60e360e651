"""The pages about the visitor's own play: statistics, and exercises from their games."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import page

router = APIRouter(include_in_schema=False, prefix="/you", dependencies=[Depends(limited)])


@router.get("/play")
def own_play(request: Request) -> Response:
    """The page with the statistics. Its script fetches the data, and again while games are
    reviewed.
    """
    return page(request, "own_play.html")


@router.get("/train")
def train(request: Request) -> Response:
    """The page with exercises from the visitor's own games."""
    return page(request, "train.html")
