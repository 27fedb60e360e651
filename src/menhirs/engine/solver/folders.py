"""Where the tables of a layout lie: one folder for each layout of each rule set."""

from __future__ import annotations

from pathlib import Path

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet


def folder_of(tables: Path, rules: RuleSet, menhirs: Mask) -> Path:
    """The folder of a layout (after any turning over) below the folder of all tables."""
    return tables / rules.name / "-".join(rules.geometry.names_of(menhirs))
