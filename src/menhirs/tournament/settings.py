"""The settings of a tournament: its system, its length, its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.fair_layouts import NoFairLayouts, draw_layout, proofs_of
from menhirs.notation.house_rules import read_rule_set, write_rule_set
from menhirs.tournament.results import TournamentGame

MOST_ROUNDS = 200


def check_fair(rules: RuleSet, fair: bool) -> bool:
    """Raises if fair layouts are asked for under rules for which none is proven."""
    if fair and not proofs_of(rules):
        raise NoFairLayouts("no-fair-layouts", rules=rules.name)
    return fair


class System(StrEnum):
    """How players are paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCK_OUT = "knock-out"
    ARENA = "arena"


@dataclass(frozen=True)
class TournamentSettings:
    """The settings of a tournament. (Clocks, venue and admission are hosting settings.)"""

    name: str
    system: System
    rules: RuleSet
    rounds: int | None = None
    """The number of rounds; None: the system decides, as it always does in a knock-out."""
    duplicate: bool = False
    """Whether all tables of a round play one layout, and each pair plays it from both sides."""
    seed: str = ""
    """The seed of all layouts."""
    fair: bool = False
    """Whether layouts are drawn from those that are proven to be a tie with perfect play."""

    @property
    def games_per_pairing(self) -> int:
        """How many games a pair plays in a round; a knock-out may add deciding games."""
        return 2 if self.duplicate or self.system is System.KNOCK_OUT else 1

    def layout_seed(self, game: TournamentGame) -> str:
        """The seed of a game's layout. In duplicate form it depends on the round alone.

        The deciding games of a knock-out have a layout of their own.
        """
        first = (game.number - 1) // 2 * 2 + 1
        if self.duplicate:
            return (
                f"{self.seed}-{game.round}" if first == 1 else f"{self.seed}-{game.round}-{first}"
            )
        south, north = sorted((game.south, game.north))
        return f"{self.seed}-{game.round}-{south}-{north}-{game.number}"

    def layout(self, game: TournamentGame) -> Mask:
        """The layout of a game."""
        return draw_layout(self.rules, self.layout_seed(game), fair=self.fair)


def write_settings(settings: TournamentSettings) -> dict[str, Any]:
    """Settings as plain data, from which they read back equal."""
    return {
        "name": settings.name,
        "system": settings.system.value,
        "rules": settings.rules.name,
        "rule_set": write_rule_set(settings.rules),
        "rounds": settings.rounds,
        "duplicate": settings.duplicate,
        "seed": settings.seed,
        "fair": settings.fair,
    }


def read_settings(data: Mapping[str, Any]) -> TournamentSettings:
    """Settings that were written by :func:`write_settings`."""
    return TournamentSettings(
        name=data["name"],
        system=System(data["system"]),
        rules=read_rule_set(data["rules"], data["rule_set"]),
        rounds=data["rounds"],
        duplicate=data["duplicate"],
        seed=data["seed"],
        fair=data.get("fair", False),
    )
