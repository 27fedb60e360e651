"""Carries the decisions of a tournament to the matches of its games.

The tournament determines for each match whether it is paused or over, who sits there and how it
counts. Differences are written into the match's log by its referee. This is idempotent: without a
difference nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from menhirs.match.entries import Entry, Ruling
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.live.tournament.steps import Held
from menhirs.server.storage.tournament.tournament_store import LinkedGame
from menhirs.tournament import entries as diary
from menhirs.tournament.tournament import TournamentPhase


def concerned(before: Held, after: Held, event: diary.Event) -> list[str]:
    """The matches that an event concerns."""
    ended = [
        match
        for match, link in after.links.items()
        if link.entered and match in before.links and not before.links[match].entered
    ]
    match event:
        case diary.EnterResult(_, _, match) if match:
            # it has informed its players itself
            return [other for other in ended if other != match]
        case diary.Pause() | diary.Resume():
            return [match for match, link in after.links.items() if not link.entered]
        case diary.EnterResult(game) | diary.NoShow(game) | diary.Correct(game):
            return [link.match for link in after.matches_of(game)]
        case diary.ChooseEntrant(who) | diary.WithdrawPlayer(who):
            theirs = [match for match, link in after.links.items() if who in link.game.players]
            return [*ended, *(match for match in theirs if not after.links[match].entered)]
        case _:
            return ended


async def settle(rooms: Rooms, newest: Callable[[], Held], matches: Iterable[str]) -> None:
    """Brings matches in line with their tournament; ``newest`` returns its current state."""
    for match in matches:
        room = await rooms.room(match)
        held = newest()
        if not held.links[match].entered:
            await _seat(room, held, held.links[match])
        await room.organise(partial(_missing_entry, newest, match))


def _missing_entry(newest: Callable[[], Held], name: str, match: Match, at: int) -> Entry | None:
    """The entry that a match still needs; None if it agrees with its tournament."""
    held = newest()
    link = held.links[name]
    return _ended(held, link, match, at) if link.entered else _going_on(held, link, match, at)


def _ended(held: Held, link: LinkedGame, match: Match, at: int) -> Entry | None:
    """The missing entry of a match that is over for its tournament."""
    if (closed := match.close_entry(at)) is not None:
        return closed
    ruling = _ruling(held, link, match)
    return None if ruling is None else match.ruling_entry(ruling, at)


def _ruling(held: Held, link: LinkedGame, match: Match) -> Ruling | None:
    """The missing ruling of the organiser; None if the game counts as it ended on the board."""
    tournament = held.tournament
    if not tournament.has_game(link.game):
        return None
    outcome = tournament.outcome(link.game)
    if outcome is None:
        return None if tournament.phase is TournamentPhase.FINISHED else Ruling(None)
    played = match.position.outcome
    on_board = None if played is None else Ruling(played.winner, played.score)
    ruling = Ruling(outcome.winner, outcome.score, outcome.played)
    return None if match.ruling is None and ruling == on_board else ruling


def _going_on(held: Held, link: LinkedGame, match: Match, at: int) -> Entry | None:
    """The missing entry of a match whose result the tournament waits for."""
    entrants = held.tournament.entrants
    for seat, entrant_id in enumerate(link.game.players, start=1):
        if (
            entrants[entrant_id].withdrawn
            and (entry := match.withdrawn_entry(seat, at)) is not None
        ):
            return entry
    if held.tournament.phase is TournamentPhase.PAUSED:
        return match.pause_entry(at)
    return match.resume_entry(at)


async def _seat(room: Room, held: Held, link: LinkedGame) -> None:
    """Seats a player who has chosen their name in the tournament in their game."""
    for seat, entrant_id in enumerate(link.game.players, start=1):
        entrant = held.tournament.entrants[entrant_id]
        if entrant.player and seat in room.match.free_seats:
            try:
                await room.join(entrant.name, seat_for(new_secret(), entrant.player), wanted=seat)
            except Refused:  # another server was quicker
                continue
