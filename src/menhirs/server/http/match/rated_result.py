"""The effect of a rated match on the ratings, why it counts less, and how to keep a rating."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from menhirs.server.http.match.visit import visit_to
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.people.rating_reminders import Reminder, reminders
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import services_of
from menhirs.server.storage.rating.rating_ledger import SAME_HANDS
from menhirs.server.storage.rating.rating_store import RatedResult
from menhirs.tournament.ladder import WeightReason
from menhirs.view.player_names import people_of, plate_name
from menhirs.web.languages import Language

router = APIRouter(include_in_schema=False)


@router.get("/m/{match}/ratings")
async def ratings(request: Request, match: str) -> Response:
    """The effect of a rated match on the ratings in words, and how to keep a rating."""
    visit = await visit_to(request, match)
    room, language = visit.room, language_of(request)
    seats = {seat.person: player for player, seat in room.seats.items()}
    people = people_of(room.match, visit.own_seats, language)
    changes = await services_of(request).rating_updates.changes(room)
    sentences = [
        language.gettext("{name}: {before} → {after}").format(
            name=plate_name(people, seats[change.person], language),
            before=round(change.before),
            after=round(change.after),
        )
        for change in changes
        if change.person in seats
    ]
    result = await services_of(request).rating_updates.result(room)
    if result is not None:
        sentences += _reasons(result, len(changes), language)
    person, keep = await person_of(request), list[Reminder]()
    if (
        person is not None
        and person.id in seats
        and any(one.person == person.id for one in changes)
    ):
        keep = [one async for one in reminders(request, person)]
    return JSONResponse(
        {"sentences": sentences, "keep": keep}, headers={"cache-control": "no-store"}
    )


def _reasons(result: RatedResult, changed: int, language: Language) -> list[str]:
    """Why a match counts less than others; empty if it counts in full."""
    _ = language.gettext
    if result.voided_for == SAME_HANDS:
        return [_("This game does not count: you two have played in the same browser.")]
    if result.voided_for is not None:
        return [_("The operator decided that this game does not count.")]
    if not result.weight:
        return [_("This game does not count: you two have played too often today.")]
    reasons = {
        WeightReason.PAIR: _("It counts less: you two have played several games today."),
        WeightReason.NEAR: _("It counts less: you two seem to play on the same device."),
        WeightReason.LINK: _("It counts less: you two met by a link, and not in the lobby."),
    }
    sentences = [reasons[WeightReason(result.why)]] if result.why else []
    if changed == 1:
        sentences.append(_("A game against a newcomer does not change the other player's rating."))
    return sentences
