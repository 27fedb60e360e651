"""The log of a tournament: everything that happened, in order.

A tournament consists of its settings and an append-only log of entries. Reading the log again
gives the same tournament, on any machine. Results are never erased: a correction is another entry,
so the log shows who changed what, and when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from menhirs.tournament.results import EntrantId, GameOutcome, Pairing, TournamentGame
from menhirs.tournament.settings import TournamentSettings


@dataclass(frozen=True, slots=True)
class Enter:
    """A player enters, before the start or late."""

    kind: ClassVar[str] = "enter"
    entrant: EntrantId
    """The next free number."""
    name: str
    player: str = ""
    """The person's id in the storage."""


@dataclass(frozen=True, slots=True)
class RenamePlayer:
    """A player takes another name."""

    kind: ClassVar[str] = "rename"
    entrant: EntrantId
    name: str


@dataclass(frozen=True, slots=True)
class ChooseEntrant:
    """A person chooses which of the entered players they are."""

    kind: ClassVar[str] = "who"
    entrant: EntrantId
    player: str
    """As in :class:`Enter`; empty to undo the choice."""


@dataclass(frozen=True, slots=True)
class WithdrawPlayer:
    """A player is not paired any more. Games already paired can still be played or forfeited."""

    kind: ClassVar[str] = "withdraw"
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A player who withdrew is paired again from the next round on."""

    kind: ClassVar[str] = "come-back"
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Two players are not paired if it can be avoided, such as members of a family."""

    kind: ClassVar[str] = "keep-apart"
    one: EntrantId
    two: EntrantId


@dataclass(frozen=True, slots=True)
class Start:
    """The tournament begins; rounds can be paired."""

    kind: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Pair:
    """A round is paired: the next one, or once more the last one with changes by hand.

    A pairing that has a result can't be changed. In an arena every round is a few pairings.
    """

    kind: ClassVar[str] = "pair"
    round: int
    pairings: tuple[Pairing, ...]
    bye: EntrantId | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Unpair:
    """The pairing of the last round is undone. The tournament is paused, so that it can be changed.

    A round in which a game has a result stays.
    """

    kind: ClassVar[str] = "unpair"
    round: int


@dataclass(frozen=True, slots=True)
class ReportResult:
    """A player reports a result. It counts once both players report the same."""

    kind: ClassVar[str] = "report"
    game: TournamentGame
    outcome: GameOutcome
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class EnterResult:
    """The result of a game, from the organiser or from its match."""

    kind: ClassVar[str] = "result"
    game: TournamentGame
    outcome: GameOutcome
    match: str = ""
    """The match that was played; empty where the organiser enters what happened at a table."""


@dataclass(frozen=True, slots=True)
class NoShow:
    """One player, or both, did not come to a game. The player who came wins, without points."""

    kind: ClassVar[str] = "no-show"
    game: TournamentGame
    absent: tuple[EntrantId, ...]

    @property
    def outcome(self) -> GameOutcome:
        """The game as it counts."""
        came = [
            seat
            for seat, entrant_id in enumerate(self.game.players, 1)
            if entrant_id not in self.absent
        ]
        return GameOutcome(came[0] if len(came) == 1 else 0, played=False)


@dataclass(frozen=True, slots=True)
class Correct:
    """The organiser changes a result; without an outcome the game is open again."""

    kind: ClassVar[str] = "correct"
    game: TournamentGame
    outcome: GameOutcome | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """No new round begins until the tournament goes on."""

    kind: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resume:
    """The tournament goes on."""

    kind: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Finish:
    """The tournament is over. Results can still be corrected."""

    kind: ClassVar[str] = "finish"


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """The organiser changes the settings; the event has all of them."""

    kind: ClassVar[str] = "change"
    settings: TournamentSettings
    arranged: Mapping[str, Any]
    """The hosting settings, as plain data for the storage."""


@dataclass(frozen=True, slots=True)
class OfferDesk:
    """Anybody with the code may become an organiser too."""

    kind: ClassVar[str] = "offer-desk"
    code: str
    """The code as stored; empty where the offer is withdrawn."""


@dataclass(frozen=True, slots=True)
class Appoint:
    """A person becomes an organiser. The code is used up."""

    kind: ClassVar[str] = "appoint"
    player: str
    """The person, as in :class:`Enter`."""
    name: str


@dataclass(frozen=True, slots=True)
class Dismiss:
    """An organiser is removed."""

    kind: ClassVar[str] = "dismiss"
    player: str


Event: TypeAlias = (
    Enter
    | RenamePlayer
    | ChooseEntrant
    | WithdrawPlayer
    | ComeBack
    | KeepApart
    | Start
    | Pair
    | Unpair
    | ReportResult
    | EnterResult
    | NoShow
    | Correct
    | Pause
    | Resume
    | Finish
    | ChangeSettings
    | OfferDesk
    | Appoint
    | Dismiss
)
"""The events of entries."""

GameEvent: TypeAlias = ReportResult | EnterResult | NoShow | Correct
"""The events about one game."""


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """One line of the log."""

    number: int
    """Counted from 1."""
    at: int
    """When it happened, in milliseconds since 1970."""
    event: Event
    by: str = ""
    """The author's id in the storage."""
