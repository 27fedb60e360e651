"""A match: what its entries have led to, and which entry may come next.

``append`` takes entries that were accepted; the ``…_entry`` methods say what an accepted one would
look like, or raise. Whoever keeps the diary writes the entry down first and appends it then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from menhirs.core.actions import Action, Claim, Move, Player, Resign, Timeout, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.match.clock import Clock
from menhirs.match.entries import Entry, Kind, Offer
from menhirs.match.errors import Refused
from menhirs.match.terms import CLAIM_WINDOW, TIME_TO_SHOW, Terms
from menhirs.match.time import Outages
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record import Record

MOST_LAG = 1_000
"""At most so many milliseconds of measured lag are allowed for in a claim."""
MOST_HELD = 500
"""At most so many for holding the button down, which keeps claims from being made by accident."""
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Ply:
    """An action in the line of play."""

    entry: Entry
    action: Action
    position: Position
    """The position that it led to."""


class ClaimWindow(NamedTuple):
    """A turn that can be claimed on."""

    player: Player
    """Who may claim."""
    turn: int
    """The number of the entry of the move."""
    closes: int | None
    """When it closes; None as long as that time does not run."""


class Match:
    """A game being played."""

    def __init__(self, terms: Terms, entries: Iterable[Entry] = (), outages: Outages | None = None):
        self.terms = terms
        self.start = terms.start
        self.plies: list[Ply] = []
        self.names: dict[Player, str] = {}
        self.offers: dict[Offer, Player] = {}
        self.next_match: str | None = None
        self.entries = 0
        """How many entries there are."""
        self.state = 0
        """The number of the last entry that changed what can be done: what an action refers to."""
        self._outages = outages or Outages()
        self.clock = None if terms.clock is None else Clock(terms.clock, self._outages)
        for entry in entries:
            self.append(entry)

    @property
    def position(self) -> Position:
        return self.plies[-1].position if self.plies else self.start

    @property
    def positions(self) -> list[Position]:
        """All positions of the line of play, the first before the first action."""
        return [self.start, *(ply.position for ply in self.plies)]

    @property
    def has_begun(self) -> bool:
        return len(self.names) == len(self.terms.people)

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def free_seats(self) -> list[Player]:
        return [seat for seat in self.terms.people if seat not in self.names]

    def record(self, headers: dict[str, str] | None = None) -> Record:
        """The game as a record."""
        return Record(self.start, tuple(ply.action for ply in self.plies), headers or {})

    # What the entries do.

    def append(self, entry: Entry) -> None:
        """Takes an accepted entry in."""
        if entry.number != self.entries + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.entries}")
        self.entries = entry.number
        match entry.kind:
            case Kind.JOIN:
                self.names[entry.player] = entry.text
                self._mark_change(entry, turn_over=True)
            case Kind.NAME:
                self.names[entry.player] = entry.text
            case Kind.ACTION:
                before = self.position
                action = read_action(entry.text, before)
                self.plies.append(Ply(entry, action, before.play(action)))
                self._mark_change(entry, turn_over=self.position.player != before.player)
            case Kind.TAKE_BACK:
                del self.plies[int(entry.text) :]
                # Who takes back gets no increment for it, and no new day.
                self._mark_change(entry, turn_over=False)
            case Kind.OFFER:
                self.offers[Offer(entry.text)] = entry.player
            case Kind.DECLINE:
                self.offers.pop(Offer(entry.text), None)
            case Kind.NEXT:
                self.next_match = entry.text

    def _mark_change(self, entry: Entry, *, turn_over: bool) -> None:
        self.state = entry.number
        self.offers.clear()
        if self.clock is not None:
            # The time of A10 runs instead of the claimant's own.
            showing = self.position.phase is Phase.PROVE and self.terms.claim_clock_runs
            stands = not self.has_begun or self.is_over or showing
            self.clock.run(None if stands else self.position.player, entry.at, turn_over=turn_over)

    # The claim window (A9, A10, D7).

    def claim_window(self, at: int) -> ClaimWindow | None:
        """The turn that can be claimed on at this moment."""
        window = self._last_window()
        return None if window is None or self._is_late(window, at, lag=0) else window

    def _last_window(self) -> ClaimWindow | None:
        position = self.position
        if position.claimant is None:
            return None
        turn = next(ply for ply in reversed(self.plies) if isinstance(ply.action, Move))
        closes = None
        if self.terms.claim_clock_runs and position.phase is not Phase.REMOVE:
            closes = self._outages.moment_after(self.plies[-1].entry.at, CLAIM_WINDOW)
        return ClaimWindow(position.claimant, turn.entry.number, closes)

    def _is_late(self, window: ClaimWindow, at: int, *, lag: int) -> bool:
        return window.closes is not None and at - lag > window.closes

    def showing_ends(self) -> int | None:
        """When the time for showing a claimed win is over."""
        if self.position.phase is not Phase.PROVE or not self.terms.claim_clock_runs:
            return None
        return self._outages.moment_after(self.plies[-1].entry.at, TIME_TO_SHOW)

    # Which entry may come next.

    def action_entry(self, player: Player, text: str, at: int) -> Entry:
        """A player's action, on turn; or resigning."""
        self._check_begun()
        position = self.position
        action = read_action(text, position)
        if isinstance(action, Claim):
            window = self._last_window()
            return self.claim_entry(player, 0 if window is None else window.turn, at)
        if isinstance(action, Resign):
            action = Resign(player)
        elif isinstance(action, Timeout):
            raise Refused("not-your-turn")  # the referee's to say
        elif player != position.player and not position.is_over:
            raise Refused("not-your-turn")
        position.check(action)
        return self._entry(at, Kind.ACTION, player, write_action(action, position))

    def claim_entry(self, player: Player, turn: int, at: int, lag: int = 0, held: int = 0) -> Entry:
        """A claim on the turn whose move has that entry number (A9).

        It counts as made when the claimant began to press: what the message took to come and
        what the button was held are given back, up to a cap.
        """
        self._check_begun()
        position = self.position
        window = self._last_window()
        if window is None:
            position.check(Claim())  # tells why not, in the words of the rules
        assert window is not None
        if window.player != player:
            raise Refused("claim-own", position=position)
        if window.turn != turn:
            raise Refused("claim-turn", position=position)
        lag = min(max(lag, 0), MOST_LAG) + min(max(held, 0), MOST_HELD)
        if self._is_late(window, at, lag=lag):
            raise Refused("claim-late", position=position, seconds=CLAIM_WINDOW / 1000)
        return self._entry(at, Kind.ACTION, player, write_action(Claim(), position), lag)

    def due_entry(self, at: int) -> Entry | None:
        """What the referee has to write down by now: that somebody's time is over."""
        moment = self.next_moment()
        if moment is None or at < moment:
            return None
        player = self.position.player
        text = write_action(Timeout(player), self.position)
        return self._entry(at, Kind.ACTION, player, text)

    def next_moment(self) -> int | None:
        """When the referee has to act if nobody else does."""
        if self.is_over or not self.has_begun:
            return None
        if (ends := self.showing_ends()) is not None:
            return ends
        return None if self.clock is None else self.clock.flag_falls()

    def join_entry(self, player: Player, name: str, at: int) -> Entry:
        """A player sits down on a free seat."""
        if player not in self.free_seats:
            raise Refused("seat-taken")
        return self._entry(at, Kind.JOIN, player, checked_name(name))

    def name_entry(self, player: Player, name: str, at: int) -> Entry:
        """A player takes another name."""
        return self._entry(at, Kind.NAME, player, checked_name(name))

    def take_back_entry(self, player: Player, at: int) -> Entry:
        """A player takes the last turn back, or asks for it where somebody else is concerned."""
        stays = self._plies_before_last_turn(player)
        if self.terms.needs_no_consent(player):
            return self._entry(at, Kind.TAKE_BACK, player, str(stays))
        return self._entry(at, Kind.OFFER, player, Offer.TAKE_BACK)

    def take_back_answer_entry(self, player: Player, yes: bool, at: int) -> Entry:
        """The answer to an offer to take back."""
        if self.offers.get(Offer.TAKE_BACK) != other(player):
            raise Refused("no-offer")
        if not yes:
            return self._entry(at, Kind.DECLINE, player, Offer.TAKE_BACK)
        stays = self._plies_before_last_turn(other(player))
        return self._entry(at, Kind.TAKE_BACK, other(player), str(stays))

    def may_take_back(self, player: Player) -> bool:
        """Whether there is a turn of this player's that could be taken back."""
        try:
            self._plies_before_last_turn(player)
        except Refused:
            return False
        return True

    def _plies_before_last_turn(self, player: Player) -> int:
        self._check_begun()
        if self.is_over:
            raise Refused("nothing-to-take-back")
        if self.position.phase is Phase.PROVE:
            raise Refused("take-back-claim", position=self.position)
        for number in reversed(range(len(self.plies))):
            before = self.plies[number - 1].position if number else self.start
            if before.player == player and before.phase is not Phase.REMOVE:
                return number
        raise Refused("nothing-to-take-back")

    def rematch_entry(self, player: Player, at: int) -> Entry | None:
        """An offer of another game; None where the next game may begin at once."""
        self._check_rematch()
        if self.terms.needs_no_consent(player) or self.offers.get(Offer.REMATCH) == other(player):
            return None
        return self._entry(at, Kind.OFFER, player, Offer.REMATCH)

    def rematch_answer_entry(self, player: Player, yes: bool, at: int) -> Entry | None:
        """The answer to an offer of another game; None if the next game begins."""
        self._check_rematch()
        if self.offers.get(Offer.REMATCH) != other(player):
            raise Refused("no-offer")
        return None if yes else self._entry(at, Kind.DECLINE, player, Offer.REMATCH)

    def next_entry(self, player: Player, match: str, at: int) -> Entry:
        """The next game of the series."""
        self._check_rematch()
        return self._entry(at, Kind.NEXT, player, match)

    def _check_rematch(self) -> None:
        if not self.is_over:
            raise Refused("not-over")
        if self.next_match is not None:
            raise Refused("rematch-made")

    def _check_begun(self) -> None:
        if not self.has_begun:
            raise Refused("waiting")

    def _entry(self, at: int, kind: Kind, player: Player, text: str, lag: int = 0) -> Entry:
        return Entry(self.entries + 1, at, kind, player, text, lag)


def checked_name(name: str) -> str:
    """A player's name as it is shown: one line of printable characters. It may be empty."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("name", most=LONGEST_NAME)
    return name
