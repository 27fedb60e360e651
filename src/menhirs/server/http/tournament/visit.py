"""A visit to a tournament: its state, and the visitor's part in it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.services import services_of
from menhirs.server.live.tournament.steps import Held
from menhirs.server.storage.people.people_store import Person
from menhirs.tournament.tournament import Entrant


@dataclass(frozen=True)
class TournamentVisit:
    """A visitor of a tournament."""

    held: Held
    person: Person | None

    @property
    def organises(self) -> bool:
        """Whether the visitor is an organiser."""
        return self.person is not None and self.held.is_organiser(self.person.id)

    @property
    def entrant(self) -> Entrant | None:
        """The player that the visitor is."""
        return None if self.person is None else entrant_of(self.held, self.person.id)


def entrant_of(held: Held, person: str) -> Entrant | None:
    """The player that a person is in a tournament."""
    entrants = held.tournament.entrants.values()
    return next((entrant for entrant in entrants if entrant.player == person), None)


async def visit_tournament(request: HTTPConnection, name: str) -> TournamentVisit:
    """The visit of a request."""
    held = await services_of(request).tournaments.find(name)
    return TournamentVisit(held, await person_of(request))


def unchosen_entrants(held: Held) -> list[Entrant]:
    """The entered players whom nobody has chosen yet."""
    return [one for one in held.tournament.entrants.values() if one.by_hand and not one.player]


async def tournament_of(request: HTTPConnection, match: str) -> dict[str, object] | None:
    """The tournament and the round of a match, and the visitor's player in it."""
    found = await services_of(request).tournaments.of_match(match)
    if found is None:
        return None
    tournament, number = found
    visit = await visit_tournament(request, tournament)
    return {
        "id": visit.held.id,
        "name": visit.held.stored.settings.name,
        "round": number,
        "me": visit.entrant.name if visit.entrant else None,
    }


async def who_page(request: HTTPConnection, match: str) -> str:
    """The page on which a visitor of a tournament game with a free seat chooses their name."""
    found = await services_of(request).tournaments.of_match(match)
    return f"/m/{match}?watch" if found is None else f"/tournaments/{found[0]}/who?match={match}"
