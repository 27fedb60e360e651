"""The results of an engine about a position, as data and in words.

:class:`Found` is an analysis as plain data, to be sent between processes; it is put into words
where the reader's language is known. No I/O.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from threading import Event
from typing import Literal, cast

from menhirs.core.actions import Player, other
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Analyst, Limits, Line
from menhirs.notation.actions import write_action
from menhirs.notation.people import People, Translator
from menhirs.view.analysis.analysis_messages import BookEntry, EngineData, EngineLine, ValueData
from menhirs.view.messages import PlayerNumber
from menhirs.view.player_names import side_names

ALL_LINES = 10_000
"""More lines than any position has actions."""
_LONGEST_SHOWN = 12
"""The number of actions of a line that are shown."""


@dataclass(frozen=True)
class FoundLine:
    """A line of play, as texts."""

    value: int
    proven: bool
    actions: tuple[str, ...]
    estimate: float | None = None
    """Finer than the value, where it is not proven."""


@dataclass(frozen=True)
class Found:
    """An analysis of a position as plain data."""

    player: Player
    """The player to whom the values are points."""
    depth: int
    nodes: int
    seconds: float
    source: str
    value: int
    proven: bool
    lines: tuple[FoundLine, ...]
    book: tuple[FoundLine, ...] = ()
    """Every action with its exact value, if the layout was solved."""
    is_over: bool = True
    """Whether the analysis is finished: the value is proven."""


def found(position: Position, analysis: Analysis, book: Iterable[Line] = ()) -> Found:
    """An analysis as plain data."""
    return Found(
        player=position.player,
        depth=analysis.depth,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 2),
        source=analysis.source,
        value=analysis.value,
        proven=analysis.proven,
        lines=tuple(_plain(position, line) for line in analysis.lines),
        book=tuple(_plain(position, line) for line in book if line.proven),
        is_over=analysis.proven,
    )


def found_data(
    known: Found | None,
    status: Literal["waiting", "thinking", "paused", "done"],
    language: Translator,
) -> EngineData:
    """The state of an analysis as data; ``known`` is None at its beginning."""
    if known is None:
        known = Found(1, 0, 0, 0.0, "search", 0, False, ())
    return {
        "status": status,
        "depth": known.depth,
        "nodes": known.nodes,
        "seconds": known.seconds,
        "source": cast('Literal["search", "table"]', known.source),
        "proven": known.proven,
        "lines": [_line_data(known.player, line, language) for line in known.lines],
        "book": [_entry_data(known.player, line, language) for line in known.book],
    }


def find_value(
    analyst: Analyst, position: Position, nodes: int, stop: Event | None = None
) -> Found:
    """The value of a position and of its actions, within a fixed number of nodes.

    One line is proven sooner than all of them, so the value comes from one search and the other
    actions that keep it from a second.
    """
    limits = Limits(nodes=nodes)
    value = analyst.analyse(position, limits, stop=stop)
    every = analyst.analyse(position, limits, lines=ALL_LINES, stop=stop)
    if every.proven or not value.proven:
        return found(position, every)
    first = value.lines[0]
    others = (line for line in every.lines if line.actions[0] != first.actions[0])
    return found(position, replace(value, lines=(first, *others)))


def value_data(position: str, known: Found, language: Translator) -> ValueData:
    """The value of a position line, with the actions that keep it and a line of best play."""
    best = [line for line in known.lines if line.value == known.value]
    if known.proven:
        best = [line for line in best if line.proven]
    _, words = verdict(known.player, known.value, known.proven, language)
    return {
        "position": position,
        "player": cast("PlayerNumber", known.player),
        "value": known.value,
        "proven": known.proven,
        "source": cast('Literal["search", "table"]', known.source),
        "nodes": known.nodes,
        "best": [line.actions[0] for line in best],
        "line": list(best[0].actions) if best else [],
        "words": words,
    }


def _plain(position: Position, line: Line) -> FoundLine:
    texts, actions = [], line.actions[:_LONGEST_SHOWN]
    for action in actions:
        texts.append(write_action(action, position))
        position = position.play_unchecked(action)
    return FoundLine(line.value, line.proven, tuple(texts), line.estimate)


def _line_data(player: Player, line: FoundLine, language: Translator) -> EngineLine:
    label, words = verdict(player, line.value, line.proven, language)
    if line.estimate is not None:
        label = estimate_label(player, line.estimate, language)
    return {
        "value": line.value,
        "proven": line.proven,
        "estimate": line.estimate,
        "actions": list(line.actions),
        "label": label,
        "words": words,
    }


def _entry_data(player: Player, line: FoundLine, language: Translator) -> BookEntry:
    label, words = verdict(player, line.value, True, language)
    return {"action": line.actions[0], "value": line.value, "label": label, "words": words}


def estimate_label(player: Player, estimate: float, language: Translator) -> str:
    """An estimate in short: the player who is ahead, and by how many tenths of a point."""
    tenths = round(abs(estimate) * 10)
    if not tenths:
        tie = language.gettext("tie")
        return f"≈ {tie}"
    # Translators: a number with one decimal.
    number = language.gettext("{whole}.{tenths}").format(whole=tenths // 10, tenths=tenths % 10)
    people = People(others=side_names(language))
    return people.named(
        player if estimate > 0 else other(player), f"≈ {{player}} {number}", language
    )


def verdict(player: Player, value: int, proven: bool, language: Translator) -> tuple[str, str]:
    """The meaning of a value to a player, in short and as a sentence."""
    _, ngettext = language.gettext, language.ngettext
    if not value:
        label = _("tie")
        sentence = _("A tie: proven.") if proven else _("About even: an estimate.")
        return (label if proven else f"≈ {label}"), sentence
    winner, points = player if value > 0 else other(player), abs(value)
    people = People(others=side_names(language))
    label = people.named(winner, f"{{player}} {points}", language)
    if proven:
        sentence = ngettext(
            "{player} wins {n} point: proven.", "{player} wins {n} points: proven.", points
        )
        return label, people.named(winner, sentence, language, n=points)
    sentence = ngettext(
        "{player} leads by about {n} point: an estimate.",
        "{player} leads by about {n} points: an estimate.",
        points,
    )
    return f"≈ {label}", people.named(winner, sentence, language, n=points)
