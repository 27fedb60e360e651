"""The quiet check: finds players whose moves and claims in rated games are unlike those of equally
strong players.

It runs when an operator asks, game by game, and its results are stored. It says where a person
should look, and how certain that is; nothing happens automatically.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median, pstdev
from typing import Any

from sqlalchemy import Engine, exists, insert, select

from menhirs.core.actions import Claim
from menhirs.core.state import Phase
from menhirs.learn.review.agreement import Agreement, GameThird, agreements
from menhirs.match.match import Match
from menhirs.match.terms import LiveClock
from menhirs.server.storage import tables
from menhirs.server.storage.match.store import MatchStore
from menhirs.server.storage.sql_store import SqlStore

_AS_STRONG = 200
"""The largest difference of ratings of the players compared."""
_CLAIMS_NEEDED = 5
_TOO_QUICK = 300
"""Milliseconds: no person claims more quickly than this again and again."""
_TOO_EVEN = 60
"""Milliseconds: no person's claims vary less than this."""


@dataclass
class Checked:
    """The totals of a player's games."""

    person: str
    name: str
    game: str
    rating: float
    games: int = 0
    stages: dict[GameThird, Agreement] = field(default_factory=dict)
    others: Agreement = field(default_factory=Agreement)
    """Of everybody else in this game who is about as strong, if they had had as many decisions
    in each stage."""
    claims: list[int] = field(default_factory=list)
    """Milliseconds between a move and the claim on it."""

    @property
    def whole(self) -> Agreement:
        return sum(self.stages.values(), Agreement())

    @property
    def stands_out(self) -> bool | None:
        """Whether the moves agree with the engine significantly more often than others' moves;
        None: not known.
        """
        return self.whole.is_above(self.others)

    @property
    def claims_are_regular(self) -> bool | None:
        """Whether the claims are quicker or more even than a person's; None: too few."""
        if len(self.claims) < _CLAIMS_NEEDED:
            return None
        return median(self.claims) < _TOO_QUICK or pstdev(self.claims) < _TOO_EVEN

    def as_json(self) -> dict[str, Any]:
        """The totals as plain data."""
        whole, others = self.whole, self.others
        return {
            **{name: getattr(self, name) for name in ("person", "name", "game", "games")},
            "rating": round(self.rating),
            "decisions": whole.decisions,
            "agreed": whole.agreed,
            "between": whole.between,
            "others_decisions": others.decisions,
            "others_agreed": others.agreed,
            "others_between": others.between,
            "stands_out": self.stands_out,
            "stages": {
                stage.value: [one.agreed, one.decisions] for stage, one in self.stages.items()
            },
            "claims": self.claims,
            "claims_are_regular": self.claims_are_regular,
        }


class QuietCheck(SqlStore):
    """The checked rated games of a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._store = MatchStore(engine)

    def unchecked(self, most: int) -> list[str]:
        """The rated games that were not checked yet, the latest first."""
        games = tables.rated_games.c
        known = exists().where(tables.checked_games.c.match == games.match)
        chosen = select(games.match).where(~known).order_by(games.at.desc()).limit(most)
        return self._column(chosen)

    def look_at(self, match: str, at: int) -> None:
        """Checks the decisions of a game; takes some seconds."""
        stored = self._store.load(match)
        if stored is None:
            return
        played = Match(stored.terms, stored.entries)
        actions = [ply.action for ply in played.plies]
        found: dict[str, dict[str, Any]] = {"1": {}, "2": {}}
        for (player, stage), one in agreements(played.positions, actions).items():
            found[str(player)][stage.value] = [one.agreed, one.decisions]
        for player in (1, 2):
            found[str(player)]["claims"] = _claims(played, player)
        row = {"match": match, "at": at, "found": found}
        self._change(insert(tables.checked_games).values(row))

    def found(self) -> list[Checked]:
        """The totals of all players, the most unusual first."""
        people: dict[tuple[str, str], Checked] = {}
        for person, name, game, rating, facts in self._seats():
            checked = people.setdefault((person, game), Checked(person, name, game, rating))
            checked.games += 1
            checked.claims += facts["claims"]
            for stage in GameThird:
                agreed, decisions = facts[stage.value]
                known = checked.stages.get(stage, Agreement())
                checked.stages[stage] = known + Agreement(decisions, agreed)
        for checked in people.values():
            checked.others = _as_often(checked, _others(checked, people.values()))
        return sorted(people.values(), key=_by_how_much, reverse=True)

    def _seats(self) -> list[tuple[str, str, str, float, dict[str, Any]]]:
        """Every player of every checked game, with the current rating."""
        seats, people, ratings = tables.seats.c, tables.people.c, tables.ratings.c
        games, checked = tables.rated_games.c, tables.checked_games.c
        chosen = (
            select(people.id, people.name, games.game, ratings.rating, checked.found, seats.player)
            .join_from(tables.checked_games, tables.rated_games, games.match == checked.match)
            .join(tables.seats, seats.match == checked.match)
            .join(tables.people, people.id == seats.person)
            .join(tables.ratings, (ratings.person == people.id) & (ratings.game == games.game))
        )
        return [
            (person, name, game, rating, found[str(player)])
            for person, name, game, rating, found, player in self._rows(chosen)
        ]


def _claims(played: Match, player: int) -> list[int]:
    """The milliseconds between moves and a player's claims on them, where a clock ran."""
    if not isinstance(played.terms.clock, LiveClock):
        return []
    moved_at, delays = 0, []
    for before, ply in zip(played.positions, played.plies, strict=False):
        if isinstance(ply.action, Claim) and ply.entry.player == player and moved_at:
            delays.append(ply.entry.at - moved_at)
        if before.phase is Phase.MOVE:
            moved_at = ply.entry.at
    return delays


def _others(checked: Checked, everybody: Any) -> dict[GameThird, Agreement]:
    found: defaultdict[GameThird, Agreement] = defaultdict(Agreement)
    for other in everybody:
        apart = abs(other.rating - checked.rating)
        if other.person != checked.person and other.game == checked.game and apart <= _AS_STRONG:
            for stage, one in other.stages.items():
                found[stage] += one
    return found


def _as_often(checked: Checked, others: dict[GameThird, Agreement]) -> Agreement:
    """The agreement of others, weighted by stage like the player's own decisions.

    So a player with more easy decisions is compared with others in just these.
    """
    decisions = sum(one.decisions for one in others.values())
    known = [
        (one, others[stage]) for stage, one in checked.stages.items() if others[stage].decisions
    ]
    weight = sum(one.decisions for one, _ in known)
    if not weight:
        return Agreement()
    part = sum(one.decisions * of_others.part for one, of_others in known) / weight
    return Agreement(decisions, round(part * decisions))


def _by_how_much(one: Checked) -> tuple[bool, float]:
    is_odd = bool(one.stands_out) or bool(one.claims_are_regular)
    return is_odd, one.whole.between[0] - one.others.between[1]
