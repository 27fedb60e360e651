"""Exports of a tournament: JSON, a table for spreadsheets, and the records of all games."""

from __future__ import annotations

import csv
import io
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import StringConstraints

from menhirs.server.http.admission import address_of
from menhirs.server.http.api import errors_of
from menhirs.server.http.match.visit import apart, limited
from menhirs.server.http.people.records_stream import RecordsStream
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, services_of
from menhirs.server.http.tournament.view import TournamentData, cross_table, tournament_data
from menhirs.server.http.tournament.visit import visit_tournament
from menhirs.server.live.tournament.steps import Held
from menhirs.web.languages import Language

TournamentName = Annotated[str, StringConstraints(max_length=40)]

pages = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])
router = APIRouter(
    prefix="/api/tournaments",
    tags=["tournaments"],
    dependencies=[Depends(limited)],
    responses=errors_of(400, 404, 405, 413, 429, 503, about="tournament"),
)

_FORMULA = ("=", "+", "-", "@")
"""The first characters that a spreadsheet would take for a formula."""


@router.get("/{tournament}", response_model=TournamentData)
async def read_tournament(request: Request, tournament: TournamentName) -> JSONResponse:
    """A tournament: its players, rounds, results and standings."""
    held = (await visit_tournament(request, tournament)).held
    return await apart(request, _as_json, held, language_of(request), {})


@router.get("/{tournament}/entries", response_model=int)
async def count_entries(request: Request, tournament: TournamentName) -> JSONResponse:
    """The number of entries, which open pages poll."""
    held = (await visit_tournament(request, tournament)).held
    return JSONResponse(held.tournament.entries, headers={"cache-control": "no-store"})


@pages.get("/tournaments/{name}/{file}.json")
async def as_json(request: Request, name: str, file: str) -> Response:
    held = (await visit_tournament(request, name)).held
    return await apart(request, _as_json, held, language_of(request), _attached(held, "json"))


def _as_json(held: Held, language: Language, headers: dict[str, str]) -> JSONResponse:
    return JSONResponse(tournament_data(held, language), headers=headers)


@pages.get("/tournaments/{name}/{file}.csv")
async def as_csv(request: Request, name: str, file: str) -> Response:
    """The cross table, the first on top."""
    held = (await visit_tournament(request, name)).held
    text = await apart(request, _sheet, held)
    return Response(text, media_type="text/csv", headers=_attached(held, "csv"))


def _sheet(held: Held) -> str:
    cross, rows = cross_table(held), held.standings
    text = io.StringIO()
    writer = csv.writer(text)
    columns = ("wins", "points", "direct", "buchholz", "ties", "losses", "byes")
    prefix = "against " if cross["against_all"] else "round "
    writer.writerow(["rank", "player", *columns, *(prefix + head for head in cross["heads"])])
    for row, (_, _, cells, _, _) in zip(rows, cross["rows"], strict=True):
        values = [getattr(row, column) for column in columns]
        writer.writerow([row.rank, _plain(row.name), *values, *map(_plain, cells)])
    return text.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


@pages.get("/tournaments/{name}/{file}.menhirs")
async def as_records(request: Request, name: str, file: str) -> Response:
    """All games that were played here, one after the other."""
    visit = await visit_tournament(request, name)
    held = visit.held
    client = address_of(request) if visit.person is None else visit.person.id
    played = [state.match for state in held.tournament.states.values() if state.match]
    downloads = services_of(request).downloads
    admit = admission_of(request).readings.check
    return RecordsStream(downloads, client, admit, downloads.records(played), held.id)


def _attached(held: Held, kind: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{held.id}.{kind}"'}
