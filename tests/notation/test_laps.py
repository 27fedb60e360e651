"""House rules with more than two laps: positions and records of their games read back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from menhirs.core.actions import Claim, Decide
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import Record, read_record, write_record

THREE_LAPS = replace(AMSTERDAM, name="three-laps", laps=3)
KNOWN = {THREE_LAPS.name: THREE_LAPS}


def test_three_laps_are_told_apart() -> None:
    numbers, laps = Random(3), set()
    start = Position.start(THREE_LAPS, random_menhirs(THREE_LAPS, 3))
    record = Record(start)
    while not record.final.is_over:
        position = record.final
        assert read_line(write_line(position), KNOWN) == position
        laps.add(write_line(position).split()[3].lstrip("0123456789"))
        if position.phase is Phase.DECIDE:
            record = record.play(Decide(go_on=False))
            continue
        calm = [
            action
            for action in position.board_actions()
            if not isinstance(action, Claim) and not position.play(action).is_over
        ]
        record = record.play(numbers.choice(calm or position.board_actions()))
    assert laps == {"", "b", "c"}
    assert read_record(write_record(record), KNOWN).final == record.final
