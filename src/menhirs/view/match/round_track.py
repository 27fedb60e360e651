"""The round track: the rounds of a lap and their actions, as on the paper beside the board."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple, cast

from menhirs.core.rules import Round, RuleSet, Taking
from menhirs.notation.line import round_text
from menhirs.view.as_json import as_json
from menhirs.view.messages import PlayerNumber, Step, StepNow


@cache
def tracks(rules: RuleSet) -> list[list[Step]]:
    """The rounds of every lap."""
    return [
        [_step(rules, entry, lap) for entry in rules.schedule] for lap in range(1, rules.laps + 1)
    ]


class Track(NamedTuple):
    """The rounds of a lap, and how far the game has come along them."""

    steps: list[StepNow]
    text: str
    """The track as JSON."""


@lru_cache(maxsize=1_000)
def track_at(rules: RuleSet, lap: int, number: int) -> Track:
    """The rounds of a lap when the game has come to one of them."""
    here = rules.index(number)
    steps: list[StepNow] = [
        {**step, "state": "done" if index < here else "now" if index == here else "to come"}
        for index, step in enumerate(tracks(rules)[lap - 1])
    ]
    return Track(steps, as_json(steps))


def _step(rules: RuleSet, entry: Round, lap: int) -> Step:
    points = rules.points(entry.number, lap)
    endless = rules.is_endless and entry is rules.last_round
    return {
        "round": round_text(entry.number, lap),
        "label": "∞" if endless else str(entry.number),
        "lap": lap,
        "places": entry.places,
        "takes": _takes(entry),
        "only": _only(entry),
        "claims": entry.claims,
        "points": None if points is None else [points.most, points.fewest],
        "decision": entry.number == rules.decision_after and lap < rules.laps,  # A5, A6
        "repetitions": rules.repetitions if endless else None,  # B0, D15
    }


def _takes(entry: Round) -> Literal["never", "may", "must"]:
    if Taking.MUST in entry.taking:
        return "must"
    return "may" if Taking.MAY in entry.taking else "never"


def _only(entry: Round) -> PlayerNumber | None:
    takers = [seat for seat in (1, 2) if entry.taking[seat - 1] is not Taking.NEVER]
    return cast("PlayerNumber", takers[0]) if len(takers) == 1 else None
