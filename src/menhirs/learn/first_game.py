"""The first games of a newcomer: the rules and the opponent of the first, and the games after
it.
"""

from __future__ import annotations

from menhirs.core.actions import Player

RULES = "endless"
"""The name of the rule set: the game in four sentences (B0)."""
LEVEL = 1
"""The level of the computer."""
SIDE: Player = 1
"""The newcomer's seat: the player who begins is shown the placing first."""

GAMES = (("endless",), ("base", "base8", "base+21", "base8+21"), ("amsterdam",))
"""The games in the order in which they are best learnt; of equals the first is suggested."""


def next_game(rules: str) -> str | None:
    """The rule set to try after this one; None if it is the last."""
    steps = [number for number, names in enumerate(GAMES) if rules in names]
    return GAMES[steps[0] + 1][0] if steps and steps[0] + 1 < len(GAMES) else None


WANTED = {
    "rules": RULES,
    "opponent": "computer",
    "level": LEVEL,
    "side": str(SIDE),
    "guided": True,
}
"""The request that starts the first game."""
