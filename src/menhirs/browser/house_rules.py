"""The rule sets of a site beside our own, as the text that its builder leaves for its Python."""

from __future__ import annotations

import json
from collections.abc import Mapping

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.house_rules import read_rule_set, write_rule_set
from menhirs.view.as_json import as_json


def house_rules_text(offered: Mapping[str, RuleSet]) -> str:
    """What is offered beside our own rules; empty if there is nothing."""
    house = {
        name: write_rule_set(rules) for name, rules in offered.items() if name not in RULE_SETS
    }
    return as_json(house) if house else ""


def offered_with(text: str) -> Mapping[str, RuleSet]:
    """Our rule sets, and those that were written so."""
    if not text:
        return RULE_SETS
    tables = json.loads(text)
    return {**RULE_SETS, **{name: read_rule_set(name, table) for name, table in tables.items()}}
