"""The terms of a match from a request, and those of the next game of a series."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from menhirs.core.actions import Player, other
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.engine.levels import LEVELS
from menhirs.fair_layouts import draw_layout, proofs_of
from menhirs.learn.coach import explained_so_far
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import BadTerms, Refused
from menhirs.match.match import Match
from menhirs.match.names import LONGEST_NAME
from menhirs.match.terms import (
    MINUTE,
    MOST_DAYS,
    MOST_INCREMENT,
    MOST_MINUTES,
    ClockTerms,
    LiveClock,
    SlowClock,
    Terms,
)
from menhirs.notation.line import read_line
from menhirs.view.fields import Flag, Number, OneOf, Text, Whole
from menhirs.view.request_limits import (
    LONGEST_LAYOUT,
    LONGEST_NAME_OF_RULES,
    LONGEST_POSITION,
    LONGEST_SEED,
)
from menhirs.view.shapes import Shape, request_field


class ClockWanted(Shape):
    """The clock in a request for a match."""

    clock: Literal["none", "live", "slow"] = request_field(OneOf(("none", "live", "slow")), "none")
    minutes: float = request_field(Number(0.5, MOST_MINUTES), 10)
    increment: float = request_field(Number(0, MOST_INCREMENT), 5)
    days: int = request_field(Whole(1, MOST_DAYS), 3)


class MatchWanted(ClockWanted):
    """A request for a new match. Every field has a sensible default."""

    rules: str = request_field(
        Text(LONGEST_NAME_OF_RULES), "amsterdam", "the name of a rule set that this server offers"
    )
    opponent: Literal["shared", "computer", "friend", "open"] = request_field(
        OneOf(("shared", "computer", "friend", "open")),
        "friend",
        "open: an invitation on the front page, for a person in a browser",
    )
    audience: Literal["everybody", "strength"] = request_field(
        OneOf(("everybody", "strength")), "everybody", "who may take an open invitation"
    )
    rated: bool = request_field(Flag(), False, "changes both ratings; for people in browsers")
    public: bool | None = request_field(
        Flag(), None, "whether others may find the game; if left out, open invitations are"
    )
    side: Literal["1", "2", "random"] = request_field(OneOf(("1", "2", "random")), "random")
    level: int = request_field(Whole(1, len(LEVELS)), 3)
    layout: Literal["random", "fair", "seed", "hand"] = request_field(
        OneOf(("random", "fair", "seed", "hand")),
        "random",
        "fair: drawn from those that are proven to be a tie with perfect play",
    )
    seed: str = request_field(Text(LONGEST_SEED), "")
    menhirs: str = request_field(
        Text(LONGEST_LAYOUT), "", "the cells of a layout set up by hand, separated by spaces"
    )
    position: str = request_field(
        Text(LONGEST_POSITION),
        "",
        "a position line to begin from; its rules and its layout count",
    )
    claims: Literal["timed", "untimed"] = request_field(OneOf(("timed", "untimed")), "timed")
    guided: bool = request_field(
        Flag(), False, "a coach explains the game; against the computer only"
    )
    name: str = request_field(Text(LONGEST_NAME), "")


@dataclass(frozen=True)
class Seating:
    """The terms of a match, and which of its seats the one who starts it takes."""

    terms: Terms
    own_seats: list[Player]
    public: bool
    """Whether others may find the match."""


def agree(wanted: MatchWanted, offered: Mapping[str, RuleSet]) -> Seating:
    """The terms that follow from a request; open choices are drawn by lot."""
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
    if terms.rated and wanted.layout not in ("random", "fair"):
        raise Refused("rated-start")
    public = wanted.opponent == "open" if wanted.public is None else wanted.public
    return Seating(terms, [1, 2] if shared else [side], public)


def begin_from(line: str, offered: Mapping[str, RuleSet]) -> Position:
    """The position of a line, if a match can begin there."""
    position = read_line(line, offered)
    if position.is_over:
        raise BadTerms("position-over")
    return position


def next_terms(match: Match, *, same_layout: bool = False, level: int | None = None) -> Terms:
    """The terms of the next game of a series: sides swapped (D11), the layout new or the same.

    A new layout is proven fair if the one before was. ``level`` is another level for the
    computer. A coach stays, and goes on with what is new.
    """
    terms = match.terms
    seed = terms.seed if same_layout else secrets.token_hex(4)
    fair = terms.menhirs in proofs_of(terms.rules)
    return replace(
        terms,
        menhirs=terms.menhirs if same_layout else draw_layout(terms.rules, seed, fair=fair),
        seed=seed,
        position=terms.position if same_layout else None,
        computers={other(seat): level or number for seat, number in terms.computers.items()},
        tournament=False,  # which waits for the game before only
        explained_before=explained_so_far(match) if terms.guided else (),
    )


def _layout(wanted: MatchWanted, rules: RuleSet) -> tuple[str, Mask]:
    if wanted.layout == "hand":
        names = wanted.menhirs.split()
        menhirs = rules.geometry.mask_of(wanted.menhirs)
        if len(names) != rules.menhirs or menhirs.bit_count() != rules.menhirs:
            raise BadTerms("menhirs-by-hand", expected=rules.menhirs, found=menhirs.bit_count())
        return "", menhirs
    # PostgreSQL can't look into JSON with a NUL in it: one seed would end everybody's searches.
    given_seed = "".join(filter(str.isprintable, wanted.seed)).strip()
    seed = given_seed if wanted.layout == "seed" and given_seed else secrets.token_hex(4)
    return seed, draw_layout(rules, seed, fair=wanted.layout == "fair")


def clock_terms(wanted: ClockWanted) -> ClockTerms:
    """The clock of the terms."""
    match wanted.clock:
        case "none":
            return None
        case "live":
            return LiveClock(round(wanted.minutes * MINUTE), round(wanted.increment * 1000))
        case "slow":
            return SlowClock(wanted.days)


def joins(names: Mapping[Player, str], at: int) -> list[Entry]:
    """The first entries of a match: these players sit down."""
    return [
        Entry(number, at, EntryKind.JOIN, player, names[player])
        for number, player in enumerate(sorted(names), start=1)
    ]
