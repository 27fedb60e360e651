"""The option --house-rules, which every command has: a file of rule sets beside our own."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from menhirs.core.errors import MenhirsError

if TYPE_CHECKING:
    from menhirs.core.rules import RuleSet


def add_house_rules_argument(parser: argparse.ArgumentParser) -> None:
    """The option --house-rules."""
    parser.add_argument(
        "--house-rules",
        metavar="FILE",
        default=os.environ.get("MENHIRS_HOUSE_RULES"),
        help="your own rule sets, in TOML (see docs/host/house-rules.md); the variable "
        "MENHIRS_HOUSE_RULES is used without it",
    )


def known_rules(path: str | None) -> Mapping[str, RuleSet]:
    """The built-in rule sets and those of the house rules file, if there is one."""
    # Imported here, so that --help does not wait for the rules to be loaded.
    from menhirs.core.rules import RULE_SETS

    if path is None:
        return RULE_SETS
    from menhirs.cli.sources import read_text
    from menhirs.notation.house_rules import read_house_rules

    text = read_text(path)
    try:
        return read_house_rules(text)
    except MenhirsError as error:
        error.place = path if error.place is None else f"{path}, {error.place}"
        raise
