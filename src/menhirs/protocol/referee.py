"""A refereed game between two engine programs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from menhirs.core.actions import Action, Claim, Player, Resign, Timeout
from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.state import Outcome, Reason
from menhirs.notation.record import Record
from menhirs.protocol.player import EnginePlayer


@dataclass(frozen=True)
class PlayedGame:
    """A finished game."""

    record: Record
    fault: str | None = None
    """The failure or broken rule that lost the game, if there was one."""

    @property
    def outcome(self) -> Outcome:
        """The winner, the score and the reason."""
        outcome = self.record.final.outcome
        assert outcome is not None
        return outcome


def play_game(start: Position, players: tuple[EnginePlayer, EnginePlayer]) -> PlayedGame:
    """Plays a game to its end. An engine that fails or breaks a rule loses."""
    names = {"Player1": players[0].command, "Player2": players[1].command}
    record = Record(start, headers=names)
    try:
        for number, player in enumerate(players, start=1):
            with _blamed(number):
                player.begin(start)
        while not record.final.is_over:
            before = record.final
            action = _next_action(before, players)
            record = record.play(action)
            if not record.final.is_over:
                _notify_both(players, action, before, record.final)
    except _Fault as fault:
        players[fault.player - 1].dismiss()
        problem = str(fault.error)
        record = Record(start, record.actions, {**names, "Fault": problem}).play(fault.forfeit)
        return PlayedGame(record, problem)
    game = PlayedGame(record)
    if game.outcome.reason is Reason.WRONG_CLAIM:
        return PlayedGame(record, "claimed wrongly")
    return game


class _Fault(Exception):
    """A fault by which a player loses the game at once."""

    def __init__(self, player: Player, error: MenhirsError) -> None:
        super().__init__(player, error)
        self.player = player
        self.error = error

    @property
    def forfeit(self) -> Action:
        """The action that records the loss."""
        hung = self.error.code == "engine-hung"
        return Timeout(self.player) if hung else Resign(self.player)


@contextmanager
def _blamed(player: Player) -> Iterator[None]:
    """Turns every error within into a fault of this player."""
    try:
        yield
    except MenhirsError as error:
        raise _Fault(player, error) from None


def _next_action(position: Position, players: tuple[EnginePlayer, EnginePlayer]) -> Action:
    """A claim if the player who may claim wants to, else the action of the player to act."""
    claimant = position.claimant
    if claimant is not None:
        with _blamed(claimant):
            if players[claimant - 1].wants_to_claim():
                return Claim()
    with _blamed(position.player):
        return players[position.player - 1].choose(position)


def _notify_both(
    players: tuple[EnginePlayer, EnginePlayer], action: Action, before: Position, after: Position
) -> None:
    for number, player in enumerate(players, start=1):
        with _blamed(number):
            player.on_action(action, before, after)
