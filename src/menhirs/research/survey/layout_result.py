"""The result of a solved layout, as a line of JSON with a checksum.

A line identifies itself: the rules by name and checksum, the menhirs, and the version of the
program. So lines of several machines can be put into one file in any order, and a line that was
damaged, or belongs to other rules of the same name, is never taken for a result.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from menhirs import __version__
from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import Cell, Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.layers import MOST
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.notation.house_rules import write_rule_set
from menhirs.research.survey.layouts import canonical

LONGEST_LINE = 8192
_MAGIC = "menhirs survey"
_FORMAT = 1


@dataclass(frozen=True)
class LayoutKey:
    """The key of a result: rules and menhirs."""

    rules: str
    """The name of the rules."""
    says: str
    """A checksum of the rules."""
    menhirs: Mask

    @staticmethod
    def of(rules: RuleSet, menhirs: Mask) -> LayoutKey:
        """The key of a layout in any of its mirror images."""
        return LayoutKey(rules.name, rules_checksum(rules), canonical(rules.geometry, menhirs))


@dataclass(frozen=True)
class Drawn:
    """How a set of menhirs came into a sample."""

    seed: str
    layout: str = ""
    """Where all sets of a layout are solved: its menhirs. Such sets are not independent."""

    def as_dict(self) -> dict[str, str]:
        """The fields that say something."""
        return {"seed": self.seed} | ({"layout": self.layout} if self.layout else {})


@dataclass(frozen=True)
class LayoutResult:
    """Perfect play on one set of menhirs; values in points to player 1."""

    rules: RuleSet
    menhirs: Mask
    """The menhirs left after turning over, in their canonical image."""
    value: int
    first: Mapping[Cell, int]
    """The value of placing the first tile on each cell."""
    starts: Mapping[int, int]
    """The number of placings of all fog for each value."""
    seconds: float
    """The seconds that solving took."""
    processor_seconds: float | None
    """On all cores together; None if the process had other work at the time."""
    version: str = __version__
    chosen: bool = False
    """Whether the layout was chosen by a person, so that it belongs to no sample."""
    drawn: Drawn | None = None
    """None for chosen layouts, where all layouts are solved, and in files of earlier versions."""

    @property
    def key(self) -> LayoutKey:
        return LayoutKey(self.rules.name, rules_checksum(self.rules), self.menhirs)

    @property
    def layout(self) -> str:
        """The names of the menhirs' cells."""
        return layout_text(self.rules, self.menhirs)

    @property
    def keeping_first(self) -> int:
        """How many cells for the first tile keep the value of the game."""
        return sum(value == self.value for value in self.first.values())

    def written(self) -> str:
        """The result as one line."""
        name = self.rules.geometry.name
        first: dict[str, list[str]] = {}
        for cell, value in sorted(self.first.items()):
            first.setdefault(str(value), []).append(name(cell))
        content = {
            "magic": _MAGIC,
            "format": _FORMAT,
            "version": self.version,
            "rules": self.rules.name,
            "says": rules_checksum(self.rules),
            "layout": self.layout,
            "value": self.value,
            "first": {value: " ".join(names) for value, names in sorted(first.items())},
            "starts": {str(value): count for value, count in sorted(self.starts.items())},
            "seconds": round(self.seconds, 3),
            "processor_seconds": (
                None if self.processor_seconds is None else round(self.processor_seconds, 3)
            ),
        }
        if self.chosen:  # lines of samples stay as they always were
            content["chosen"] = True
        if self.drawn is not None:
            content["drawn"] = self.drawn.as_dict()
        return json.dumps(content | {"checksum": _checksum(content)})


class Damaged(ValueError):
    """A line is not an intact result."""


class UnknownRules(Exception):
    """A line is intact, but its rules are unknown here, or different ones of that name are
    known.
    """

    def __init__(self, name: str, *, differ: bool) -> None:
        super().__init__(name)
        self.name = name
        self.differ = differ


def read_layout_result(line: str, known: Mapping[str, RuleSet]) -> LayoutResult:
    """The result of a line; raises :class:`Damaged` or :class:`UnknownRules`."""
    content = _content(line)
    name = content.get("rules")
    rules = known.get(name) if isinstance(name, str) else None
    if rules is None:
        raise UnknownRules(str(name), differ=False)
    if content.get("says") != rules_checksum(rules):
        raise UnknownRules(rules.name, differ=True)
    try:
        return _layout_result(rules, content)
    except (KeyError, ValueError, TypeError, AttributeError, MenhirsError):
        raise Damaged("it tells nothing that can be") from None


@lru_cache
def rules_checksum(rules: RuleSet) -> str:
    """A checksum of rules, without their title."""
    content = {key: value for key, value in write_rule_set(rules).items() if key != "title"}
    return _checksum(content)[:16]


def _content(line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise Damaged("it is too long")
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise Damaged("it is no JSON") from None
    if not isinstance(content, dict) or content.get("magic") != _MAGIC:
        raise Damaged("it is no result of a survey")
    if content.get("format") != _FORMAT:
        raise Damaged(f"its format is {content.get('format')!r}, not {_FORMAT}")
    checksum = content.pop("checksum", None)
    if checksum != _checksum(content):
        raise Damaged("its checksum is wrong")
    return content


def _layout_result(rules: RuleSet, content: dict[str, Any]) -> LayoutResult:
    geometry = rules.geometry
    menhirs = geometry.mask_of(content["layout"])
    if menhirs.bit_count() != rules.standing or menhirs != canonical(geometry, menhirs):
        raise Damaged("it is no layout of these rules")
    first = {
        geometry.cell(name): _points(value)
        for value, names in content["first"].items()
        for name in names.split()
    }
    starts = Counter({_points(value): int(count) for value, count in content["starts"].items()})
    processor_seconds = content["processor_seconds"]
    return LayoutResult(
        rules,
        menhirs,
        _points(content["value"]),
        first,
        starts,
        float(content["seconds"]),
        None if processor_seconds is None else float(processor_seconds),
        str(content["version"]),
        _truth(content.get("chosen", False)),
        _drawn(content.get("drawn")),
    )


def _drawn(entry: object) -> Drawn | None:
    if entry is None:
        return None
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        raise Damaged("it tells nothing that can be")
    return Drawn(**entry)


def _truth(entry: object) -> bool:
    if not isinstance(entry, bool):
        raise Damaged("it tells nothing that can be")
    return entry


def _points(entry: object) -> int:
    value = int(str(entry))
    if not -MOST <= value <= MOST:
        raise Damaged("nothing is worth so much")
    return value


def _checksum(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
