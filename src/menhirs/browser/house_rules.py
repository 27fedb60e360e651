"""The house rules of a static site, as a text that the build writes and the browser reads."""

from __future__ import annotations

import json
from collections.abc import Mapping

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.house_rules import read_rule_set, write_rule_set
from menhirs.view.as_json import as_json


def house_rules_text(offered: Mapping[str, RuleSet]) -> str:
    """The house rules on offer as text; empty if there are none."""
    house = {
        name: write_rule_set(rules) for name, rules in offered.items() if name not in RULE_SETS
    }
    return as_json(house) if house else ""


def offered_with(text: str) -> Mapping[str, RuleSet]:
    """Our rule sets and the house rules of such a text."""
    if not text:
        return RULE_SETS
    tables = json.loads(text)
    return {**RULE_SETS, **{name: read_rule_set(name, table) for name, table in tables.items()}}
