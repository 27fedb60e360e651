"""Every kind of moment that a match can be in, with two people at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from menhirs.core.actions import Claim
from menhirs.core.position import Position
from menhirs.core.state import Phase
from tests.web.games import Game, claimable, find_moment
from tests.web.matches import Match


def _in(phase: Phase) -> Callable[[Position], bool]:
    return lambda position: position.phase is phase


def _begun(position: Position) -> bool:
    """A few plies into the moving: there is a last move, and something to claim on."""
    return position.phase is Phase.MOVE and position.claimant is not None


MOMENTS = ("waiting", "flip", "place", "move", "remove", "decide", "prove", "over")
"""As the page calls them: `remove` is between a move and taking away, `prove` a claim pending."""


@cache
def game_at(moment: str) -> Game:
    """A game of the Amsterdam Way up to such a moment."""
    if moment == "waiting":
        return find_moment("amsterdam", lambda _: True)
    if moment == "move":
        return find_moment("amsterdam", _begun)
    if moment == "prove":
        moved = find_moment("amsterdam", lambda position: claimable(position, right=True))
        return moved.then(Claim())
    return find_moment("amsterdam", _in(Phase(moment)))


def match_at(address: str, moment: str, **wanted: str) -> Match:
    """A match between two people at such a moment, with no claim window that closes meanwhile."""
    wanted = {"opponent": "friend", "claims": "untimed", **wanted}
    game = game_at(moment)
    if moment == "waiting":
        return Match.new(address, rules=game.rules, **wanted)
    if moment != "prove":
        return Match.of(address, game, **wanted)
    match = Match.of(address, game.until(len(game.actions) - 1), **wanted)
    claimant = game.position.player
    turn = match.state(claimant)["claim"]["turn"]
    match.claim(turn, claimant)
    return match
