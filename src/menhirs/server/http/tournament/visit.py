"""A visit to a tournament: how it stands, and who the visitor is in it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from menhirs.server.errors import BadRequest
from menhirs.server.http.person_cookie import person_of
from menhirs.server.live.tournaments import Held, Tournaments
from menhirs.server.storage.people_store import Person
from menhirs.tournament.tournament import Entrant


def tournaments_of(request: HTTPConnection) -> Tournaments:
    """The tournaments of the server that a request came to."""
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments


@dataclass(frozen=True)
class TournamentVisit:
    """Somebody who comes to a tournament."""

    held: Held
    person: Person | None

    @property
    def organises(self) -> bool:
        """Whether the visitor is the organiser."""
        return self.person is not None and self.person.id == self.held.stored.organiser

    @property
    def entrant(self) -> Entrant | None:
        """The player that the visitor is."""
        return None if self.person is None else entrant_of(self.held, self.person.id)

    def check_organises(self) -> None:
        """Raises if the visitor is not the organiser."""
        if not self.organises:
            raise BadRequest("not-organiser")


def entrant_of(held: Held, person: str) -> Entrant | None:
    """The player that a person is in a tournament."""
    entrants = held.tournament.entrants.values()
    return next((entrant for entrant in entrants if entrant.player == person), None)


async def visit_tournament(request: HTTPConnection, name: str) -> TournamentVisit:
    """The visit that a request makes."""
    held = await tournaments_of(request).find(name)
    return TournamentVisit(held, await person_of(request))


async def tournament_of(request: HTTPConnection, match: str) -> dict[str, object] | None:
    """The tournament that a match belongs to: its address, its name, and the round."""
    tournaments = tournaments_of(request)
    found = await tournaments.of_match(match)
    if found is None:
        return None
    tournament, number = found
    held = await tournaments.find(tournament)
    return {"id": held.id, "name": held.stored.settings.name, "round": number}
