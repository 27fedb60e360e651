"""What a layout is called, and where its tables lie: a folder for each layout and rule set."""

from __future__ import annotations

from pathlib import Path

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet


def layout_text(rules: RuleSet, menhirs: Mask) -> str:
    """The menhirs left after turning over, as they are named in labels."""
    return " ".join(rules.geometry.names_of(menhirs))


def folder_of(tables: Path, rules: RuleSet, menhirs: Mask) -> Path:
    """The folder of a layout (after any turning over) below the folder of all tables."""
    return tables / rules.name / "-".join(rules.geometry.names_of(menhirs))
