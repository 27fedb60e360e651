"""What a solved layout came to: a small file beside its folder of tables, which may then go.

One line of JSON with a checksum in it: what cannot be read or belongs to another layout is never
taken for a result.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.atomic_file import write_atomically
from menhirs.engine.solver.layers import MOST
from menhirs.engine.solver.tables.folders import folder_of, layout_text
from menhirs.engine.solver.tables.table_file import TableFile

_MAGIC = "menhirs result"
_VERSION = 1
_LONGEST = 4096  # bytes; a longer file is none of ours
_MOST_SECONDS = 1e9  # more than any job takes


@dataclass(frozen=True)
class Result:
    """The value of a layout before its first tile is placed."""

    value: int
    """In points, to player 1."""
    seconds: float | None
    """How long it took to solve, if that was done in one go."""


def result_file(tables: Path, rules: RuleSet, menhirs: Mask) -> Path:
    """Where the result of a layout (after any turning over) lies."""
    folder = folder_of(tables, rules, menhirs)
    return folder.with_name(f"{folder.name}.result")


def write_result(tables: Path, rules: RuleSet, menhirs: Mask, result: Result) -> None:
    """Writes a result so that it is there whole or not at all."""
    content = _label(rules, menhirs) | {"value": result.value, "seconds": result.seconds}
    text = json.dumps(content | {"checksum": _checksum(content)})
    write_atomically(result_file(tables, rules, menhirs), [f"{text}\n".encode()])


def read_result(tables: Path, rules: RuleSet, menhirs: Mask) -> Result:
    """The result of a layout; an error if there is none that can be trusted."""
    path = result_file(tables, rules, menhirs)
    file = TableFile(path)
    data = file.read(0, min(file.size, _LONGEST))
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        raise file.foreign("it is no result of ours") from None
    if not isinstance(content, dict) or content.get("magic") != _MAGIC:
        raise file.foreign("it is no result of ours")
    for name, wanted in _label(rules, menhirs).items():
        if (found := content.get(name)) != wanted:
            raise file.foreign(f"its {name} is {found!r}, not {wanted!r}")
    checksum = content.pop("checksum", None)
    value, seconds = content.get("value"), content.get("seconds")
    if checksum != _checksum(content):
        raise file.foreign("its checksum is wrong")
    if not isinstance(value, int) or not -MOST <= value <= MOST:
        raise file.foreign("it is no result of ours")
    valid = isinstance(seconds, int | float) and 0 <= seconds < _MOST_SECONDS
    return Result(value, seconds if valid else None)


def _label(rules: RuleSet, menhirs: Mask) -> dict[str, Any]:
    return {
        "magic": _MAGIC,
        "version": _VERSION,
        "rules": rules.name,
        "layout": layout_text(rules, menhirs),
    }


def _checksum(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()
