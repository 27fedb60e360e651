"""The commands of players, and the log entries that they lead to.

A visitor holds one seat, or both at a shared screen: ``own_seats`` is the list of them. ``propose``
turns a command into the change that is stored and appended unaltered, so nothing is read or played
twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.match.entries import Entry, Offer
from menhirs.match.errors import Refused
from menhirs.match.match import Change, Match


@dataclass(frozen=True, slots=True)
class ActCommand:
    """Plays an action on the state that the player saw; or resigns, on turn or not."""

    state: int
    action: str
    seat: Player | None = None
    """The seat that resigns, where one visitor has both."""


@dataclass(frozen=True, slots=True)
class ClaimCommand:
    """Claims victory on a turn (A9), whatever has happened since it was seen."""

    turn: int
    """The number of the entry of the move."""
    lag: int = 0
    """The milliseconds that the message took to come, as measured."""
    held: int = 0
    """The milliseconds for which the button was held down."""
    seat: Player | None = None


@dataclass(frozen=True, slots=True)
class Abort:
    """Ends the game without a result, before both have acted."""


@dataclass(frozen=True, slots=True)
class EndLeftCommand:
    """Ends a live game that the opponent has left: wins it, or calls it a tie (D14)."""

    tie: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes the last turn back, or asks for it."""


@dataclass(frozen=True, slots=True)
class AnswerTakeBack:
    """Lets the other player take a turn back, or not."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """Asks for another game, or begins it where nobody else has to agree."""

    same_layout: bool = False
    level: int | None = None
    """Another level for the computer."""


@dataclass(frozen=True, slots=True)
class AnswerRematch:
    """Agrees to another game, or not."""

    yes: bool


@dataclass(frozen=True, slots=True)
class WithdrawCommand:
    """Withdraws one's own offer."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class RenameCommand:
    """Takes another name."""

    name: str
    seat: Player | None = None


@dataclass(frozen=True, slots=True)
class NextGame:
    """The answer when both want another game: the next one may begin."""

    player: Player
    """The player who agreed last."""
    same_layout: bool
    level: int | None = None


Command: TypeAlias = (
    ActCommand
    | ClaimCommand
    | Abort
    | EndLeftCommand
    | TakeBack
    | AnswerTakeBack
    | Rematch
    | AnswerRematch
    | WithdrawCommand
    | RenameCommand
)

_RESIGNATIONS: dict[str, Player] = {"resign1": 1, "resign2": 2}


def propose(
    match: Match, command: Command, own_seats: Sequence[Player], at: int
) -> Change | NextGame:
    """The change that a command leads to; raises if the command is refused."""
    player = speaker(match, command, own_seats)
    match command:
        case ActCommand(state, action):
            if _is_resignation(command, own_seats):
                return match.resignation(player, at)
            if state != match.state:
                raise Refused("stale")
            return match.action_ply(player, action, at)
        case ClaimCommand(turn, lag, held):
            return match.claim_ply(player, turn, at, lag, held)
        case Abort():
            return match.abort_entry(player, at)
        case EndLeftCommand(tie):
            return match.left_ply(player, at, tie=tie)
        case WithdrawCommand(offer):
            return match.withdrawal_entry(player, offer, at)
        case TakeBack():
            return match.take_back_entry(player, at)
        case AnswerTakeBack(yes):
            return match.take_back_answer_entry(player, yes, at)
        case Rematch(same_layout, level):
            if level is not None and not match.terms.computers:
                raise Refused("no-computer")
            wanted = Offer.SAME_LAYOUT if same_layout else Offer.REMATCH
            entry = match.rematch_entry(player, at, wanted)
            return entry or NextGame(player, same_layout, level)
        case AnswerRematch(yes):
            same_layout = match.rematch_offer is Offer.SAME_LAYOUT
            return match.rematch_answer_entry(player, yes, at) or NextGame(player, same_layout)
        case RenameCommand(name):
            return match.name_entry(player, name, at)
        case _:
            assert_never(command)


def kept_of_refused(
    match: Match, command: Command, own_seats: Sequence[Player], at: int, refusal: MenhirsError
) -> Entry | None:
    """The entry for a refused command, if the log keeps one: for a claim that came too late (A9).

    It changes nothing in the game, but a review can mention it afterwards. At most one is kept per
    turn.
    """
    if not isinstance(command, ClaimCommand) or refusal.code != "claim-late":
        return None
    return match.late_claim_entry(speaker(match, command, own_seats), command.turn, at)


def speaker(match: Match, command: Command, own_seats: Sequence[Player]) -> Player:
    """The seat for which a visitor gives a command."""
    if not own_seats:
        raise Refused("not-seated")
    match command:
        case ActCommand(action=action, seat=seat) if _is_resignation(command, own_seats):
            return _named(own_seats, _RESIGNATIONS.get(action, seat)) or on_turn(match, own_seats)
        case ActCommand():
            return on_turn(match, own_seats)
        case ClaimCommand(seat=seat):
            claimant = match.position.claimant or 0
            return _named(own_seats, seat) or (claimant if claimant in own_seats else own_seats[0])
        case RenameCommand(seat=seat):
            return _named(own_seats, seat) or own_seats[0]
        case TakeBack() if len(own_seats) == 2 and match.plies:
            # at one screen the last turn is taken back, whichever player's it was
            return match.plies[-1].entry.player
        case _:
            return own_seats[0]


def on_turn(match: Match, own_seats: Sequence[Player]) -> Player:
    """Which of a visitor's seats acts: at a shared screen, the one whose turn it is.

    A spectator has none.
    """
    player = match.position.player
    return player if player in own_seats else own_seats[0] if own_seats else 0


def _is_resignation(command: ActCommand, own_seats: Sequence[Player]) -> bool:
    """Whether the command is a resignation from a seat of one's own, which needs no look at the
    game.
    """
    return command.action == "resign" or _RESIGNATIONS.get(command.action) in own_seats


def _named(own_seats: Sequence[Player], seat: Player | None) -> Player | None:
    if seat is not None and seat not in own_seats:
        raise Refused("not-seated")
    return seat
