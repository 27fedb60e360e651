"""What somebody wishes who starts a match: read from a form or from JSON, checked, made terms."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.match.match import LONGEST_NAME
from menhirs.match.terms import MINUTE, ClockTerms, LiveClock, SlowClock, Terms
from menhirs.server.errors import BadRequest

RulesName = Literal["base", "base8", "base+21", "base8+21", "amsterdam"]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


class Wishes(BaseModel):
    """What a match should be like. Everything has a sensible default."""

    model_config = ConfigDict(extra="forbid")

    rules: RulesName = "amsterdam"
    opponent: Literal["shared", "computer", "friend"] = "friend"
    side: Literal["1", "2", "random"] = "random"
    level: int = Field(3, ge=1, le=8)
    layout: Literal["random", "seed", "hand"] = "random"
    seed: Annotated[str, StringConstraints(max_length=80)] = ""
    menhirs: Annotated[str, StringConstraints(max_length=120)] = Field(
        "", description="the cells of a layout set up by hand, separated by spaces"
    )
    clock: Literal["none", "live", "slow"] = "none"
    minutes: float = Field(10, ge=0.5, le=180)
    increment: float = Field(5, ge=0, le=60)
    days: int = Field(3, ge=1, le=14)
    claims: Literal["timed", "untimed"] = "timed"
    name: Name = ""


@dataclass(frozen=True)
class Seating:
    """The terms of a match, and which of its seats the one who starts it takes."""

    terms: Terms
    mine: list[Player]


def agree(wishes: Wishes) -> Seating:
    """The terms that follow from the wishes; what is left open is drawn by lot."""
    rules = rule_set(wishes.rules)
    side = secrets.choice((1, 2)) if wishes.side == "random" else int(wishes.side)  # D11
    seed, menhirs = _layout(wishes, rules)
    computers = {3 - side: wishes.level} if wishes.opponent == "computer" else {}
    shared = wishes.opponent == "shared"
    terms = Terms(
        rules,
        menhirs,
        seed,
        _clock(wishes),
        timed_claims=wishes.claims == "timed",
        computers=computers,
        shared=shared,
    )
    return Seating(terms, [1, 2] if shared else [side])


def next_terms(terms: Terms) -> Terms:
    """The next game of a series: sides swapped (D11), and the tiles laid anew."""
    seed = secrets.token_hex(4)
    return Terms(
        terms.rules,
        random_menhirs(terms.rules, seed),
        seed,
        terms.clock,
        terms.timed_claims,
        {3 - seat: level for seat, level in terms.computers.items()},
        terms.shared,
    )


def _layout(wishes: Wishes, rules: RuleSet) -> tuple[str, Mask]:
    if wishes.layout == "hand":
        names = wishes.menhirs.split()
        menhirs = rules.geometry.mask_of(wishes.menhirs)
        if len(names) != rules.menhirs or menhirs.bit_count() != rules.menhirs:
            raise BadRequest("menhirs-by-hand", expected=rules.menhirs, found=menhirs.bit_count())
        return "", menhirs
    drawn = wishes.layout == "random" or not wishes.seed.strip()
    seed = secrets.token_hex(4) if drawn else wishes.seed.strip()
    return seed, random_menhirs(rules, seed)


def _clock(wishes: Wishes) -> ClockTerms:
    match wishes.clock:
        case "none":
            return None
        case "live":
            return LiveClock(round(wishes.minutes * MINUTE), round(wishes.increment * 1000))
        case "slow":
            return SlowClock(wishes.days)
