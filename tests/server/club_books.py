"""What a club has on its books: everything once, whatever was killed when it was written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, func, select

from menhirs.server.storage import tables
from menhirs.server.storage.match.store import MatchStore
from menhirs.server.storage.rating.rating_store import RatingStore
from menhirs.server.storage.tournament.tournament_store import TournamentStore
from menhirs.tournament.entries import EnterResult, Pair
from menhirs.tournament.ladder import Ladder, LadderGame
from menhirs.tournament.rating import Rating
from menhirs.tournament.tournament import Tournament
from tests.server.club_people import TOURNAMENT_RULES

_GAME = "base"


class Books:
    """The tables of a database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        seats, people = tables.seats.c, tables.people.c
        with engine.connect() as connection:
            self.matches = {row.id: row for row in connection.execute(select(tables.matches))}
            self.seats: dict[str, dict[int, str]] = defaultdict(dict)
            self.names: dict[str, str] = {}
            seated = select(seats.match, seats.player, people.id, people.name)
            seated = seated.join_from(tables.seats, tables.people, seats.person == people.id)
            for match, player, person, name in connection.execute(seated):
                self.seats[match][player] = person
                self.names[person] = name
            self.changes: dict[str, dict[str, Any]] = defaultdict(dict)
            for row in connection.execute(select(tables.rating_changes)):
                self.changes[row.match][row.person] = row
            games = select(tables.rated_games).order_by(tables.rated_games.c.number)
            self.rated_games = list(connection.execute(games))
            self.ratings = {
                row.person: row
                for row in connection.execute(select(tables.ratings))
                if row.game == _GAME
            }
            self.invitations = set(connection.execute(select(tables.invitations.c.match)).scalars())
            joined = select(tables.entries.c.match).where(tables.entries.c.kind == "join")
            self.joins = Counter(connection.execute(joined).scalars())
            self.tournaments = list(
                connection.execute(select(tables.tournaments.c.id, tables.tournaments.c.state))
            )

    # Tournaments.

    def check_tournaments(self) -> int:
        """Every round opened once, every game one match, every match one result."""
        store, linked, held = TournamentStore(MatchStore(self.engine)), set(), 0
        for name, state in self.tournaments:
            if state == "entering":
                continue  # its organiser was never told of it
            assert state == "finished"
            linked |= self._check_tournament(store, name)
            held += 1
        loose = {
            match
            for match, row in self.matches.items()
            if row.terms["rules"] == TOURNAMENT_RULES and match not in linked
        }
        assert not loose
        return held

    def _check_tournament(self, store: TournamentStore, name: str) -> set[str]:
        """Returns the matches of a tournament."""
        stored = store.find(name)
        assert stored is not None
        news = store.news(name, 0)
        assert news is not None
        entries, links = news
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        tournament = Tournament.read(stored.settings, entries)
        events = [entry.event for entry in entries]
        opened = Counter(event.round for event in events if isinstance(event, Pair))
        assert opened == Counter(range(1, len(tournament.rounds) + 1))
        states = tournament.states.items()
        decided = {game: state.outcome for game, state in states if state.outcome is not None}
        assert Counter(link.game for link in links) == Counter(decided.keys())
        results = [event for event in events if isinstance(event, EnterResult)]
        data = {event.match: event for event in results}
        assert len(data) == len(results)
        assert data.keys() == {link.match for link in links}
        for link in links:
            row, outcome = self.matches[link.match], data[link.match].outcome
            assert link.entered and data[link.match].game == link.game
            assert (row.winner, row.score) == (outcome.winner, outcome.score)
            sat = [self.seats[link.match][player] for player in (1, 2)]
            assert sat == [tournament.entrant(who).player for who in link.game.players]
        return set(data)

    # Ratings.

    def check_ratings(self, ended: set[str]) -> int:
        """Every finished game paid once; all of it as the ladder has it that is worked out anew."""
        paid = {
            match for match, row in self.matches.items() if row.terms.get("rated") and row.winner
        }
        assert ended <= paid
        assert all(self.matches[match].unpaid is None for match in paid)
        assert sorted(row.match for row in self.rated_games) == sorted(paid)
        ladder = Ladder()
        for row in self.rated_games:
            of_game = (row.match, row.at, row.one, row.two, row.winner, row.by_link, row.near)
            settled = ladder.enter(LadderGame(*of_game)).settled
            after = {state.person: state.rating for state in (settled.one, settled.two) if state}
            changes = self.changes.get(row.match, {})
            assert changes.keys() == after.keys()
            for who, rating in after.items():
                assert (changes[who].after, changes[who].deviation) == (
                    rating.rating,
                    rating.deviation,
                )
        assert {
            who: (Rating(row.rating, row.deviation, row.volatility), row.games)
            for who, row in self.ratings.items()
        } == {who: (state.rating, state.games) for who, state in ladder.standings.items()}
        return len(paid)

    # Invitations.

    def check_invitations(self, guests: Mapping[str, list[str]]) -> int:
        """Each seat belongs to the one person whose request for it was accepted."""
        for match, told in guests.items():
            sat = {self.names[person] for person in self.seats[match].values()}
            assert len(told) == 1 and told[0] in sat
        for match, row in self.matches.items():
            if row.terms.get("rated"):
                taken = len(self.seats[match]) == 2
                assert self.joins[match] == (2 if taken else 1)
                assert (match in self.invitations) is not taken
        return len(guests)


def is_settled(engine: Engine) -> bool:
    """Whether no rating, entry or alert is pending."""
    alerts = select(func.count()).where(tables.alerts.c.told.is_(None))
    with engine.connect() as connection:
        untold = connection.execute(alerts).scalar_one()
    ended = TournamentStore(MatchStore(engine)).ended()
    return not (untold or ended or RatingStore(engine).unpaid())
