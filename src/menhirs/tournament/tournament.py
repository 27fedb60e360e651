"""A tournament: its state after all entries.

``Tournament`` is immutable. ``tournament.entered(event, at, by)`` checks an event, or
raises :class:`BadTournament`; it returns the next line of the log and the tournament after it.
The caller stores the line, and then continues with that tournament. A log that was
stored before is read with ``tournament.append(entry)``.

    tournament = Tournament(settings)
    for name in ("Anna", "Bram"):
        tournament = tournament.append(tournament.entry(tournament.enter(name), at))
    tournament = tournament.append(tournament.entry(Start(), at))
    tournament = tournament.append(tournament.entry(next_round(tournament), at))
    tournament.open_games()

``next_round`` stands in ``pairing/``, ``standings`` in ``standings.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from menhirs.tournament import entries as diary
from menhirs.tournament.checks import check, check_new
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.results import EntrantId, GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import System, TournamentSettings


class TournamentPhase(StrEnum):
    """The phase of a tournament. The value completes the sentence "this tournament …"."""

    ENTERING = "has not started"
    RUNNING = "is running"
    PAUSED = "is paused"
    FINISHED = "is finished"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament."""

    id: EntrantId
    name: str
    player: str = ""
    """The person's id, from :class:`Enter` or :class:`ChooseEntrant`."""
    withdrawn: bool = False
    by_hand: bool = False
    """Whether the organiser entered the player: then a person still has to choose this name."""


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round that was paired."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: EntrantId | None = None
    by_hand: bool = False

    @property
    def players(self) -> set[EntrantId]:
        """All who play in it; the one with the bye does not."""
        return {entrant_id for pairing in self.pairings for entrant_id in pairing}


@dataclass(frozen=True, slots=True)
class TournamentGameState:
    """The state of a game."""

    outcome: GameOutcome | None = None
    """How it ended, as it counts."""
    reports: Mapping[EntrantId, GameOutcome] = field(default_factory=dict)
    """The last report of each player."""
    match: str = ""
    """The match in which it was played, if it was played here."""
    trail: tuple[diary.TournamentEntry, ...] = ()
    """All entries about it, in order."""

    @property
    def is_disputed(self) -> bool:
        """Whether the players reported different results and the organiser has not decided yet."""
        return self.outcome is None and len(self.reports) == 2

    @property
    def was_corrected(self) -> bool:
        """Whether the organiser changed its result at some time."""
        return any(isinstance(entry.event, diary.Correct) for entry in self.trail)


@dataclass(frozen=True)
class Tournament:
    """A tournament being held."""

    settings: TournamentSettings
    entrants: Mapping[EntrantId, Entrant] = field(default_factory=dict)
    """By number, in the order of entry."""
    rounds: tuple[TournamentRound, ...] = ()
    states: Mapping[TournamentGame, TournamentGameState] = field(default_factory=dict)
    """The states of games; a game without an entry is missing."""
    apart: frozenset[frozenset[EntrantId]] = frozenset()
    """Pairs that should not meet."""
    phase: TournamentPhase = TournamentPhase.ENTERING
    organisers: Mapping[str, str] = field(default_factory=dict)
    """The other organisers with their names, without the founder."""
    desk_code: str = ""
    """The code that makes its holder an organiser; empty: none."""
    entries: int = 0
    """How many entries there are."""
    last_at: int = 0
    """When the last of them was made."""

    @staticmethod
    def read(settings: TournamentSettings, entries: Iterable[diary.TournamentEntry]) -> Tournament:
        """The tournament of a log."""
        tournament = Tournament(settings)
        for entry in entries:
            tournament = tournament.append(entry)
        return tournament

    # What may come next.

    def entry(self, event: diary.Event, at: int, by: str = "") -> diary.TournamentEntry:
        """An event as the next line of the log, checked."""
        check(self, event)
        check_new(self, event)
        return diary.TournamentEntry(self.entries + 1, at, event, by)

    def entered(
        self, event: diary.Event, at: int, by: str = ""
    ) -> tuple[diary.TournamentEntry, Tournament]:
        """An event as the next line of the log, checked, and the tournament after it."""
        entry = self.entry(event, at, by)
        return entry, self._with_entry(entry)

    def enter(self, name: str, player: str = "") -> diary.Enter:
        """The event that a new player enters."""
        return diary.Enter(len(self.entrants) + 1, name, player)

    # What the entries do.

    def append(self, entry: diary.TournamentEntry) -> Tournament:
        """The tournament after one more entry."""
        if entry.number != self.entries + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.entries}")
        check(self, entry.event)
        return self._with_entry(entry)

    def _with_entry(self, entry: diary.TournamentEntry) -> Tournament:
        return replace(self._after(entry), entries=entry.number, last_at=entry.at)

    def _after(self, entry: diary.TournamentEntry) -> Tournament:
        match entry.event:
            case diary.Enter(entrant, name, player):
                return self._with_entrant(Entrant(entrant, name, player, by_hand=not player))
            case diary.RenamePlayer(entrant, name):
                return self._with_entrant(replace(self.entrant(entrant), name=name))
            case diary.ChooseEntrant(entrant, player):
                return self._with_entrant(replace(self.entrant(entrant), player=player))
            case diary.WithdrawPlayer(entrant):
                return self._with_entrant(replace(self.entrant(entrant), withdrawn=True))
            case diary.ComeBack(entrant):
                return self._with_entrant(replace(self.entrant(entrant), withdrawn=False))
            case diary.KeepApart(one, two):
                return replace(self, apart=self.apart | {frozenset((one, two))})
            case diary.Pair() as pair:
                return self._with_round(pair)
            case diary.Unpair(number):
                stay = {game: state for game, state in self.states.items() if game.round < number}
                kept = self.rounds[: number - 1]
                return replace(self, rounds=kept, states=stay, phase=TournamentPhase.PAUSED)
            case (
                diary.ReportResult()
                | diary.EnterResult()
                | diary.NoShow()
                | diary.Correct() as event
            ):
                state = _state_after(self.state(event.game), entry, event)
                return replace(self, states={**self.states, event.game: state})
            case diary.Start() | diary.Resume():
                return replace(self, phase=TournamentPhase.RUNNING)
            case diary.Pause():
                return replace(self, phase=TournamentPhase.PAUSED)
            case diary.Finish():
                return replace(self, phase=TournamentPhase.FINISHED)
            case diary.ChangeSettings(settings):
                return replace(self, settings=settings)
            case diary.OfferDesk(code):
                return replace(self, desk_code=code)
            case diary.Appoint(player, name):
                return replace(self, organisers={**self.organisers, player: name}, desk_code="")
            case diary.Dismiss(player):
                left = {
                    entrant_id: name
                    for entrant_id, name in self.organisers.items()
                    if entrant_id != player
                }
                return replace(self, organisers=left)

    def _with_entrant(self, entrant: Entrant) -> Tournament:
        return replace(self, entrants={**self.entrants, entrant.id: entrant})

    def _with_round(self, pair: diary.Pair) -> Tournament:
        paired = TournamentRound(pair.round, pair.pairings, pair.bye, pair.by_hand)
        changed = replace(self, rounds=(*self.rounds[: pair.round - 1], paired))
        kept = {
            game: state
            for game, state in self.states.items()
            if game.round != pair.round or changed.has_game(game)
        }
        return replace(changed, states=kept)

    # Its state.

    @property
    def active(self) -> list[EntrantId]:
        """All who have not withdrawn, in the order of entry."""
        return [entrant.id for entrant in self.entrants.values() if not entrant.withdrawn]

    def entrant(self, number: EntrantId) -> Entrant:
        """The player of that number."""
        try:
            return self.entrants[number]
        except KeyError:
            raise BadTournament("tournament-entrant", text=str(number)) from None

    def name(self, number: EntrantId) -> str:
        """The name of a player."""
        return self.entrant(number).name

    def state(self, game: TournamentGame) -> TournamentGameState:
        """The state of a game."""
        return self.states.get(game, TournamentGameState())

    def outcome(self, game: TournamentGame) -> GameOutcome | None:
        """How a game ended; None while it is open."""
        state = self.states.get(game)
        return None if state is None else state.outcome

    def has_game(self, game: TournamentGame) -> bool:
        """Whether this game is to be played, or was."""
        if not 1 <= game.round <= len(self.rounds):
            return False
        pairings = self.rounds[game.round - 1].pairings
        return any(game in self.games_of(game.round, pairing) for pairing in pairings)

    def games_of(self, round_number: int, pairing: Pairing) -> list[TournamentGame]:
        """The games of a pair in a round, deciding games included once they are needed."""
        numbers = range(1, self.settings.games_per_pairing + 1)
        games = [pairing.game(round_number, number) for number in numbers]
        if self.settings.system is System.KNOCK_OUT and self._is_equal(games):
            games += [pairing.game(round_number, number) for number in (3, 4)]
        return games

    def games(self, round_number: int) -> list[TournamentGame]:
        """All games of a round."""
        pairings = self.rounds[round_number - 1].pairings
        return [game for pairing in pairings for game in self.games_of(round_number, pairing)]

    def open_games(self) -> list[TournamentGame]:
        """All games that were paired and have no result."""
        return [
            game
            for paired in self.rounds
            for game in self.games(paired.number)
            if self.outcome(game) is None
        ]

    def disputed_games(self) -> list[TournamentGame]:
        """All games for which the players reported different results."""
        return [game for game, state in self.states.items() if state.is_disputed]

    def _is_equal(self, games: list[TournamentGame]) -> bool:
        """Whether these games are all decided, and leave the pair equal."""
        outcomes = [self.outcome(game) for game in games]
        if None in outcomes:
            return False
        tally = pair_tally(games, [outcome for outcome in outcomes if outcome is not None])
        one, two = (tally[entrant_id] for entrant_id in games[0].players)
        return one == two


def pair_tally(
    games: list[TournamentGame], outcomes: list[GameOutcome]
) -> dict[EntrantId, tuple[int, int]]:
    """The wins and points of each of two players in their games."""
    tally = dict.fromkeys(games[0].players, (0, 0))
    for game, outcome in zip(games, outcomes, strict=True):
        if (winner := outcome.won_by(game)) is not None:
            wins, points = tally[winner]
            tally[winner] = (wins + 1, points + outcome.score)
    return tally


def _state_after(
    state: TournamentGameState, entry: diary.TournamentEntry, event: diary.GameEvent
) -> TournamentGameState:
    """A game after an entry about it: the last word that counts is its outcome."""
    state = replace(state, trail=(*state.trail, entry))
    match event:
        case diary.ReportResult(_, outcome, entrant):
            reports = {**state.reports, entrant: outcome}
            agreed = len(reports) == 2 and len(set(reports.values())) == 1
            return replace(state, reports=reports, outcome=outcome if agreed else None)
        case diary.EnterResult(_, outcome, match):
            return replace(state, outcome=outcome, match=match)
        case diary.NoShow():
            return replace(state, outcome=event.outcome)
        case diary.Correct(_, None):
            return replace(state, outcome=None, reports={})
        case diary.Correct(_, outcome):
            return replace(state, outcome=outcome)
