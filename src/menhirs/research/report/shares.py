"""Counts of wins and ties, and confidence intervals of shares in samples."""

from __future__ import annotations

from collections import defaultdict
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


def share_interval(layout_results: list[LayoutResult], sign: int) -> tuple[float, float]:
    """Between which shares the true one of a sample lies, with 95 % confidence.

    The share is that of the values with this sign: 1 for wins of player 1, 0 for ties.

    Sets of one layout are alike and say less than as many sets of different layouts. They are
    counted as the number of independent sets that would be as sure (the design effect of a
    cluster sample, with the layouts as clusters).
    """
    clusters: dict[str, list[bool]] = defaultdict(list)
    for result in layout_results:
        of_layout = result.drawn.layout if result.drawn else ""
        clusters[of_layout or result.layout].append(sign_of(result.value) == sign)
    total, found = len(layout_results), sum(map(sum, clusters.values()))
    if total == len(clusters):
        return interval(found, total)
    share = found / total
    scatter = sum((sum(cluster) - share * len(cluster)) ** 2 for cluster in clusters.values())
    variance = scatter / total**2 * len(clusters) / max(1, len(clusters) - 1)
    if variance:
        independent = min(max(1.0, share * (1 - share) / variance), total)
    else:  # where all sets are worth the same, nothing is known of how alike those of a layout are
        independent = total if 0 < share < 1 else len(clusters)
    return interval(share * independent, independent)


def interval(count: float, total: float) -> tuple[float, float]:
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


def sign_of(value: int) -> int:
    """1 for a win of player 1, -1 for one of player 2, 0 for a tie."""
    return (value > 0) - (value < 0)
