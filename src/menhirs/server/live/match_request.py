"""A request to start a match, from a form or from JSON, and the terms that follow from it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.core.actions import Player, other
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.engine.levels import LEVELS
from menhirs.learn.coach import told_so_far
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.match.names import LONGEST_NAME
from menhirs.match.terms import MINUTE, ClockTerms, LiveClock, SlowClock, Terms
from menhirs.notation.line import read_line
from menhirs.server.errors import BadRequest

LevelNumber = Annotated[int, Field(ge=1, le=len(LEVELS))]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


class ClockRequest(BaseModel):
    """What somebody asks for as a clock."""

    clock: Literal["none", "live", "slow"] = "none"
    minutes: float = Field(10, ge=0.5, le=180)
    increment: float = Field(5, ge=0, le=60)
    days: int = Field(3, ge=1, le=14)


class MatchRequest(ClockRequest):
    """What somebody asks for in a new match. Every field has a sensible default."""

    model_config = ConfigDict(extra="forbid")

    rules: Annotated[str, StringConstraints(max_length=40)] = Field(
        "amsterdam", description="the name of a rule set that this server offers"
    )
    opponent: Literal["shared", "computer", "friend", "open"] = Field(
        "friend", description="open: an invitation on the front page, for a person in a browser"
    )
    audience: Literal["everybody", "strength"] = Field(
        "everybody", description="who may take an open invitation"
    )
    rated: bool = Field(False, description="changes both ratings; for people in browsers")
    public: bool | None = Field(
        None, description="whether others may find the game; if left out, open invitations are"
    )
    side: Literal["1", "2", "random"] = "random"
    level: LevelNumber = 3
    layout: Literal["random", "seed", "hand"] = "random"
    seed: Annotated[str, StringConstraints(max_length=80)] = ""
    menhirs: Annotated[str, StringConstraints(max_length=120)] = Field(
        "", description="the cells of a layout set up by hand, separated by spaces"
    )
    position: Annotated[str, StringConstraints(max_length=4_000)] = Field(
        "", description="a position line to begin from; its rules and its layout count"
    )
    claims: Literal["timed", "untimed"] = "timed"
    guided: bool = Field(False, description="a coach explains the game; against the computer only")
    name: Name = ""


@dataclass(frozen=True)
class Seating:
    """The terms of a match, and which of its seats the one who starts it takes."""

    terms: Terms
    mine: list[Player]
    public: bool
    """Whether others may find the match."""


def agree(wanted: MatchRequest, offered: Mapping[str, RuleSet]) -> Seating:
    """The terms that follow from what is wanted; what is left open is drawn by lot."""
    position = begin_from(wanted.position, offered) if wanted.position else None
    rules = position.rules if position else rule_set(wanted.rules, offered)
    side = secrets.choice((1, 2)) if wanted.side == "random" else int(wanted.side)  # D11
    seed, menhirs = ("", position.menhirs) if position else _layout(wanted, rules)
    computers = {3 - side: wanted.level} if wanted.opponent == "computer" else {}
    shared = wanted.opponent == "shared"
    terms = Terms(
        rules,
        menhirs,
        seed,
        clock_terms(wanted),
        timed_claims=wanted.claims == "timed",
        computers=computers,
        shared=shared,
        position=position,
        guided=wanted.guided,
        rated=wanted.rated,
    )
    if terms.rated and wanted.layout != "random":
        raise Refused("rated-start")
    public = wanted.opponent == "open" if wanted.public is None else wanted.public
    return Seating(terms, [1, 2] if shared else [side], public)


def begin_from(line: str, offered: Mapping[str, RuleSet]) -> Position:
    """The position of a line, if a match can begin there."""
    position = read_line(line, offered)
    if position.is_over:
        raise BadRequest("position-over")
    return position


def next_terms(match: Match, *, same_layout: bool = False, level: int | None = None) -> Terms:
    """The terms of the next game of a series: sides swapped (D11), the layout new or the same.

    ``level`` is another level for the computer. A coach stays, and goes on with what is new.
    """
    terms = match.terms
    seed = terms.seed if same_layout else secrets.token_hex(4)
    return replace(
        terms,
        menhirs=terms.menhirs if same_layout else random_menhirs(terms.rules, seed),
        seed=seed,
        position=terms.position if same_layout else None,
        computers={other(seat): level or number for seat, number in terms.computers.items()},
        told_before=told_so_far(match) if terms.guided else (),
    )


def _layout(wanted: MatchRequest, rules: RuleSet) -> tuple[str, Mask]:
    if wanted.layout == "hand":
        names = wanted.menhirs.split()
        menhirs = rules.geometry.mask_of(wanted.menhirs)
        if len(names) != rules.menhirs or menhirs.bit_count() != rules.menhirs:
            raise BadRequest("menhirs-by-hand", expected=rules.menhirs, found=menhirs.bit_count())
        return "", menhirs
    # PostgreSQL can't look into JSON with a NUL in it: one seed would end everybody's searches.
    told = "".join(filter(str.isprintable, wanted.seed)).strip()
    seed = told if wanted.layout == "seed" and told else secrets.token_hex(4)
    return seed, random_menhirs(rules, seed)


def clock_terms(wanted: ClockRequest) -> ClockTerms:
    """The clock that is asked for."""
    match wanted.clock:
        case "none":
            return None
        case "live":
            return LiveClock(round(wanted.minutes * MINUTE), round(wanted.increment * 1000))
        case "slow":
            return SlowClock(wanted.days)
