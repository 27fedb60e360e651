"""The game record of a match, with the times of claims as comments."""

from __future__ import annotations

from datetime import UTC, datetime

from menhirs.core.actions import Claim
from menhirs.match.match import Match
from menhirs.match.terms import LiveClock, SlowClock
from menhirs.notation.record import write_record


def record_text(match: Match) -> str:
    """The record of the game so far: players, date, clock, and the arrival times of claims."""
    headers = {f"Player{seat}": _player(match, seat) for seat in (1, 2) if _player(match, seat)}
    if match.plies:
        headers["Date"] = _moment(match.plies[0].entry.at).date().isoformat()
    if match.terms.seed:
        headers["Seed"] = match.terms.seed
    if match.aborted is not None:
        headers["Termination"] = "aborted"
    match match.terms.clock:
        case LiveClock(time, increment):
            headers["Clock"] = f"{time / 1000:g}+{increment / 1000:g}"
        case SlowClock(days):
            headers["Clock"] = f"{days} days a turn"
    return write_record(match.record(headers), comments=_claim_times(match))


def _player(match: Match, seat: int) -> str:
    if (level := match.terms.computers.get(seat)) is not None:
        return f"level {level}"
    return match.names.get(seat, "")


def _claim_times(match: Match) -> dict[int, str]:
    """For each claim, its arrival and the time at which it counts as made (A9)."""
    comments = {}
    for number, ply in enumerate(match.plies):
        if isinstance(ply.action, Claim):
            arrived = _moment(ply.entry.at)
            made = _moment(ply.entry.at - ply.entry.lag)
            comments[number] = (
                f"made {made.isoformat(timespec='milliseconds')},"
                f" arrived {arrived.isoformat(timespec='milliseconds')}"
            )
    return comments


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
