"""The part of the state that all visitors share for a moment: whose clock runs, open offers."""

from __future__ import annotations

from typing import Literal, cast

from menhirs.core.state import Phase
from menhirs.match.entries import Offer
from menhirs.match.match import Match
from menhirs.match.terms import SlowClock, Terms
from menhirs.view.messages import ClaimState, Clocks, GoneState, Moment, Offers, PlayerNumber


def moment(match_id: str, match: Match, at: int) -> Moment:
    """The clocks, offers and claim of a match now."""
    return {
        "match": match_id,
        "state": match.state,
        "claims": _claims(match.terms),
        "phase": _phase(match),
        "claim": _claim(match, at),
        "clocks": _clocks(match, at),
        "offers": _offers(match),
        "gone": gone_data(match, at),
    }


def gone_data(match: Match, at: int) -> GoneState | None:
    """The player on turn who has left, and the time until the other may end the game."""
    if (gone := match.gone()) is None:
        return None
    return {"player": cast("PlayerNumber", gone.player), "left": max(0, gone.until - at)}


def _phase(match: Match) -> str:
    if match.aborted is not None:
        return Phase.OVER.value
    if match.paused is not None and not match.is_over:
        return "paused"
    return match.position.phase.value if match.has_begun else "waiting"


def _claims(terms: Terms) -> Literal["timed", "untimed", "none"]:
    if not terms.rules.has_claims:
        return "none"
    return "timed" if terms.claim_clock_runs else "untimed"


def _claim(match: Match, at: int) -> ClaimState | None:
    window = match.claim_window(at)
    if window is None:
        return None
    left = None if window.closes is None else max(0, window.closes - at)
    return {"player": cast("PlayerNumber", window.player), "turn": window.turn, "left": left}


def _clocks(match: Match, at: int) -> Clocks | None:
    clock = match.clock
    if clock is None:
        return None
    return {
        "1": clock.left(1, at),
        "2": clock.left(2, at),
        "running": cast("PlayerNumber | None", clock.running),
        "slow": isinstance(match.terms.clock, SlowClock),
    }


def _offers(match: Match) -> Offers:
    take_back, rematch = match.offers.get(Offer.TAKE_BACK), match.rematch_offer
    layout: Literal["new", "same"] = "same" if rematch is Offer.SAME_LAYOUT else "new"
    return {
        "take_back": cast("PlayerNumber | None", take_back),
        "rematch": None if rematch is None else cast("PlayerNumber", match.offers[rematch]),
        "rematch_layout": None if rematch is None else layout,
    }
