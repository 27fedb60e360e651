"""One step of a tournament: an event with all its consequences. No I/O.

A server stores a step in one transaction, so nothing is left half done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from menhirs.server.live.clock import now
from menhirs.server.live.tournament.games import games_to_open, matches_done_with
from menhirs.server.storage.tournament.tournament_store import (
    EntryBatch,
    LinkedGame,
    StoredTournament,
)
from menhirs.tournament.entries import ChangeSettings, Event, Start, TournamentEntry
from menhirs.tournament.hosting_settings import Venue, read_hosting_settings
from menhirs.tournament.pairing.next_round import something_to_pair
from menhirs.tournament.results import TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.standings import Standing, standings
from menhirs.tournament.tournament import Tournament, TournamentPhase


@dataclass(frozen=True, eq=False)
class Held:
    """The state of a tournament after its log. One object serves all visitors until the next
    entry.
    """

    stored: StoredTournament
    tournament: Tournament
    links: Mapping[str, LinkedGame]
    """All matches that were ever opened for it."""
    log: tuple[TournamentEntry, ...] = ()

    @property
    def id(self) -> str:
        return self.stored.id

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings, computed once for all visitors."""
        return standings(self.tournament)

    @cached_property
    def _matches(self) -> dict[TournamentGame, list[LinkedGame]]:
        found: dict[TournamentGame, list[LinkedGame]] = {}
        for link in self.links.values():
            found.setdefault(link.game, []).append(link)
        return found

    def matches_of(self, game: TournamentGame) -> list[LinkedGame]:
        """The matches of a game: usually one, and one more for each replay."""
        return self._matches.get(game, [])

    def is_organiser(self, person: str) -> bool:
        """Whether a person may change it."""
        return person == self.stored.organiser or person in self.tournament.organisers

    def with_entries(
        self,
        entries: Sequence[TournamentEntry],
        tournament: Tournament,
        links: Mapping[str, LinkedGame],
    ) -> Held:
        """The tournament after further entries."""
        stored = self.stored
        for entry in entries:
            if isinstance(entry.event, ChangeSettings):
                changed = read_hosting_settings(entry.event.arranged)
                stored = replace(stored, settings=entry.event.settings, hosting=changed)
        return Held(stored, tournament, links, (*self.log, *entries))


class FollowUp(Enum):
    """An event that takes computation first: pairing a round."""

    ROUND = "the next round, or the end if there is none"


Proposed: TypeAlias = Event | FollowUp | Sequence[Event] | None
Propose: TypeAlias = Callable[[Held], Proposed]
"""Proposes the next event for a state of the tournament; None for none, or raises."""


def step(held: Held, events: Sequence[Event], at: int, by: str) -> tuple[EntryBatch, Held]:
    """The entries to store for events, and the tournament after them."""
    after, entries = held.tournament, []
    for event in events:
        entry, after = after.entered(event, at, by)
        entries.append(entry)
    links = held.links.values()
    done = {*matches_done_with(after, links), *_left(held, after)}
    waited_for = {link.game for link in links if not link.entered and link.match not in done}
    following = held.with_entries(entries, after, held.links)
    opened = []
    if following.stored.hosting.place is Venue.HERE:
        opened = games_to_open(following.stored, after, waited_for, at)
    linked = {
        **{link.match: replace(link, entered=link.entered or link.match in done) for link in links},
        **{match.id: LinkedGame(match.id, game, entered=False) for game, match in opened},
    }
    following = replace(following, links=linked)
    changed = following.stored if following.stored is not held.stored else None
    state, due = after.phase.name.lower(), due_at(following)
    return EntryBatch(held.id, tuple(entries), state, due, opened, tuple(done), changed), following


def _left(held: Held, after: Tournament) -> list[str]:
    """The matches with a person in the seat who has turned out not to be that player."""
    left = {
        entrant_id
        for entrant_id, entrant in held.tournament.entrants.items()
        if entrant.player and not after.entrants[entrant_id].player
    }
    return [
        link.match
        for link in (held.links.values() if left else ())
        if not link.entered and not left.isdisjoint(link.game.players)
    ]


def follows_by_itself(held: Held) -> Start | FollowUp | None:
    """The event that follows automatically."""
    if (due := due_at(held)) is None:
        return None
    if held.tournament.phase is TournamentPhase.ENTERING:
        return Start() if due <= now() and len(held.tournament.active) > 1 else None
    return FollowUp.ROUND


def due_at(held: Held) -> int | None:
    """The moment of the next automatic event; None if there is none.

    It is stored with the tournament: if the server dies before, another one sees that it is due.
    """
    tournament, hosting = held.tournament, held.stored.hosting
    if tournament.phase is TournamentPhase.ENTERING:
        return hosting.starts_at
    if tournament.phase is not TournamentPhase.RUNNING:
        return None
    if tournament.settings.system is System.ARENA:
        is_due = something_to_pair(tournament)
    else:
        is_due = not tournament.open_games() and (hosting.goes_on or not tournament.rounds)
    return tournament.last_at if is_due else None
