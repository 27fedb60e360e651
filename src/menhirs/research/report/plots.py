"""The plots of a report, as SVG.

They work on paper as well as on a screen: text is text, each colour has its own pattern for
colour-blind people and black-and-white printers, and the same results always draw the same file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

from menhirs.core.rules import RuleSet
from menhirs.notation.extras import needed_extra
from menhirs.research.report.arrangement import Arrangement, arrangement_of
from menhirs.research.report.length import turns_of_win
from menhirs.research.report.shares import Tally, is_sample, share_interval, tally, weighed
from menhirs.research.report.turning_over import SolvedTurningOver
from menhirs.research.survey.layout_result import LayoutResult

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator
except ImportError:
    raise needed_extra("menhirs report", "research") from None

ResultsByRules = dict[RuleSet, list[LayoutResult]]

PARTS = ("player 1 wins", "tie", "player 2 wins")
_COLOURS = ("#0072B2", "#E3E1DA", "#E69F00")  # of Okabe and Ito's palette, and a light grey
_PATTERNS = ("", "", "////")
_WIDTH = 7.2  # inches: a page of A4 with its margins
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "menhirs",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
}
_BINS = 10


def drawn(draw: Callable[..., Figure], *arguments: Any) -> str:
    """The SVG of a plot."""
    with mpl.rc_context(_STYLE):
        figure = draw(*arguments)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    # Removes blanks at the ends of lines.
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def who_wins(layout_results: ResultsByRules) -> Figure:
    """A bar for each rule set, with confidence intervals."""
    figure, (axes,) = _figure(1, 1, 0.9 + 0.62 * len(layout_results))
    for row, (rules, found) in enumerate(layout_results.items()):
        counts = weighed(found)
        _stacked_row(axes, row, counts)
        least, most = share_interval(found, -1)
        if is_sample(found) and most - least > 0:
            axes.plot([1 - most, 1 - least], [row - 0.38] * 2, color="black", linewidth=1.2)
        axes.text(1.02, row, f"n = {len(found)}", va="center")
        axes.text(-0.02, row, rules.name, va="center", ha="right")
    _share_axis(axes)
    axes.set_yticks([])
    axes.invert_yaxis()
    _legend(figure)
    return figure


def by_arrangement(layout_results: ResultsByRules) -> Figure:
    """Who wins, by the arrangement of the menhirs: a row of plots for each rule set."""
    figure, grid = _figure(len(layout_results), 3, 0.7 + 1.45 * len(layout_results))
    for row, (rules, found) in enumerate(layout_results.items()):
        arrangements = [
            (arrangement_of(rules.geometry, each.menhirs), each.value) for each in found
        ]
        for column, (title, bin_of) in enumerate(ARRANGEMENTS):
            axes = grid[3 * row + column]
            groups: dict[str, list[int]] = {}
            for arrangement, value in sorted(arrangements, key=lambda pair: bin_of(pair[0])):
                groups.setdefault(bin_of(arrangement)[1], []).append(value)
            for place, values in enumerate(groups.values()):
                _stacked_column(axes, place, tally(values))
                axes.text(place, 1.02, str(len(values)), ha="center", va="bottom", fontsize=7)
            axes.set_xticks(range(len(groups)), list(groups))
            axes.set_xlim(-0.6, max(len(groups), 4) - 0.4)
            axes.set_ylim(0, 1.12)
            axes.set_yticks([0, 0.5, 1], ["0 %", "50 %", "100 %"] if column == 0 else [""] * 3)
            axes.set_xlabel(title)
            if column == 0:
                axes.set_title(rules.name, pad=8)
    _legend(figure)
    return figure


def first_placings(layout_results: ResultsByRules) -> Figure:
    """How many of the first placings keep the value of the game."""
    figure, grid = _figure(len(layout_results), 1, 0.5 + 1.35 * len(layout_results))
    for axes, (rules, found) in zip(grid, layout_results.items(), strict=True):
        shares = [each.keeping_first / len(each.first) for each in found if each.first]
        counts = Counter(min(_BINS, int(share * _BINS)) for share in shares)
        places = range(_BINS + 1)
        axes.bar(
            places, [counts[place] for place in places], color=_COLOURS[0], width=0.85, linewidth=0
        )
        labels = [f"{10 * place}–{10 * place + 9}" for place in range(_BINS)]
        axes.set_xticks(places, [*labels, "all"])
        axes.set_ylabel("layouts")
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.set_title(rules.name)
    grid[-1].set_xlabel("first placings that keep the value, in per cent of all cells")
    return figure


def lengths(layout_results: ResultsByRules) -> Figure:
    """In which round the winner wins with perfect play."""
    figure, grid = _figure(len(layout_results), 1, 0.7 + 1.5 * len(layout_results))
    for axes, (rules, found) in zip(grid, layout_results.items(), strict=True):
        counts: dict[str, list[int]] = {}
        for label, value in sorted((length_label(rules, f.value), f.value) for f in found):
            counts.setdefault(label[1], []).append(value)
        bottoms = [0] * len(counts)
        tallies = [tally(values) for values in counts.values()]
        for part in range(3):
            heights = [each.parts[part] for each in tallies]
            axes.bar(
                range(len(counts)),
                heights,
                bottom=bottoms,
                width=0.7,
                **_look(part),
            )
            bottoms = [a + b for a, b in zip(bottoms, heights, strict=True)]
        axes.set_xticks(range(len(counts)), list(counts))
        axes.set_xlim(-0.6, max(len(counts), 6) - 0.4)
        axes.set_xlabel("won in round")
        axes.set_ylabel("layouts")
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.set_title(rules.name)
    _legend(figure)
    return figure


def turning_over(turned: dict[RuleSet, list[SolvedTurningOver]]) -> Figure:
    """Who wins if menhirs are turned over at random, and if both players do it perfectly."""
    figure, (axes,) = _figure(1, 1, 0.9 + 1.1 * len(turned))
    row = 0
    for rules, layouts in turned.items():
        ways = tally(value for layout in layouts for value in layout.ways)
        best = tally(layout.value for layout in layouts)
        for label, counts in (("at random", ways), ("by both perfectly", best)):
            _stacked_row(axes, row, counts)
            axes.text(-0.02, row, f"{rules.name}\n{label}", va="center", ha="right")
            axes.text(1.02, row, f"n = {counts.total}", va="center")
            row += 1
    _share_axis(axes)
    axes.set_yticks([])
    axes.invert_yaxis()
    _legend(figure)
    return figure


def length_label(rules: RuleSet, value: int) -> tuple[int, str]:
    """The rounds in which such a game is won, and a number to sort by; ties come last."""
    turns = turns_of_win(rules, value)
    if not turns:
        return 999, "tie"
    if rules.is_endless:
        return 0, "any"
    first, last = turns[0], turns[-1]
    lap = f"\nlap {first.lap}" if rules.laps > 1 else ""
    rounds = f"{first.round}" if first.round == last.round else f"{first.round}–{last.round}"
    return first.number, f"{rounds}{lap}"


def _spread_bin(arrangement: Arrangement) -> tuple[float, str]:
    """Halves of a step."""
    low = int(arrangement.spread * 2) / 2
    return low, f"{low:.1f}–"


ARRANGEMENTS: Sequence[tuple[str, Callable[[Arrangement], tuple[float, str]]]] = (
    ("touching pairs", lambda arrangement: (arrangement.touching, str(arrangement.touching))),
    ("menhirs at the edge", lambda arrangement: (arrangement.at_edge, str(arrangement.at_edge))),
    ("average distance, in steps from", _spread_bin),
)
"""The three ways to look at a layout: a title, and the bin that it falls into."""


def _figure(rows: int, columns: int, height: float) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False)
    return figure, [axes for row in grid for axes in row]


def _look(part: int) -> dict[str, Any]:
    return {
        "facecolor": _COLOURS[part],
        "hatch": _PATTERNS[part],
        "edgecolor": "#333333",
        "linewidth": 0.5,
    }


def _stacked_row(axes: Axes, row: float, counts: Tally) -> None:
    left = 0.0
    for part, count in enumerate(counts.parts):
        share = count / counts.total
        axes.barh(row, share, left=left, height=0.55, **_look(part))
        if share >= 0.06:
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
            axes.text(left + share / 2, row, f"{share:.0%}", ha="center", va="center", bbox=box)
        left += share


def _stacked_column(axes: Axes, place: float, counts: Tally) -> None:
    bottom = 0.0
    for part, count in enumerate(counts.parts):
        share = count / counts.total
        axes.bar(place, share, bottom=bottom, width=0.75, **_look(part))
        bottom += share


def _share_axis(axes: Axes) -> None:
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.spines["left"].set_visible(False)


def _legend(figure: Figure) -> None:
    handles = [Patch(label=label, **_look(part)) for part, label in enumerate(PARTS)]
    figure.legend(handles=handles, loc="outside upper center", ncols=3)
