"""Tournaments that play themselves: random results, and people who come and go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from menhirs.core.rules import rule_set
from menhirs.tournament.entries import (
    ComeBack,
    EnterResult,
    Event,
    NoShow,
    Pair,
    Start,
    TournamentEntry,
    WithdrawPlayer,
)
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.results import GameOutcome, TournamentGame
from menhirs.tournament.settings import System, TournamentSettings
from menhirs.tournament.tournament import Tournament

AMSTERDAM = rule_set("amsterdam")


def settings_of(
    system: System, rounds: int | None = None, *, duplicate: bool = False
) -> TournamentSettings:
    return TournamentSettings("test", system, AMSTERDAM, rounds, duplicate, "oak")


def add(tournament: Tournament, *events: Event) -> Tournament:
    """The tournament after these events."""
    for event in events:
        tournament = tournament.append(tournament.entry(event, 0))
    return tournament


def started(settings: TournamentSettings, players: int) -> Tournament:
    """A tournament of so many players that has begun."""
    tournament = Tournament(settings)
    for number in range(1, players + 1):
        tournament = add(tournament, tournament.enter(f"player {number}"))
    return add(tournament, Start())


def random_outcome(numbers: Random, ties: float = 0.1) -> GameOutcome:
    """South is a little better off, as in the game."""
    if numbers.random() < ties:
        return GameOutcome(0)
    return GameOutcome(1 if numbers.random() < 0.55 else 2, numbers.randint(1, 22))


@dataclass
class Simulation:
    """A tournament that is played to its end; ``look`` sees every round before it is entered."""

    tournament: Tournament
    numbers: Random
    comings: float = 0.0
    """How likely somebody enters late, withdraws, comes back, or does not show up."""
    look: Callable[[Tournament, Pair], None] = lambda *_: None
    restless_rounds: int = 6
    """After so many rounds nobody comes or goes any more: a round robin would never end."""
    log: list[TournamentEntry] = field(default_factory=list)

    def play(self) -> Tournament:
        """Plays all rounds."""
        while (pair := next_round(self.tournament)) is not None:
            assert pair.round <= 100
            self.look(self.tournament, pair)
            self._add(pair)
            while games := self.tournament.open_games():
                self.numbers.shuffle(games)
                for game in games:
                    self._end(game)
            self._come_and_go()
        return self.tournament

    def _end(self, game: TournamentGame) -> None:
        if self.numbers.random() < self.comings / 4:
            absent = self.numbers.choice([game.players, game.players[:1], game.players[1:]])
            self._add(NoShow(game, absent))
        else:
            self._add(EnterResult(game, random_outcome(self.numbers)))

    def _come_and_go(self) -> None:
        if len(self.tournament.rounds) > self.restless_rounds:
            return
        settled = self.tournament.settings.system is System.KNOCK_OUT and self.tournament.rounds
        if self.numbers.random() < self.comings and not settled:
            self._add(self.tournament.enter(f"late {len(self.tournament.entrants)}"))
        if self.numbers.random() < self.comings and len(self.tournament.active) > 2:
            self._add(WithdrawPlayer(self.numbers.choice(self.tournament.active)))
        away = [entrant.id for entrant in self.tournament.entrants.values() if entrant.withdrawn]
        if away and self.numbers.random() < self.comings / 2:
            self._add(ComeBack(self.numbers.choice(away)))

    def _add(self, event: Event) -> None:
        entry = self.tournament.entry(event, len(self.log), "test")
        self.log.append(entry)
        self.tournament = self.tournament.append(entry)
