"""House rules as a text: a TOML file in which every table is a rule set.

    [quick]
    like = "amsterdam"      # begin with these rules, and change what is named below
    title = "Quick Amsterdam"
    chances = 2
    decision_after = 4

``docs/host/house-rules.md`` lists all keys. Any rule set can be written as such a table and read
back equal; a match keeps its rules in that form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.geometry import Geometry
from menhirs.core.rules import RULE_SETS, Round, RuleSet, Taking, rule_set
from menhirs.core.scoring import RoundScoring, Scoring, TileScoring, WinScoring
from menhirs.notation.toml import NoToml, read_toml

Table = Mapping[str, Any]
"""A rule set as TOML or JSON data."""

_KEYS = {
    "title": "title",
    "board": "geometry",
    "menhirs": "menhirs",
    "fog_tiles": "fog_tiles",
    "flips_each": "flips_each",
    "chances": "chances",
    "decision_after": "decision_after",
    "laps": "laps",
    "repetitions": "repetitions",
    "claim_seconds": "claim_time",
    "showing_seconds": "showing_time",
    "rounds": "schedule",
    "clearing_from": "schedule",
    "claims": "schedule",
    "scoring": "scoring",
}
"""The keys of a table, and the field of :class:`RuleSet` that each decides."""
_ROUND_KEYS = ("round", "to", "place", "held", "take", "claim")
_SCORING_KEYS = ("by", "bonus_round", "bonus", "lap_bonus")
_LONGEST_TITLE = 60
_LONGEST_TEXT = 65_536
_MOST_ROUNDS = 100
_MOST_COLUMNS = 100
_LARGEST = 200  # boards have at most 60 cells, so no number in their rules needs to be larger


def read_house_rules(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> dict[str, RuleSet]:
    """The known rule sets and those of the text, by name. A name that is taken is refused."""
    try:
        tables = read_toml(text, _LONGEST_TEXT)
    except NoToml as error:
        raise Malformed("house-syntax", why=str(error)) from None
    found = dict(known)
    for name, table in tables.items():
        try:
            if not isinstance(table, dict):
                raise Malformed("house-key", key=name, known="tables with rules in them")
            if name in found:
                raise Malformed("house-name", name=name)
            found[name] = read_rule_set(name, table, found)
        except MenhirsError as error:
            raise error.locate(place=_place(text, name, table, error)) from None
    if len(found) == len(known):
        raise Malformed("house-empty")
    return found


def read_rule_set(name: str, table: Table, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """The rule set that a table describes."""
    _check_keys(table, ("like", *_KEYS))
    like = rule_set(_text(table, "like", "base"), known)
    readers: dict[str, Callable[[Table, RuleSet], object]] = {
        "title": lambda table, _: _text(table, "title", "", most=_LONGEST_TITLE),
        "geometry": lambda table, _: Geometry(_heights(table)),
        "menhirs": lambda table, _: _number(table, "menhirs"),
        "fog_tiles": lambda table, _: _number(table, "fog_tiles"),
        "flips_each": lambda table, _: _number(table, "flips_each"),
        "chances": lambda table, _: _number_or_none(table, "chances"),
        "decision_after": lambda table, _: _number_or_none(table, "decision_after"),
        "laps": lambda table, _: _number(table, "laps"),
        "repetitions": lambda table, _: _number_or_none(table, "repetitions"),
        "claim_time": lambda table, _: _milliseconds(table, "claim_seconds"),
        "showing_time": lambda table, _: _milliseconds(table, "showing_seconds"),
        "schedule": _schedule,
        "scoring": lambda table, _: _scoring(table),
    }
    fields = dict.fromkeys(_KEYS[key] for key in table if key != "like")
    changes: dict[str, Any] = {field: readers[field](table, like) for field in fields}
    return replace(like, **{"name": name, "title": name, **changes})


def write_rule_set(rules: RuleSet) -> dict[str, Any]:
    """A complete table, from which the rule set reads back equal."""
    return {
        "title": rules.title,
        "board": list(rules.geometry.heights),
        "menhirs": rules.menhirs,
        "fog_tiles": rules.fog_tiles,
        "flips_each": rules.flips_each,
        "chances": False if rules.chances is None else rules.chances,
        "decision_after": False if rules.decision_after is None else rules.decision_after,
        "laps": rules.laps,
        "repetitions": False if rules.repetitions is None else rules.repetitions,
        "claim_seconds": rules.claim_time / 1000,
        "showing_seconds": rules.showing_time / 1000,
        "rounds": [_write_round(entry) for entry in rules.schedule],
        "scoring": _write_scoring(rules.scoring),
        "like": "amsterdam" if rules.sheet == "A" else "base",
    }


def write_rules(rules: RuleSet) -> dict[str, Any]:
    """A rule set as data: its name, and a complete table if it is a house rule."""
    house = {} if rules.name in RULE_SETS else {"house": write_rule_set(rules)}
    return {"rules": rules.name, **house}


def read_rules(data: Table) -> RuleSet:
    """The rule set from the data of :func:`write_rules`."""
    name, house = data["rules"], data.get("house")
    return rule_set(name) if house is None else read_rule_set(name, house)


def _schedule(table: Table, like: RuleSet) -> tuple[Round, ...]:
    """The rounds as written out, or the rounds of the rule set named by ``like``, with changes."""
    schedule = _rounds(table) if "rounds" in table else like.schedule
    if "clearing_from" in table:
        schedule = _clearing_from(table["clearing_from"], schedule)
    if "claims" in table:
        claimed = _claimed(table["claims"], schedule)
        schedule = tuple(replace(entry, claims=entry.number in claimed) for entry in schedule)
    return schedule


def _rounds(table: Table) -> tuple[Round, ...]:
    entries = table["rounds"]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _bad_value("rounds", entries, "a list of tables such as {round = 11, take = 'may'}")
    rounds: list[Round] = []
    for entry in entries:
        _check_keys(entry, _ROUND_KEYS)
        first = _number(entry, "round")
        last = _number(entry, "to", first)
        if len(rounds) + abs(last - first) >= _MOST_ROUNDS:
            raise _bad_value("rounds", entries, f"a list of at most {_MOST_ROUNDS} rounds")
        step = 1 if last >= first else -1
        rounds += [_round(number, entry) for number in range(first, last + step, step)]
    return tuple(rounds)


def _round(number: int, entry: Table) -> Round:
    return Round(
        number,
        places=_truth(entry, "place"),
        held=_number(entry, "held", 0),
        taking=_taking(entry.get("take", "never")),
        claims=_truth(entry, "claim"),
    )


def _taking(data: object) -> tuple[Taking, Taking]:
    """One word for both players, or a list of two."""
    words = data if isinstance(data, list) else [data, data]
    try:
        one, two = (Taking(word) for word in words)
    except ValueError:
        wanted = "'never', 'may' or 'must', or a list of two of them"
        raise _bad_value("take", data, wanted) from None
    return one, two


def _clearing_from(data: object, schedule: tuple[Round, ...]) -> tuple[Round, ...]:
    """B3: from that player's turn in that round on every turn takes a tile away."""
    if not isinstance(data, dict):
        raise _bad_value("clearing_from", data, "a table such as {round = 9, player = 1}")
    _check_keys(data, ("round", "player"))
    number, player = _number(data, "round"), _number(data, "player", 1)
    numbers = [entry.number for entry in schedule]
    if number not in numbers or player not in (1, 2):
        raise _bad_value("clearing_from", data, "a round of these rules, and player 1 or 2")
    first = 2 * numbers.index(number) + player - 1

    def taking(turn: int) -> Taking:
        return Taking.MUST if turn >= first else Taking.NEVER

    return tuple(
        entry if entry.places else replace(entry, taking=(taking(2 * i), taking(2 * i + 1)))
        for i, entry in enumerate(schedule)
    )


def _claimed(data: object, schedule: tuple[Round, ...]) -> set[int]:
    """The numbers of the rounds that can be claimed on (A9)."""
    moving = {entry.number for entry in schedule if not entry.places}
    if isinstance(data, bool):
        return moving if data else set()
    if isinstance(data, list) and all(number in moving for number in data):
        return set(data)
    raise _bad_value("claims", data, "true, false, or a list of rounds in which fog is moved")


def _scoring(table: Table) -> Scoring:
    data = table["scoring"]
    if not isinstance(data, dict):
        raise _bad_value("scoring", data, "a table such as {by = 'tiles'} or {by = 'rounds'}")
    _check_keys(data, _SCORING_KEYS)
    match data.get("by"):
        case "tiles":
            bonus = _number_or_none(data, "bonus") if "bonus" in data else None
            return TileScoring(bonus_round=_number(data, "bonus_round", 0), bonus=bonus)
        case "rounds":
            return RoundScoring(a_lap_earlier=_number(data, "lap_bonus", 0))
        case "wins":
            return WinScoring()
        case by:
            raise _bad_value("by", by, "'tiles', 'rounds' or 'wins'")


def _write_round(entry: Round) -> dict[str, Any]:
    return {
        "round": entry.number,
        "place": entry.places,
        "held": entry.held,
        "take": [taking.value for taking in entry.taking],
        "claim": entry.claims,
    }


def _write_scoring(scoring: Scoring) -> dict[str, Any]:
    match scoring:
        case TileScoring(bonus_round, None):
            return {"by": "tiles", "bonus_round": bonus_round}
        case TileScoring(bonus_round, bonus):
            return {"by": "tiles", "bonus_round": bonus_round, "bonus": bonus}
        case RoundScoring(a_lap_earlier):
            return {"by": "rounds", "lap_bonus": a_lap_earlier}
        case WinScoring():
            return {"by": "wins"}
        case _:
            raise TypeError(f"no text for the scoring {scoring!r}")


# Values.


def _check_keys(table: Table, known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise Malformed("house-key", key=key, known=", ".join(known))


def _bad_value(key: str, value: object, wanted: str) -> Malformed:
    return Malformed("house-value", key=key, value=_shortened(value), wanted=wanted)


def _shortened(value: object, most: int = 60) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _text(table: Table, key: str, default: str, most: int = 40) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise _bad_value(key, value, f"a text of at most {most} characters")
    return value


def _number(table: Table, key: str, default: int | None = None) -> int:
    value = table.get(key, default)
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise _bad_value(key, value, f"a whole number from 0 to {_LARGEST}")
    return value


def _number_or_none(table: Table, key: str) -> int | None:
    return None if table[key] is False else _number(table, key)


def _truth(table: Table, key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise _bad_value(key, value, "true or false")
    return value


def _milliseconds(table: Table, key: str) -> int:
    value = table[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 3600:
        raise _bad_value(key, value, "a number of seconds, at most 3600")
    return round(value * 1000)


def _heights(table: Table) -> tuple[int, ...]:
    value = table["board"]
    is_short = isinstance(value, list) and len(value) <= _MOST_COLUMNS
    if not is_short or not all(type(height) is int for height in value):
        raise _bad_value("board", value, "the heights of the columns, as in [3, 4, 5, 6, 5, 4, 3]")
    return tuple(value)


# Places.


def _place(text: str, name: str, table: object, error: MenhirsError) -> str:
    """Where in the text the error stands: the line of its key, or of its table."""
    lines = text.splitlines()
    quoted = re.escape(name)
    header = re.compile(rf"""\s*\[+\s*["']?{quoted}["']?\s*[\].]|\s*["']?{quoted}["']?\s*[=.]""")
    starts = [number for number, line in enumerate(lines) if header.match(line)]
    first = starts[0] if starts else 0
    for key in _keys_concerned(table, error):
        pattern = re.compile(rf"""(?:.*[\[{{,.\s])?["']?{re.escape(key)}["']?\s*=""")
        for number in range(first, len(lines)):
            if number > first and lines[number].startswith("[") and number not in starts:
                break
            if pattern.match(lines[number]):
                return f"line {number + 1}, {name}.{key}"
    return f"line {first + 1}, {name}"


def _keys_concerned(table: object, error: MenhirsError) -> list[str]:
    """The keys of the table that an error may be about, the likeliest first."""
    if not isinstance(table, dict):
        return []
    if (key := error.details.get("key")) is not None:
        return [str(key)]
    if error.code == "rules":
        return ["like"]
    data = error.details.get("fields")
    fields = data if isinstance(data, tuple) else ("geometry",)  # the board says so by itself
    return [key for field in fields for key in table if _KEYS.get(key) == field]
