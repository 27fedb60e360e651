"""Terms of a match as plain data, as a database or a browser keeps them."""

from __future__ import annotations

from typing import Any

from menhirs.match.terms import ClockTerms, LiveClock, SlowClock, Terms
from menhirs.notation.house_rules import read_rules, write_rules
from menhirs.notation.line import read_line, write_line


def write_terms(terms: Terms) -> dict[str, Any]:
    """Terms as JSON data."""
    return {
        # House rules are kept with the match: whatever becomes of the file, the match goes on.
        **write_rules(terms.rules),
        "menhirs": terms.rules.geometry.names_of(terms.menhirs),
        "seed": terms.seed,
        "clock": write_clock(terms.clock),
        "timed_claims": terms.timed_claims,
        "computers": {str(player): level for player, level in terms.computers.items()},
        "shared": terms.shared,
        **({} if terms.position is None else {"position": write_line(terms.position)}),
        **({"guided": True} if terms.guided else {}),
        **({"told_before": list(terms.explained_before)} if terms.explained_before else {}),
        **({"rated": True} if terms.rated else {}),
        **({"tournament": True} if terms.tournament else {}),
    }


def read_terms(data: dict[str, Any]) -> Terms:
    """The terms from the data of :func:`write_terms`."""
    rules = read_rules(data)
    return Terms(
        rules=rules,
        menhirs=rules.geometry.mask_of(" ".join(data["menhirs"])),
        seed=data["seed"],
        clock=read_clock(data["clock"]),
        timed_claims=data["timed_claims"],
        computers={int(player): level for player, level in data["computers"].items()},
        shared=data["shared"],
        position=read_line(line, {rules.name: rules}) if (line := data.get("position")) else None,
        guided=data.get("guided", False),  # older matches do not say
        explained_before=tuple(data.get("told_before", ())),
        rated=data.get("rated", False),
        tournament=data.get("tournament", False),
    )


def write_clock(clock: ClockTerms) -> dict[str, int] | None:
    """A clock as JSON data."""
    match clock:
        case LiveClock(time, increment):
            return {"time": time, "increment": increment}
        case SlowClock(days):
            return {"days": days}
        case None:
            return None


def read_clock(data: dict[str, int] | None) -> ClockTerms:
    """The clock from the data of :func:`write_clock`."""
    if data is None:
        return None
    return SlowClock(**data) if "days" in data else LiveClock(**data)
