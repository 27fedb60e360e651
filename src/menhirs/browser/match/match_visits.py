"""The matches of this browser, for the interfaces of ``home/ports.py``."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.browser.errors import NeedsServer
from menhirs.browser.match.local_matches import LocalMatches
from menhirs.browser.match.stored_match import StoredTerms
from menhirs.core.actions import Player
from menhirs.core.rules import RuleSet
from menhirs.home.ports import Begun
from menhirs.match.addresses import new_match_id
from menhirs.match.commands import Command
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.match.names import checked_name
from menhirs.referee.agreement import MatchWanted, agree, joins
from menhirs.referee.referee import view_of
from menhirs.view.language import GettextLanguage
from menhirs.view.messages import State

_ELSEWHERE = ("friend", "open")
"""The kinds of opponents that need a server."""


class LocalMatchVisit:
    """A match as opened by the person at this screen."""

    def __init__(
        self, matches: LocalMatches, stored: StoredTerms, match: Match, language: GettextLanguage
    ) -> None:
        self.match = match
        self.stored = stored
        self.own_seats = stored.own_seats
        self._matches = matches
        self._language = language
        self._view = view_of(stored.id, match, stored.game, stored.earlier)

    def state(self) -> State:
        """The state of the match at this screen."""
        opened = self._matches.opened(self.stored.id)
        present = {1: False, 2: False} if opened is None else opened.present
        return self._view.state(self.own_seats, self._language, self._matches.now(), present)

    async def plies(self) -> str:
        """The game ply by ply."""
        return await self._view.plies_text(self.own_seats, self._language)

    async def submit(self, command: Command, at: int) -> None:
        """Carries out a command in this tab."""
        opened = await self._matches.open(self.stored.id)
        await opened.submit(self.own_seats, command, at)
        self.match, self._view = opened.match, opened.view

    async def join(self, name: str) -> tuple[Player, str]:
        """Always refused: there are no free seats here."""
        raise Refused("seat-taken")

    async def withdraw(self) -> None:
        """Always refused: there are no invitations here."""
        raise Refused("invitation-gone")


class LocalMatchVisits:
    """All matches of this browser."""

    def __init__(
        self, matches: LocalMatches, offered: Mapping[str, RuleSet], language: GettextLanguage
    ) -> None:
        self._matches = matches
        self._offered = offered
        self._language = language

    async def create(self, wanted: MatchWanted) -> Begun:
        """Creates a match against the computer, or at one screen."""
        if wanted.opponent in _ELSEWHERE or wanted.rated:
            raise NeedsServer("needs-server")
        seating = agree(wanted, self._offered)
        name, match = checked_name(wanted.name), new_match_id()
        entries = joins(dict.fromkeys(seating.own_seats, name), self._matches.now())
        await self._matches.create(StoredTerms(match, seating.terms, match, 1, entries))
        return Begun(match, seating.own_seats)

    async def visit(self, match: str) -> LocalMatchVisit:
        """A match if it is open here, otherwise as it is stored."""
        found = await self._matches.as_it_is(match)
        return LocalMatchVisit(self._matches, *found, self._language)
