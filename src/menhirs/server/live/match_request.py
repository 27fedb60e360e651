"""A request to start a match, from a form or from JSON, checked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.engine.levels import LEVELS
from menhirs.match.names import LONGEST_NAME
from menhirs.match.terms import MOST_DAYS, MOST_INCREMENT, MOST_MINUTES, ClockTerms
from menhirs.referee.agreement import ClockWanted, MatchWanted, clock_terms
from menhirs.view.request_limits import (
    LONGEST_LAYOUT,
    LONGEST_NAME_OF_RULES,
    LONGEST_POSITION,
    LONGEST_SEED,
)

LevelNumber = Annotated[int, Field(ge=1, le=len(LEVELS))]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


class ClockRequest(BaseModel):
    """What somebody asks for as a clock."""

    clock: Literal["none", "live", "slow"] = ClockWanted.clock
    minutes: float = Field(ClockWanted.minutes, ge=0.5, le=MOST_MINUTES)
    increment: float = Field(ClockWanted.increment, ge=0, le=MOST_INCREMENT)
    days: int = Field(ClockWanted.days, ge=1, le=MOST_DAYS)

    def clock_terms(self) -> ClockTerms:
        """The clock that is asked for."""
        return clock_terms(ClockWanted(self.clock, self.minutes, self.increment, self.days))


class MatchRequest(ClockRequest):
    """What somebody asks for in a new match. Every field has a sensible default."""

    model_config = ConfigDict(extra="forbid")

    rules: Annotated[str, StringConstraints(max_length=LONGEST_NAME_OF_RULES)] = Field(
        MatchWanted.rules,
        description="the name of a rule set that this server offers",
    )
    opponent: Literal["shared", "computer", "friend", "open"] = Field(
        MatchWanted.opponent,
        description="open: an invitation on the front page, for a person in a browser",
    )
    audience: Literal["everybody", "strength"] = Field(
        "everybody", description="who may take an open invitation"
    )
    rated: bool = Field(
        MatchWanted.rated,
        description="changes both ratings; for people in browsers",
    )
    public: bool | None = Field(
        MatchWanted.public,
        description="whether others may find the game; if left out, open invitations are",
    )
    side: Literal["1", "2", "random"] = MatchWanted.side
    level: LevelNumber = MatchWanted.level
    layout: Literal["random", "seed", "hand"] = MatchWanted.layout
    seed: Annotated[str, StringConstraints(max_length=LONGEST_SEED)] = MatchWanted.seed
    menhirs: Annotated[str, StringConstraints(max_length=LONGEST_LAYOUT)] = Field(
        MatchWanted.menhirs,
        description="the cells of a layout set up by hand, separated by spaces",
    )
    position: Annotated[str, StringConstraints(max_length=LONGEST_POSITION)] = Field(
        MatchWanted.position,
        description="a position line to begin from; its rules and its layout count",
    )
    claims: Literal["timed", "untimed"] = MatchWanted.claims
    guided: bool = Field(
        MatchWanted.guided,
        description="a coach explains the game; against the computer only",
    )
    name: Name = MatchWanted.name

    def wanted(self) -> MatchWanted:
        """What is asked for, besides who may take an open invitation."""
        return MatchWanted(**self.model_dump(exclude={"audience"}))
