"""The options of learning programs: the rules by name, house rules included, and the layout."""

from __future__ import annotations

from pathlib import Path

from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.geometry import Mask
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.notation.board import read_layout
from menhirs.notation.house_rules import read_house_rules


def chosen_rules(name: str, house_rules: str = "") -> RuleSet:
    """The rule set of that name; one of our own, or of a file of house rules."""
    if not house_rules:
        return rule_set(name)
    try:
        text = Path(house_rules).read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise Malformed("file", path=house_rules, why=str(error)) from None
    try:
        return rule_set(name, read_house_rules(text, RULE_SETS))
    except MenhirsError as error:
        raise error.locate(place=house_rules) from None


def chosen_menhirs(rules: RuleSet, layout: str = "", seed: int | None = None) -> Mask | None:
    """The menhirs of a written board, or of a seed; None if neither is given."""
    if layout and seed is not None:
        raise Malformed("one-of", options="layout, seed")
    if layout:
        return read_layout(layout, rules).menhirs
    return None if seed is None else random_menhirs(rules, seed)
