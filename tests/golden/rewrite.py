"""Writes all playthroughs anew: ``python -m tests.golden.rewrite``."""

from __future__ import annotations

from menhirs.notation.record import read_record
from tests.golden.playthrough import playthrough
from tests.golden.test_playthroughs import GAMES

if __name__ == "__main__":
    for path in GAMES:
        told = playthrough(read_record(path.read_text("utf-8")))
        path.with_suffix(".playthrough").write_text(told, "utf-8")
        print(f"{path.stem}: {len(told.splitlines())} lines")
