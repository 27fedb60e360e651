"""The rules as web pages: the guide, the numbered reference, our decisions, the credits."""

from __future__ import annotations

from functools import cache
from typing import Literal

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response

from menhirs.notation.svg import Theme
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import offered_by
from menhirs.web.handout import handout_data
from menhirs.web.rule_pictures import pictures
from menhirs.web.rules_text import rules_page_data

router = APIRouter(include_in_schema=False)


@router.get("/rules", dependencies=[Depends(limited)])
def guide(request: Request) -> Response:
    return _rules_page(request, "guide")


@router.get("/learn/strategy", dependencies=[Depends(limited)])
def strategy(request: Request) -> Response:
    return _rules_page(request, "strategy")


@router.get("/rules/pictures/{name}.svg", dependencies=[Depends(limited)])
def dark_picture(name: str) -> Response:
    """A picture of the rules for a dark page; those for light ones are files."""
    if name not in pictures():
        raise HTTPException(404)
    headers = {"cache-control": "max-age=86400"}
    return Response(_drawn_dark(name), media_type="image/svg+xml", headers=headers)


@cache
def _drawn_dark(name: str) -> str:
    return pictures()[name].drawn(Theme.DARK)


@router.get("/rules/{name}", dependencies=[Depends(limited)])
def other_page(request: Request, name: Literal["reference", "decisions", "credits"]) -> Response:
    return _rules_page(request, name)


def _rules_page(request: Request, name: str) -> Response:
    return page(request, "rules.html", **rules_page_data(name, language_of(request)))


@router.get("/handout/{name}", dependencies=[Depends(limited)])
def handout(request: Request, name: str) -> Response:
    """The rules of a game on one sheet, to print."""
    address = str(request.base_url)
    handout = handout_data(name, language_of(request), offered_by(request), address)
    return page(request, "handout.html", **handout)
