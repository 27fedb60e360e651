"""Among equal choices, the one that sets the opponent the hardest problem.

In a position that is not won, what wins against people is a choice after which most replies lose.
"""

from __future__ import annotations

from menhirs.engine.difficulty import difficulty
from menhirs.engine.search.root import Root
from menhirs.engine.stakes import POINT


def prefer_the_hardest(root: Root) -> None:
    """Puts first the choice that asks most of the opponent, of those as good as the best."""
    best = root.choices[0]
    if best.value >= POINT:
        return  # won: there is nothing to wait for
    traps = {choice: difficulty(choice.after) for choice in root.choices}
    rivals = [
        choice
        for choice in root.choices
        if choice.value >= best.value and traps[choice] > traps[best]
    ]
    for rival in sorted(rivals, key=lambda choice: traps[choice], reverse=True):
        if root.reaches(rival, best.value):
            root.prefer(rival)
            return
        if root.alphabeta.stopped:
            return
