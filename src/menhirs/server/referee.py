"""What visitors may ask of a match, the same for pages and for bots."""

from __future__ import annotations

from collections.abc import Iterable

from menhirs.core.actions import Player, other
from menhirs.core.errors import MenhirsError
from menhirs.match.entries import Entry, Kind
from menhirs.match.errors import Refused
from menhirs.match.match import checked_name
from menhirs.server.heart import now
from menhirs.server.languages import Language, explain
from menhirs.server.messages import Told
from menhirs.server.metrics import MATCHES
from menhirs.server.room import Room
from menhirs.server.rooms import Rooms
from menhirs.server.seats import hash_of, new_match_id, new_secret
from menhirs.server.storage.store import StoredMatch
from menhirs.server.wishes import Wishes, agree, next_terms


async def create(rooms: Rooms, wishes: Wishes) -> tuple[str, str, list[Player]]:
    """Starts a match; returns its address, the secret of the seats taken, and those seats."""
    seating = agree(wishes)
    match, secret, at = new_match_id(), new_secret(), now()
    name = checked_name(wishes.name)
    entries = _joins(seating.mine, dict.fromkeys(seating.mine, name), at)
    seats = dict.fromkeys(seating.mine, hash_of(secret))
    stored = StoredMatch(match, seating.terms, match, 1, entries, seats)
    await rooms.writer.run(rooms.writer.store.create, stored, at)
    MATCHES.labels(wishes.rules).inc()
    return match, secret, seating.mine


async def join(room: Room, name: str) -> tuple[Player, str]:
    """Takes the free seat; returns it with its secret."""
    secret = new_secret()

    def propose(at: int) -> Entry:
        free = room.match.free_seats
        if not free:
            raise Refused("seat-taken")
        return room.match.join_entry(free[0], name, at)

    return await room.join(propose, hash_of(secret)), secret


async def act(room: Room, you: list[Player], state: int, action: str, at: int) -> Entry:
    """Plays an action on the state that the visitor saw."""
    _check_seated(you)

    def propose(at: int) -> Entry:
        match = room.checked(state)
        return match.action_entry(_on_turn(room, you), action, at)

    return await room.submit(propose, at)


async def resign(room: Room, you: list[Player], seat: Player | None, at: int) -> Entry:
    """Gives up, on turn or not."""
    player = _as_seat(you, seat, _on_turn(room, you))
    return await room.submit(lambda at: room.match.action_entry(player, "resign", at), at)


async def claim(
    room: Room,
    you: list[Player],
    turn: int,
    at: int,
    *,
    lag: int = 0,
    held: int = 0,
    seat: Player | None = None,
) -> Entry:
    """Claims victory on a turn (A9), whatever has happened since it was seen."""
    _check_seated(you)
    claimant = room.match.position.claimant
    usual = claimant if claimant in you else you[0]
    player = _as_seat(you, seat, usual)
    return await room.submit(lambda at: room.match.claim_entry(player, turn, at, lag, held), at)


async def take_back(room: Room, you: list[Player]) -> Entry:
    """Takes the last turn back, or asks for it."""
    _check_seated(you)
    player = you[0]
    if len(you) == 2 and room.match.plies:  # at one screen it is the last turn, whosever it was
        player = room.match.plies[-1].entry.player
    return await room.submit(lambda at: room.match.take_back_entry(player, at))


async def answer_take_back(room: Room, you: list[Player], yes: bool) -> Entry:
    _check_seated(you)
    return await room.submit(lambda at: room.match.take_back_answer_entry(you[0], yes, at))


async def name(room: Room, you: list[Player], name: str, seat: Player | None) -> Entry:
    """Takes another name."""
    player = _as_seat(you, seat, you[0] if you else 0)
    return await room.submit(lambda at: room.match.name_entry(player, name, at))


async def rematch(room: Room, you: list[Player]) -> None:
    """Asks for another game, or begins it where nobody else has to agree."""
    _check_seated(you)
    entry = room.match.rematch_entry(you[0], now())
    if entry is None:
        await _begin_next(room, you[0])
    else:
        # The proposal is made again: in the meantime the other side may have asked too.
        await room.submit(lambda at: room.match.rematch_entry(you[0], at) or _stale())


async def answer_rematch(room: Room, you: list[Player], yes: bool) -> None:
    _check_seated(you)
    entry = room.match.rematch_answer_entry(you[0], yes, now())
    if entry is None:
        await _begin_next(room, you[0])
    else:
        await room.submit(lambda at: room.match.rematch_answer_entry(you[0], yes, at) or _stale())


async def _begin_next(room: Room, player: Player) -> None:
    """Creates the next game with the same people on swapped seats, and links it from this one."""
    match_id, terms = new_match_id(), next_terms(room.match.terms)

    def propose(at: int) -> tuple[Entry, StoredMatch]:
        # At one screen the two keep their device, but not their sides: one secret opens both.
        names = {other(seat): name for seat, name in room.match.names.items()}
        seats = {other(seat): secret_hash for seat, secret_hash in room.seats.items()}
        joins = _joins(sorted(names), names, at)
        stored = StoredMatch(match_id, terms, room.series, room.game + 1, joins, seats)
        return room.match.next_entry(player, match_id, at), stored

    await room.begin_next(propose)


def explain_action(room: Room, you: list[Player], action: str, language: Language) -> Told | None:
    """Why an action can't be played now; None if it can."""
    match = room.match
    try:
        match.action_entry(_on_turn(room, you), action, now())
    except MenhirsError as error:
        return told(error, language)
    return None


def told(error: MenhirsError, language: Language) -> Told:
    """An error in the visitor's language."""
    return {"code": error.code, "rule": error.rule, "text": explain(error, language)}


def _joins(players: Iterable[Player], names: dict[Player, str], at: int) -> list[Entry]:
    return [
        Entry(number, at, Kind.JOIN, player, names[player])
        for number, player in enumerate(players, start=1)
    ]


def _check_seated(you: list[Player]) -> None:
    if not you:
        raise Refused("not-seated")


def _on_turn(room: Room, you: list[Player]) -> Player:
    """Which of a visitor's seats acts: at a shared screen, the one whose turn it is."""
    player = room.match.position.player
    return player if player in you else you[0] if you else 0


def _as_seat(you: list[Player], seat: Player | None, usual: Player) -> Player:
    _check_seated(you)
    if seat is None:
        return usual
    if seat not in you:
        raise Refused("not-seated")
    return seat


def _stale() -> Entry:
    raise Refused("stale")
