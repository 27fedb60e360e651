"""The report as Markdown. Every number in it comes from the results, so it can be made again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, median
from textwrap import wrap

from menhirs.core.rules import RuleSet
from menhirs.research.report.arrangement import arrangement_of
from menhirs.research.report.length import turns_of_win
from menhirs.research.report.plots import ARRANGEMENTS, PARTS, length_label
from menhirs.research.report.shares import (
    Tally,
    is_complete,
    is_sample,
    share_interval,
    sign_of,
    tally,
    weighed,
)
from menhirs.research.report.turning_over import SolvedTurningOver
from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.layouts import count_up_to_mirrors

_HOUR = 3600
_COLUMNS = 118
_WORTH_A_TABLE = 3  # layouts


@dataclass(frozen=True)
class BalanceReport:
    """The data of a report."""

    layout_results: dict[RuleSet, list[LayoutResult]]
    turned: dict[RuleSet, list[SolvedTurningOver]]
    """Layouts of which every way to turn menhirs over is solved."""
    pictures: dict[str, str]
    """The plots by their names, as paths beside the text."""
    remarks: str
    damaged: int
    guide: str | None = "surveys.md"
    """The page about surveys, as a path beside the text, if it is there."""


def written(report: BalanceReport) -> str:
    """The text of a report."""
    sections = (
        _opening,
        _who_wins,
        _placing,
        _length,
        _arrangement,
        _turning_over,
        _comparisons,
        _every_layout,
        _making,
    )
    return "\n".join(line for section in sections for line in section(report))


def _opening(report: BalanceReport) -> Iterator[str]:
    yield "# How balanced is the game?"
    yield ""
    yield from _paragraph(
        """Who wins if both play perfectly? The solver proves it for a layout at a time. `menhirs
        report` writes this page from the results of `menhirs survey`."""
    )
    if report.remarks.strip():
        yield report.remarks.strip()
        yield ""


def _who_wins(report: BalanceReport) -> Iterator[str]:
    yield "## Who wins"
    yield ""
    for rules, found in report.layout_results.items():
        yield from _item(f"**`{rules.name}`**: {_in_words(rules, found)}")
    yield ""
    yield from _picture(report, "who-wins", "Shares of wins and ties, by rule set")
    rows = [
        [f"`{rules.name}`", str(len(found)), *_shares(found)]
        for rules, found in report.layout_results.items()
    ]
    yield from _table(["rules", "layouts", *PARTS], rows)
    yield from _paragraph(
        """In brackets: the range in which the share of all layouts lies, with 95 % confidence
        (Wilson's interval). Where every layout was solved there is none. The thin line above a
        bar of the plot is that range for player 2."""
    )
    if any(_has_chosen(found) for found in report.layout_results.values()):
        yield from _paragraph(
            """Chosen layouts are no sample: they say nothing about the others, and have no such
            range."""
        )
    if any(rules.flips for rules in report.layout_results):
        yield from _paragraph(
            """Where menhirs are turned over, a layout here is a set of menhirs that is left
            standing."""
        )


def _in_words(rules: RuleSet, found: list[LayoutResult]) -> str:
    counts = weighed(found)
    names = ("player 1 wins", "it is a tie", "player 2 wins")
    parts = sorted(zip(counts.parts, names, strict=True), reverse=True)
    of_which = _of_which(found)
    (most, likeliest), *others = parts
    if most == counts.total:
        sentence = f"{of_which}: {likeliest} on every one."
    else:
        shares = ", ".join(f"{name} on {_share(n, counts.total)}" for n, name in others if n)
        sentence = f"{of_which}: {likeliest} on {_share(most, counts.total)}, {shares}."
    points = sorted({abs(layout_result.value) for layout_result in found} - {0})
    if points and not rules.is_endless:
        sentence += f" Wins are worth {_list_of(points)} point{'' if points == [1] else 's'}."
    return sentence


def _has_chosen(found: list[LayoutResult]) -> bool:
    return not is_complete(found) and not is_sample(found)


def _of_which(found: list[LayoutResult]) -> str:
    layouts = _count(len(found), "layout")
    if is_complete(found):
        return f"of all {layouts}"
    if is_sample(found):
        return f"of a sample of {layouts}"
    chosen = sum(layout_result.chosen for layout_result in found)
    if chosen == len(found):
        return f"of {_count(chosen, 'chosen layout')}"
    return f"of {layouts}, {chosen} of them chosen"


def _placing(report: BalanceReport) -> Iterator[str]:
    rows = []
    for rules, found in report.layout_results.items():
        placed = [layout_result for layout_result in found if layout_result.first]
        if not placed:
            continue
        all_keep = sum(
            layout_result.keeping_first == len(layout_result.first) for layout_result in placed
        )
        keep = [layout_result.keeping_first / len(layout_result.first) for layout_result in placed]
        ends = Tally(
            *(
                sum(
                    count
                    for layout_result in placed
                    for value, count in layout_result.starts.items()
                    if (value > 0) - (value < 0) == sign
                )
                for sign in (1, 0, -1)
            )
        )
        rows.append(
            [
                f"`{rules.name}`",
                f"{mean(keep):.0%}",
                f"{min(keep):.0%}",
                _share(all_keep, len(placed)),
                *(_share(part, ends.total) for part in ends.parts),
            ]
        )
    if not rows:
        return
    yield "## Placing fog"
    yield ""
    yield from _paragraph(
        """How many of the cells for the very first tile keep the value of the game, and how all
        ways to have placed the fog (good and bad ones together) fare with perfect play
        afterwards."""
    )
    yield from _picture(report, "first-placings", "First placings that keep the value")
    yield from _table(
        [
            "rules",
            "first placings that keep the value",
            "fewest on a layout",
            "layouts where all do",
            *(f"of all placings: {part}" for part in PARTS),
        ],
        rows,
    )


def _length(report: BalanceReport) -> Iterator[str]:
    yield "## How long perfect games last"
    yield ""
    yield from _paragraph("The points of a win tell the round in which it comes.")
    if any(rules.laps > 1 for rules in report.layout_results):
        yield from _paragraph(
            """Where players decide how to go on (A5), a win in the last round of lap 1 may also be
            a tie that is lost by the player who wanted to go on."""
        )
    yield from _picture(report, "length", "The round of the win")
    for rules, found in report.layout_results.items():
        if rules.is_endless:
            continue
        last = rules.last_round.number
        won = [layout_result for layout_result in found if layout_result.value]
        late = sum(
            all(
                (turn.round, turn.lap) == (last, rules.laps)
                for turn in turns_of_win(rules, each.value)
            )
            for each in won
        )
        if not won:
            yield from _item(f"`{rules.name}`: nobody wins, so all games go to the end.")
            continue
        labels = Counter(length_label(rules, layout_result.value)[1] for layout_result in won)
        label, times = labels.most_common(1)[0]
        round_ = label.replace("\n", " of ")
        yield from _item(
            f"""`{rules.name}`: {len(won)} of {len(found)} are won, most often ({times}) in round
            {round_}, and {late} in the very last round."""
        )
    yield ""


def _arrangement(report: BalanceReport) -> Iterator[str]:
    yield "## How the menhirs lie"
    yield ""
    yield from _paragraph(
        """*Touching pairs* are neighbouring menhirs; a menhir is *at the edge* if it has fewer than
        six neighbouring cells; the *distance* is the average over all pairs, in steps. Above each
        column: the number of layouts."""
    )
    yield from _picture(report, "lie", "Who wins, by how the menhirs lie")
    rows = []
    for rules, found in report.layout_results.items():
        for sign, part in zip((1, 0, -1), PARTS, strict=True):
            arrangements = [
                arrangement_of(rules.geometry, layout_result.menhirs)
                for layout_result in found
                if (layout_result.value > 0) - (layout_result.value < 0) == sign
            ]
            if arrangements:
                rows.append(
                    [
                        f"`{rules.name}`",
                        part,
                        str(len(arrangements)),
                        f"{mean(arrangement.touching for arrangement in arrangements):.1f}",
                        f"{mean(arrangement.at_edge for arrangement in arrangements):.1f}",
                        f"{mean(arrangement.spread for arrangement in arrangements):.2f}",
                    ]
                )
    titles = [title.partition(",")[0] for title, _ in ARRANGEMENTS]
    yield from _table(["rules", "perfect play", "layouts", *titles], rows)


def _turning_over(report: BalanceReport) -> Iterator[str]:
    if not report.turned:
        return
    yield "## Turning menhirs over"
    yield ""
    yield from _paragraph(
        """Layouts of which every way to turn menhirs over is solved: who wins if that is left to
        chance, and if both turn over perfectly."""
    )
    yield from _picture(report, "turning-over", "Turning over at random and perfectly")
    for rules, layouts in report.turned.items():
        matters = sum(layout.matters for layout in layouts)
        decided = tally(layout.value for layout in layouts)
        ways = tally(value for layout in layouts for value in layout.ways)
        yield from _item(
            f"""`{rules.name}`: on {_share(matters, len(layouts))} of {len(layouts)} layouts the
            ways differ in their value. At random, player 1 wins {_share(ways.one, ways.total)} of
            the ways and player 2 {_share(ways.two, ways.total)}; with perfect turning over player 1
            wins {_share(decided.one, decided.total)} of the layouts, player 2
            {_share(decided.two, decided.total)}."""
        )
    yield ""


def _comparisons(report: BalanceReport) -> Iterator[str]:
    shared = [
        (one, two, pairs)
        for one, two in combinations(report.layout_results, 2)
        if (pairs := _shared(report.layout_results[one], report.layout_results[two]))
    ]
    if not shared:
        return
    yield "## The same layouts under other rules"
    yield ""
    for one, two, pairs in shared:
        changed = sum(sign_of(a) != sign_of(b) for a, b in pairs)
        yield from _paragraph(
            f"""`{one.name}` against `{two.name}`: {_count(len(pairs), "layout")} solved under both;
            {changed} ({_share(changed, len(pairs))}) of them have another result."""
        )
        if len(pairs) < _WORTH_A_TABLE:
            continue
        rows = [
            [
                f"`{one.name}`: {part}",
                *(
                    str(sum((sign_of(a), sign_of(b)) == (sign, then) for a, b in pairs))
                    for then in (1, 0, -1)
                ),
            ]
            for sign, part in zip((1, 0, -1), PARTS, strict=True)
        ]
        yield from _table(["", *(f"`{two.name}`: {part}" for part in PARTS)], rows)


def _every_layout(report: BalanceReport) -> Iterator[str]:
    rows = []
    for rules, found in report.layout_results.items():
        spent = [each.processor_seconds for each in found if each.processor_seconds is not None]
        if not spent or is_complete(found):
            continue
        layouts = count_up_to_mirrors(rules.geometry, rules.standing)
        hours = layouts * median(spent) / _HOUR
        if hours < 1:
            continue
        rows.append(
            [
                f"`{rules.name}`",
                f"{layouts:,}",
                f"{median(spent):.1f} s",
                f"{hours:,.0f}",
                f"{hours / 24 / 64:,.1f}",
            ]
        )
    if not rows:
        return
    yield "## What it would take to solve every layout"
    yield ""
    yield from _paragraph(
        """The number of layouts that are no mirror images of each other, times the processor time
        of one (the median of those solved here, on the machine that solved them)."""
    )
    if any(rules.flips for rules in report.layout_results):
        yield from _paragraph(
            """Where menhirs are turned over these are the sets left standing, so every way to turn
            over is included."""
        )
    yield from _table(
        ["rules", "layouts", "processor time of one", "core hours for all", "days on 64 cores"],
        rows,
    )


def _making(report: BalanceReport) -> Iterator[str]:
    versions = _list_of(
        sorted(
            {
                layout_result.version
                for found in report.layout_results.values()
                for layout_result in found
            }
        )
    )
    total = sum(len(found) for found in report.layout_results.values())
    yield "## How this was made"
    yield ""
    guide = f"[How to make a survey]({report.guide})"
    if report.guide is None:
        guide = "`menhirs survey --help` tells how to make a survey"
    damaged = f"Damaged lines that were left out: {report.damaged}." if report.damaged else ""
    yield from _paragraph(
        f"""From {total} results of menhirs {versions}. Each was proven by working the game back
        from its last turn, over all positions that there are. A sample is drawn as tiles are laid,
        every layout as likely as any other; of mirror images, which are worth the same, one is
        solved. Every result has a checksum. {damaged} {guide}."""
    )


def _shared(one: list[LayoutResult], two: list[LayoutResult]) -> list[tuple[int, int]]:
    """The values of the layouts that both have."""
    if one[0].rules.geometry != two[0].rules.geometry:
        return []
    others = {layout_result.menhirs: layout_result.value for layout_result in two}
    return [
        (layout_result.value, others[layout_result.menhirs])
        for layout_result in one
        if layout_result.menhirs in others
    ]


def _shares(found: list[LayoutResult]) -> list[str]:
    counts, sentence = weighed(found), []
    for part, sign in zip(counts.parts, (1, 0, -1), strict=True):
        sure = ""
        if is_sample(found):
            least, most = share_interval(found, sign)
            sure = f" ({least:.0%} to {most:.0%})"
        sentence.append(f"{_share(part, counts.total)}{sure}")
    return sentence


def _share(count: int, total: int) -> str:
    """A share in per cent; a rare case is never rounded to 0 % or 100 %."""
    if not total:
        return "–"
    if 0 < count / total < 0.00005:
        return "under 0.01%"
    if 0 < count / total < 0.005 or 0.995 < count / total < 1:
        return f"{count / total:.2%}"
    return f"{count / total:.0%}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _list_of(items: Iterable[object]) -> str:
    """``1, 2 and 3``."""
    *early, last = [str(item) for item in items]
    return f"{', '.join(early)} and {last}" if early else last


def _paragraph(text: str) -> Iterator[str]:
    yield from wrap(" ".join(text.split()), _COLUMNS, break_on_hyphens=False)
    yield ""


def _item(text: str) -> Iterator[str]:
    """A line of a list."""
    yield from wrap(
        f"- {' '.join(text.split())}", _COLUMNS, subsequent_indent="  ", break_on_hyphens=False
    )


def _picture(report: BalanceReport, name: str, title: str) -> Iterator[str]:
    if name in report.pictures:
        yield f"![{title}]({report.pictures[name]})"
        yield ""


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---' for _ in heads)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
