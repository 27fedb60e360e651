"""A match: its state after all entries, and the checks for the next entry.

The ``…_ply`` and ``…_entry`` methods return a change that may be added, or raise: a ply for an
action, an entry for anything else. The storage writes it first, then ``append`` takes the same ply
or entry. A stored log is appended entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from menhirs.core.actions import Action, Claim, Left, Move, Player, Resign, Timeout, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.match.clock import Clock, ClockReading
from menhirs.match.entries import REMATCHES, Cause, Entry, EntryKind, Offer, Ruling
from menhirs.match.errors import Refused
from menhirs.match.lag import MOST_LAG
from menhirs.match.names import checked_name
from menhirs.match.outages import Outages
from menhirs.match.terms import MINUTE, Terms
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record import Record

MOST_HELD = 700
"""At most so many for holding the button down, which keeps claims from being made by accident."""
COMING_TIME = 10 * MINUTE
"""Milliseconds for both players to come to the board, after which the match is aborted."""
GONE_TIME = MINUTE
"""Milliseconds for which a player on turn must have been gone before the other may end the game."""
MOST_PLIES = 1_000
"""Actions of a match, after which it is over without a result. Games that end by themselves have
far fewer: this bounds the cost of storing, reading and watching a game without end.
"""
MOST_GIVEN_BACK = 1_000
"""The cap for both together: pages report them, so they can be made up."""


@dataclass(frozen=True, slots=True)
class Ply:
    """An action in the line of play."""

    entry: Entry
    action: Action
    position: Position
    """The position that it led to."""


Change: TypeAlias = Entry | Ply
"""An addition to a match: an action with the position it leads to, or another entry."""


def entry_of(change: Change) -> Entry:
    """The entry that stores a change."""
    return change.entry if isinstance(change, Ply) else change


class ClaimWindow(NamedTuple):
    """A turn that can be claimed on."""

    player: Player
    """Who may claim."""
    turn: int
    """The number of the entry of the move; 0 if the match begins right after that move."""
    closes: int | None
    """When it closes; None as long as that time does not run."""


class Gone(NamedTuple):
    """A player who is on turn and has gone, while the other one is at the board and waits."""

    player: Player
    until: int
    """The moment from which the other player may end the game."""


class Match:
    """A game being played."""

    def __init__(self, terms: Terms, entries: Iterable[Entry] = (), outages: Outages | None = None):
        self.terms = terms
        self.start = terms.start
        self.plies: list[Ply] = []
        self.names: dict[Player, str] = {}
        self.named = 0
        """The number of the last entry that gave somebody a name."""
        self.offers: dict[Offer, Player] = {}
        self.next_match: str | None = None
        self.aborted: Entry | None = None
        """The reason why the match ended without a result."""
        self.paused: Entry | None = None
        """Since when the organiser of its tournament has stopped the clocks."""
        self.ruling: Ruling | None = None
        """How the game counts in its tournament, where its organiser decided that."""
        self.withdrawn: frozenset[Player] = frozenset()
        """Who has left the tournament."""
        self._met = not terms.waits_for_both
        """Whether the players need not come to the board together any more."""
        self._begun_at = 0
        """When the last seat was taken."""
        self.entries = 0
        """How many entries there are."""
        self.last_at = 0
        """When the last of them was made."""
        self.state = 0
        """The number of the last entry that changed the legal commands. Actions refer to it."""
        self._outages = outages or Outages()
        self._pauses = Outages()
        self.clock = None if terms.clock is None else Clock(terms.clock, self._outages)
        self._readings: list[ClockReading] = []
        """For each ply, what the clocks showed before it."""
        self.late_claims: frozenset[int] = frozenset()
        """The numbers of the plies, from 1, before which their player claimed too late (A9)."""
        self._alone: Player | None = None
        """The player who is at the board alone. The referee reports it; the log does not have
        it.
        """
        self._alone_since = 0
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
    def _next_ply(self) -> int:
        """The number of the ply that comes next, from 1."""
        return len(self.plies) + 1

    @property
    def has_begun(self) -> bool:
        return len(self.names) == len(self.terms.people)

    @property
    def is_over(self) -> bool:
        return self.aborted is not None or self.position.is_over

    @property
    def both_acted(self) -> bool:
        """Whether each player has acted: from then on the game has a result."""
        return any(ply.entry.player != self.plies[0].entry.player for ply in self.plies)

    @property
    def waits_for_both(self) -> bool:
        """Whether the clocks stand still because the players have not been here together yet."""
        return self.has_begun and not self.is_over and not self._met and not self.both_acted

    @property
    def may_be_aborted(self) -> bool:
        """Whether either player may end the game now without a result."""
        return (
            self.terms.can_be_aborted
            and self.has_begun
            and not self.is_over
            and self.position.phase is not Phase.PROVE  # a claim is shown, or wrong (A10)
            and not self.both_acted
        )

    @property
    def _is_too_long(self) -> bool:
        """Whether there have been as many actions as there may be. A claim is shown first (A10)."""
        return len(self.plies) >= MOST_PLIES and self.position.phase is not Phase.PROVE

    @property
    def free_seats(self) -> list[Player]:
        return [seat for seat in self.terms.people if seat not in self.names]

    def record(self, headers: dict[str, str] | None = None) -> Record:
        """The game as a record."""
        return Record(self.start, tuple(ply.action for ply in self.plies), headers or {})

    # The effects of entries.

    def append(self, change: Change) -> None:
        """Appends an accepted change. An action that comes as a stored entry is read and
        checked.
        """
        entry = entry_of(change)
        if entry.number != self.entries + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.entries}")
        self.entries = entry.number
        self.last_at = entry.at
        match entry.kind:
            case EntryKind.JOIN:
                self._name(entry)
                self._begun_at = entry.at
                self._mark_change(entry, turn_over=True)
            case EntryKind.NAME:
                self._name(entry)
            case EntryKind.SWAP:
                self.names = {other(seat): name for seat, name in self.names.items()}
                self.named = entry.number
            case EntryKind.ACTION:
                before = self.position
                ply = change if isinstance(change, Ply) else _read_ply(entry, before)
                if self.clock is not None:
                    self._readings.append(self.clock.reading())
                self.plies.append(ply)
                self._mark_change(entry, turn_over=self.position.player != before.player)
            case EntryKind.TAKE_BACK:
                self._take_back(entry, int(entry.text))
            case EntryKind.OFFER:
                offer = Offer(entry.text)
                for replaced in REMATCHES if offer in REMATCHES else ():
                    self.offers.pop(replaced, None)
                self.offers[offer] = entry.player
            case EntryKind.DECLINE | EntryKind.WITHDRAW:
                self.offers.pop(Offer(entry.text), None)
            case EntryKind.NEXT:
                self.next_match = entry.text
            case EntryKind.LATE_CLAIM:
                self.late_claims |= {self._next_ply}
            case EntryKind.TOGETHER:
                self._met = True
                self._run_clock(entry.at, turn_over=False)
            case EntryKind.ABORTED:
                self.aborted = entry
                self._mark_change(entry, turn_over=False)
            case EntryKind.PAUSED:
                self.paused = entry
                self._mark_change(entry, turn_over=False)
            case EntryKind.RESUMED:
                if self.paused is not None:
                    self._pauses.add(self.paused.at, entry.at)
                self.paused = None
                self._mark_change(entry, turn_over=False)
            case EntryKind.RULING:
                self.ruling = Ruling.read(entry.text)
                self.state = entry.number
            case EntryKind.LEFT_TOURNAMENT:
                self.withdrawn |= {entry.player}  # it changes nothing on the board

    def _name(self, entry: Entry) -> None:
        self.names[entry.player] = entry.text
        self.named = entry.number

    def _mark_change(self, entry: Entry, *, turn_over: bool) -> None:
        self.state = entry.number
        self.offers.clear()
        self._run_clock(entry.at, turn_over=turn_over)

    def _run_clock(self, at: int, *, turn_over: bool) -> None:
        if self.clock is not None:
            # The time of A10 runs instead of the claimant's own.
            showing = self.position.phase is Phase.PROVE and self.terms.claim_clock_runs
            stands = (
                not self.has_begun
                or self.is_over
                or showing
                or self.waits_for_both
                or self.paused is not None
            )
            self.clock.run(None if stands else self.position.player, at, turn_over=turn_over)

    def _take_back(self, entry: Entry, stays: int) -> None:
        del self.plies[stays:]
        # Before the ply that comes next the time for a claim is over as it was.
        self.late_claims = frozenset(ply for ply in self.late_claims if ply <= self._next_ply)
        self.state = entry.number
        self.offers.clear()
        if self.clock is not None:
            self.clock.take_back(entry.player, self._readings[stays], entry.at)
            del self._readings[stays:]
            self._run_clock(entry.at, turn_over=False)

    # The claim window (A9, A10, D7).

    def claim_window(self, at: int) -> ClaimWindow | None:
        """The turn that can be claimed on at this moment."""
        window = self._last_window()
        if window is None or self.paused is not None or self._is_late(window, at, lag=0):
            return None
        return window

    def _last_window(self) -> ClaimWindow | None:
        position = self.position
        if position.claimant is None or self.aborted is not None:
            return None
        # A match may begin right after the move that can be claimed on: that is turn 0.
        moves = (p.entry.number for p in reversed(self.plies) if isinstance(p.action, Move))
        turn = next(moves, 0)
        closes = None
        if self.plies and self.terms.claim_clock_runs and position.phase is not Phase.REMOVE:
            closes = self._moment_after(self.plies[-1].entry.at, self.terms.rules.claim_time)
        return ClaimWindow(position.claimant, turn, closes)

    def _is_late(self, window: ClaimWindow, at: int, *, lag: int) -> bool:
        return window.closes is not None and at - lag > window.closes

    def showing_ends(self) -> int | None:
        """When the time for showing a claimed win is over."""
        if self.position.phase is not Phase.PROVE or not self.terms.claim_clock_runs:
            return None
        if not self.plies or self.aborted is not None:  # claimed before the match began
            return None
        return self._moment_after(self.plies[-1].entry.at, self.terms.rules.showing_time)

    def _moment_after(self, begin: int, duration: int) -> int:
        """When so much time will have passed, besides outages and pauses."""
        counted = self._pauses.moment_after(begin, duration) - begin
        return self._outages.moment_after(begin, counted)

    # Players who have gone (D14).

    def notice(self, present: Mapping[Player, bool], at: int) -> None:
        """Records who is at the board now, as far as that is known."""
        here = [seat for seat in self.terms.people if present[seat]]
        alone = here[0] if len(here) == 1 else None
        if alone != self._alone:
            self._alone, self._alone_since = alone, at

    def gone(self) -> Gone | None:
        """The player on turn who has left while the other waits; None if nobody has.

        Time counts only while the other is at the board, and outages do not count: nobody is
        declared gone because a server or a network was down.
        """
        player = self.position.player
        if self._alone != other(player) or self.is_over or not self.both_acted:
            return None
        if not self.terms.can_be_left:
            return None
        since = max(self._alone_since, self.plies[-1].entry.at)
        return Gone(player, self._outages.moment_after(since, GONE_TIME))

    def left_ply(self, player: Player, at: int, *, tie: bool) -> Ply:
        """A player ends the game that the opponent has left."""
        self._check_begun()
        gone = self.gone()
        if gone is None or gone.player == player:
            self.position.check(Resign(player))  # tells of a game that is over
            raise Refused("not-gone")
        if at < gone.until:
            raise Refused("gone-early", seconds=-(-(gone.until - at) // 1_000))
        return self._ply(at, player, Left(gone.player, tie))

    # The changes that may come next.

    def action_ply(self, player: Player, text: str, at: int) -> Ply:
        """A player's action as text, on turn; or resigning."""
        self._check_begun()
        action = read_action(text, self.position)
        # Without a number it is the player who sends it.
        return self.ply_for(player, Resign(player) if text == "resign" else action, at)

    def ply_for(self, player: Player, action: Action, at: int) -> Ply:
        """A player's action, on turn; or resigning."""
        self._check_begun()
        position = self.position
        if isinstance(action, Claim):
            window = self._last_window()
            return self.claim_ply(player, 0 if window is None else window.turn, at)
        if isinstance(action, Resign):
            if action.player != player:
                raise Refused("resign-own")
        elif isinstance(action, Timeout | Left):
            raise Refused("not-your-turn")  # the referee's to say
        elif player != position.player and not position.is_over:
            raise Refused("not-your-turn")
        return self._ply(at, player, action)

    def claim_ply(self, player: Player, turn: int, at: int, lag: int = 0, held: int = 0) -> Ply:
        """A claim on the turn whose move has that entry number (A9).

        It counts as made when the claimant began to press: what the message took to come and
        what the button was held are given back, up to a cap for both together.
        """
        self._check_begun()
        position = self.position
        window = self._last_window()
        if window is None:
            position.check(Claim())  # raises with the rule that forbids it
        assert window is not None
        if window.player != player:
            raise Refused("claim-own", position=position)
        if window.turn != turn:
            raise Refused("claim-turn", position=position)
        given_back = min(max(lag, 0), MOST_LAG) + min(max(held, 0), MOST_HELD)
        lag = min(given_back, MOST_GIVEN_BACK)
        if self._is_late(window, at, lag=lag):
            seconds = self.terms.rules.claim_time / 1000
            raise Refused("claim-late", position=position, seconds=seconds)
        return self._ply(at, player, Claim(), lag)

    def late_claim_entry(self, player: Player, turn: int, at: int) -> Entry | None:
        """The entry for a claim that was refused as too late; None if there is one already.

        The player is on turn, for the time of a claim never runs out during the opponent's turn: so
        it belongs to that player's next action.
        """
        if self._next_ply in self.late_claims:
            return None
        return self._entry(at, EntryKind.LATE_CLAIM, player, str(turn))

    def abort_entry(self, player: Player, at: int, cause: Cause = Cause.ASKED) -> Entry:
        """A player ends the game without a result, before both have acted."""
        self._check_begun()
        if not self.terms.can_be_aborted:
            raise Refused("no-abort")
        if not self.may_be_aborted:
            self.position.check(Resign(player))  # tells of a game that is over
            raise Refused("abort-late")
        return self._entry(at, EntryKind.ABORTED, player, cause)

    def resignation(self, player: Player, at: int) -> Change:
        """A player gives up: that is a loss only if both have acted."""
        if self.may_be_aborted:
            return self.abort_entry(player, at)
        return self.ply_for(player, Resign(player), at)

    def together_entry(self, at: int) -> Entry | None:
        """Both players are at the board; None if nothing waits for that."""
        if not self.waits_for_both:
            return None
        return self._entry(at, EntryKind.TOGETHER, self.position.player, "")

    def due_change(self, at: int) -> Change | None:
        """The change that is due because a player's time is over."""
        moment = self.next_moment()
        if moment is None or at < moment:
            return None
        player = self.position.player
        if self._is_too_long:
            return self._entry(at, EntryKind.ABORTED, player, Cause.LENGTH)
        if self.may_be_aborted:
            cause = Cause.ABSENT if self.waits_for_both else Cause.TIME
            return self.abort_entry(player, at, cause)
        return self._ply(at, player, Timeout(player))

    def next_moment(self) -> int | None:
        """When the referee has to act if nobody else does."""
        if self.is_over or not self.has_begun or self.paused is not None:
            return None
        if self._is_too_long:
            return self.last_at
        if (ends := self.showing_ends()) is not None:
            return ends
        if self.waits_for_both:
            return self._outages.moment_after(self._begun_at, COMING_TIME)
        return None if self.clock is None else self.clock.flag_falls()

    # The organiser's changes: None where the match is already in that state.

    def pause_entry(self, at: int) -> Entry | None:
        """The clocks stop; nobody acts until they run again."""
        if self.is_over or self.paused is not None:
            return None
        return self._entry(at, EntryKind.PAUSED, self.position.player, "")

    def resume_entry(self, at: int) -> Entry | None:
        """The clocks run again."""
        if self.is_over or self.paused is None:
            return None
        return self._entry(at, EntryKind.RESUMED, self.position.player, "")

    def close_entry(self, at: int) -> Entry | None:
        """The match is over without a result: its tournament does not wait for it any more."""
        if self.is_over:
            return None
        return self._entry(at, EntryKind.ABORTED, self.position.player, Cause.ORGANISER)

    def ruling_entry(self, ruling: Ruling, at: int) -> Entry | None:
        """How a game that is over counts in its tournament."""
        if not self.is_over or self.ruling == ruling:
            return None
        return self._entry(at, EntryKind.RULING, self.position.player, ruling.write())

    def withdrawn_entry(self, player: Player, at: int) -> Entry | None:
        """A player leaves the tournament."""
        data = self.is_over or player in self.withdrawn
        return None if data else self._entry(at, EntryKind.LEFT_TOURNAMENT, player, "")

    def join_entry(self, player: Player, name: str, at: int) -> Entry:
        """A player sits down on a free seat."""
        if player not in self.free_seats:
            raise Refused("seat-taken")
        return self._entry(at, EntryKind.JOIN, player, checked_name(name))

    def join_entries(self, name: str, at: int, wanted: Player | None = None) -> list[Entry]:
        """A player sits down; one who waits on the wanted seat changes over to the other one."""
        if not (free := self.free_seats):
            raise Refused("seat-taken")
        join = self.join_entry(wanted if wanted in free else free[0], name, at)
        if wanted is None or wanted == join.player:
            return [join]
        swap = self._entry(at, EntryKind.SWAP, wanted, "")
        return [swap, replace(join, number=swap.number + 1, player=wanted)]

    def name_entry(self, player: Player, name: str, at: int) -> Entry:
        """A player takes another name."""
        return self._entry(at, EntryKind.NAME, player, checked_name(name))

    def take_back_entry(self, player: Player, at: int) -> Entry:
        """A player takes the last turn back, or asks for it where somebody else is concerned."""
        stays = self._plies_before_last_turn(player)
        self._check_time_to_take_back(player, stays, at)
        if self.terms.needs_no_consent(player):
            return self._entry(at, EntryKind.TAKE_BACK, player, str(stays))
        return self._entry(at, EntryKind.OFFER, player, Offer.TAKE_BACK)

    def take_back_answer_entry(self, player: Player, yes: bool, at: int) -> Entry:
        """The answer to an offer to take back."""
        if self.offers.get(Offer.TAKE_BACK) != other(player):
            raise Refused("no-offer")
        if not yes:
            return self._entry(at, EntryKind.DECLINE, player, Offer.TAKE_BACK)
        stays = self._plies_before_last_turn(other(player))
        self._check_time_to_take_back(other(player), stays, at)
        return self._entry(at, EntryKind.TAKE_BACK, other(player), str(stays))

    def may_take_back(self, player: Player) -> bool:
        """Whether there is a turn of this player's that could be taken back."""
        try:
            self._plies_before_last_turn(player)
        except Refused:
            return False
        return True

    def _plies_before_last_turn(self, player: Player) -> int:
        self._check_begun()
        if self.terms.rated:
            raise Refused("take-back-rated")
        if self.is_over:
            raise Refused("nothing-to-take-back")
        if self.position.phase is Phase.PROVE:
            raise Refused("take-back-claim", position=self.position)
        for number in reversed(range(len(self.plies))):
            before = self.plies[number - 1].position if number else self.start
            if before.player == player and before.phase is not Phase.REMOVE:
                return number
        raise Refused("nothing-to-take-back")

    def _check_time_to_take_back(self, player: Player, stays: int, at: int) -> None:
        if self.clock is None:
            return
        if self.clock.left_after_take_back(player, self._readings[stays], at) <= 0:
            raise Refused("take-back-time")

    def withdrawal_entry(self, player: Player, offer: Offer, at: int) -> Entry:
        """A player withdraws an offer."""
        if self.offers.get(offer) != player:
            raise Refused("no-offer")
        return self._entry(at, EntryKind.WITHDRAW, player, offer)

    @property
    def rematch_offer(self) -> Offer | None:
        """The kind of rematch that is on offer."""
        return next((offer for offer in REMATCHES if offer in self.offers), None)

    @property
    def may_repeat_layout(self) -> bool:
        """Whether the next game may have the same layout: one that was looked at is not rated."""
        return not self.terms.rated

    def rematch_entry(self, player: Player, at: int, wanted: Offer = Offer.REMATCH) -> Entry | None:
        """An offer of another game; None where the next game may begin at once.

        Asking for the same kind as the opponent means agreeing; asking for another kind replaces
        the offer.
        """
        self._check_rematch()
        if wanted is Offer.SAME_LAYOUT and not self.may_repeat_layout:
            raise Refused("rated-start")
        if self.terms.needs_no_consent(player) or self.offers.get(wanted) == other(player):
            return None
        return self._entry(at, EntryKind.OFFER, player, wanted)

    def rematch_answer_entry(self, player: Player, yes: bool, at: int) -> Entry | None:
        """The answer to an offer of another game; None if the next game begins."""
        self._check_rematch()
        offer = self.rematch_offer
        if offer is None or self.offers[offer] != other(player):
            raise Refused("no-offer")
        return None if yes else self._entry(at, EntryKind.DECLINE, player, offer)

    def next_entry(self, player: Player, match: str, at: int) -> Entry:
        """The next game of the series."""
        self._check_rematch()
        return self._entry(at, EntryKind.NEXT, player, match)

    def _check_rematch(self) -> None:
        if not self.is_over:
            raise Refused("not-over")
        if self.next_match is not None:
            raise Refused("rematch-made")

    def _check_begun(self) -> None:
        if not self.has_begun:
            raise Refused("waiting")
        if self.aborted is not None:
            raise Refused("aborted")
        if self.paused is not None:
            raise Refused("paused")

    def _ply(self, at: int, player: Player, action: Action, lag: int = 0) -> Ply:
        """An action, checked and played."""
        before = self.position
        after = before.play(action)
        entry = self._entry(at, EntryKind.ACTION, player, write_action(action, before), lag)
        return Ply(entry, action, after)

    def _entry(self, at: int, kind: EntryKind, player: Player, text: str, lag: int = 0) -> Entry:
        return Entry(self.entries + 1, at, kind, player, text, lag)


def _read_ply(entry: Entry, before: Position) -> Ply:
    action = read_action(entry.text, before)
    return Ply(entry, action, before.play(action))
