"""Info lines: one line of play with its value.

``info line 1 value 12 proven no depth 5 nodes 4321 seconds 0.25 source search actions c3-NE xc4``

An info line is pairs of a word and a value; ``actions`` comes last and takes the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis
from menhirs.notation.actions import write_action

_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Info:
    """The content of an info line. Actions stay text: reading them takes the position."""

    line: int
    """1 for the best line, 2 for the next …"""
    value: int
    """Points, from the view of the player to act."""
    proven: bool
    depth: int
    nodes: int
    seconds: float
    source: str
    actions: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"info line {self.line} value {self.value} proven {'yes' if self.proven else 'no'}"
            f" depth {self.depth} nodes {self.nodes} seconds {self.seconds:.3f}"
            f" source {self.source} actions {' '.join(self.actions)}"
        ).rstrip()


def infos_of(analysis: Analysis, position: Position) -> Iterator[Info]:
    """Yields an info line for each line of an analysis."""
    for number, line in enumerate(analysis.lines, start=1):
        actions = []
        reached = position
        for action in line.actions:
            actions.append(write_action(action, reached))
            reached = reached.play(action)
        yield Info(
            line=number,
            value=line.value,
            proven=line.proven,
            depth=analysis.depth,
            nodes=analysis.nodes,
            seconds=analysis.seconds,
            source=analysis.source,
            actions=tuple(actions),
        )


def read_info(text: str) -> Info | None:
    """Reads an info line, skipping unknown words; None if it is malformed."""
    head, found, actions = f"{text} ".partition(" actions ")
    words = head.split()[1:]
    if not found or len(words) % 2:
        return None
    values = dict(zip(words[::2], words[1::2], strict=True))
    numbers = {name: values.get(name, "") for name in ("line", "value", "depth", "nodes")}
    seconds, proven = values.get("seconds", ""), values.get("proven")
    readable = all(_NUMBER.fullmatch(number) for number in numbers.values())
    if not readable or not _SECONDS.fullmatch(seconds) or proven not in ("yes", "no"):
        return None
    return Info(
        **{name: int(number) for name, number in numbers.items()},
        proven=proven == "yes",
        seconds=float(seconds),
        source=values.get("source", ""),
        actions=tuple(actions.split()),
    )
