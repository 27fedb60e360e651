"""Terms as plain data, as the database keeps them."""

from __future__ import annotations

from typing import Any

from menhirs.core.rules import rule_set
from menhirs.match.terms import ClockTerms, LiveClock, SlowClock, Terms


def write_terms(terms: Terms) -> dict[str, Any]:
    """Terms as JSON data."""
    return {
        "rules": terms.rules.name,
        "menhirs": terms.rules.geometry.names_of(terms.menhirs),
        "seed": terms.seed,
        "clock": _write_clock(terms.clock),
        "timed_claims": terms.timed_claims,
        "computers": {str(player): level for player, level in terms.computers.items()},
        "shared": terms.shared,
    }


def read_terms(data: dict[str, Any]) -> Terms:
    """The terms that were written so."""
    rules = rule_set(data["rules"])
    return Terms(
        rules=rules,
        menhirs=rules.geometry.mask_of(" ".join(data["menhirs"])),
        seed=data["seed"],
        clock=_read_clock(data["clock"]),
        timed_claims=data["timed_claims"],
        computers={int(player): level for player, level in data["computers"].items()},
        shared=data["shared"],
    )


def _write_clock(clock: ClockTerms) -> dict[str, int] | None:
    match clock:
        case LiveClock(time, increment):
            return {"time": time, "increment": increment}
        case SlowClock(days):
            return {"days": days}
        case None:
            return None


def _read_clock(data: dict[str, int] | None) -> ClockTerms:
    if data is None:
        return None
    return SlowClock(**data) if "days" in data else LiveClock(**data)
