"""Counts of wins and ties, and confidence intervals of shares in samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.layouts import count_up_to_mirrors, images

_SURE = 1.959964  # 95 of 100 such intervals hold the true share


@dataclass(frozen=True)
class Tally:
    """How many layouts each player wins with perfect play, and how many are ties."""

    one: int = 0
    tied: int = 0
    two: int = 0

    @property
    def total(self) -> int:
        return self.one + self.tied + self.two

    @property
    def parts(self) -> tuple[int, int, int]:
        return self.one, self.tied, self.two


def tally(values: Iterable[int]) -> Tally:
    """Counts values in points to player 1."""
    found = list(values)
    return Tally(
        one=sum(value > 0 for value in found),
        tied=sum(value == 0 for value in found),
        two=sum(value < 0 for value in found),
    )


def is_complete(layout_results: list[LayoutResult]) -> bool:
    """Whether these are all layouts of their rules, not a sample."""
    rules = layout_results[0].rules
    return len(layout_results) == count_up_to_mirrors(rules.geometry, rules.standing)


def is_sample(layout_results: list[LayoutResult]) -> bool:
    """Whether these are a random sample of all layouts of their rules."""
    return not is_complete(layout_results) and not any(
        layout_result.chosen for layout_result in layout_results
    )


def weighed(layout_results: list[LayoutResult]) -> Tally:
    """The tally of results of one rule set, as the tiles are laid.

    A sample is drawn that way. Where all layouts up to mirror images are there, each counts as
    often as it has images.
    """
    if not is_complete(layout_results):
        return tally(layout_result.value for layout_result in layout_results)
    return tally(
        layout_result.value
        for layout_result in layout_results
        for _ in images(layout_result.rules.geometry, layout_result.menhirs)
    )


def interval(count: int, total: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson)."""
    if not total:
        return 0.0, 1.0
    share, square = count / total, _SURE**2
    centre = share + square / (2 * total)
    width = _SURE * sqrt(share * (1 - share) / total + square / (4 * total**2))
    least = (centre - width) / (1 + square / total)
    most = (centre + width) / (1 + square / total)
    # With no or only hits the interval reaches exactly 0 or 1.
    return (0.0 if count == 0 else least), (1.0 if count == total else most)
