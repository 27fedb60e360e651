"""Position lines that contradict the rules or themselves, each with the code it gets."""

from __future__ import annotations

import pytest

from menhirs.core.errors import MenhirsError
from menhirs.notation.line import read_line, write_line

GOOD = [
    "amsterdam m../..../.m.../.m.mm./..m../...m/... 1 12 flip 0,0 - - -",
    "amsterdam m../..../.m.../.m.m../..m../...m/... 2 12 flip 0,0 - - -",
    "amsterdam M../..../.M.../.M.M../..M../..../... 1 12 place 3,3 - - -",
    "base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -",
    "base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -",
    # While a turn can be claimed on, the tile taken is listed even if it was one of those moved.
    "amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@11xc2 - -",
    "amsterdam ..m/.oom/mo.o./moooo./...../..../.Mo 1 11 prove 1,0 b2b3c4-SE@11xc2 - -",
    "amsterdam .../..../..Moo/.m.ooo/moo.o/mo../mo. 1 3 decide 0,0 c3c4c5d4d5d6e2e3e5f2g2-N@3 - -",
    "amsterdam .../...o/..Moo/.Mo.o./mo.../mo../m.. 1 1b move 1,1 b3b4c3c4c5d2d3d5e2f2-NW@2xb3 - -",
    "amsterdam ..m/.oom/mo.o./moooo./...../.oo./.m. 1 11 over 1,0 f2f3-SW - 1:22:claim",
]

BAD = [
    # fields
    ("base", "position-fields"),
    ("", "position-fields"),
    ("base  M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -", "position-fields"),
    ("chess M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -", "rules"),
    ("base M../..../.M.../.M.MM./..M../...M/... 3 1 place 2,2 - - -", "position-player"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 13 place 2,2 - - -", "position-round"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 01 place 2,2 - - -", "position-round"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1B place 2,2 - - -", "position-round"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1c place 2,2 - - -", "position-lap"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 wait 2,2 - - -", "position-phase"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2;2 - - -", "position-counts"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 x - -", "action"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 @@ - -", "position-last"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - 3 -", "position-chooser"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - won", "position-outcome"),
    ("base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - 1:1:luck", "position-outcome"),
    # the board
    ("base M../..../.M.../.M.MM./..M../...M 1 1 place 2,2 - - -", "board-columns"),
    ("base M.../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -", "board-height"),  # 31 cells
    ("base M?./..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -", "board-letter"),
    ("base M../..../.M.../.M.MM./..M../..../... 1 1 place 2,2 - - -", "position-menhirs"),
    ("base Mo./..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -", "position-fog"),
    # 12 tiles
    ("base Moo/ooo./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -", "position-fog"),
    ("base moo/ooo./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -", "position-bare"),
    ("base moo/ooo./om..o/om.mmo/oom../...m/... 2 3 move 0,0 - - -", "position-won"),
    # the round and the phase
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 1 move 0,0 - - -", "position-round-phase"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 place 0,0 - - -", "position-round-phase"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3b move 0,0 - - -", "position-lap"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 flip 0,0 - - -", "position-round-phase"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 decide 0,0 - - -", "position-round-phase"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 prove 0,0 - - -", "position-round-phase"),
    ("amsterdam m../..../.m.../.m.mm./..m../...m/... 1 12b flip 0,0 - - -",
     "position-round-phase"),
    ("amsterdam m../..../.m.../.m.mm./..m../...m/... 2 12 flip 0,0 - - -", "position-menhirs"),
    # whose turn, and the counts
    ("base M../..../.M.../.M.MM./..M../...M/... 2 1 place 2,2 - - -", "position-turn"),
    ("amsterdam M../..../.M.../.M.M../..M../..../... 1 12 place 4,2 - - -", "position-turn"),
    ("amsterdam M../..../.M.../.M.M../..M../..../... 1 12 place 4,4 - - -", "position-count"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 1,0 - - -", "position-count"),
    ("amsterdam Moo/o.o./.M.o./.M.Mo./..M../..../... 1 11 move 1,0 - - -", "position-count"),
    ("amsterdam Moo/o.../.M.../.M.M../..M../..../... 2 10 move 3,0 - - -", "position-count"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 remove 0,0 - - -", "position-count"),
    ("amsterdam Moo/o.../...../.m.M../..m../m.../... 1 5 move 3,3 - - -", "position-count"),
    # the last turn
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 a2-N - -", "position-last-turn"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 2 3 move 0,0 c3-N - -", "position-last-turn"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 2 3 move 0,0 a1-N - -", "position-last-turn"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 2 3 move 0,0 a1-S@3 - -", "position-last-turn"),
    ("amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@9xc2 - -",
     "position-last-turn"),
    ("amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@11xg2 - -",
     "position-last-turn"),
    ("amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@77xc2 - -",
     "position-round"),
    ("amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@11xz2 - -", "cell"),
    ("amsterdam ..m/.oom/mo.o./moooo./...../..../.Mo 1 11 prove 1,0 - - -", "position-last-turn"),
    ("amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 d2d3-N@11xc2 - -",
     "position-last-turn"),  # a part of two tiles
    # chooser and outcome
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - 1 -", "position-chooser-here"),
    ("amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 2 move 1,1 - - -",
     "position-chooser-here"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 over 0,0 - - -", "position-result"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - 1:11:freed", "position-result"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 2 3 over 0,0 - - 0:0:tie", "position-result"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 2 3 over 0,0 - - 1:7:resign", "position-result"),
    ("base Moo/o.o./.M.../.M.MM./..M../...M/... 2 3 over 0,0 - - 1:11:claim", "position-result"),
    ("amsterdam ..m/.oom/mo.o./moooo./...../.oo./.m. 1 11 over 1,0 f2f3-SW - 2:22:claim",
     "position-result"),
    ("amsterdam ..m/.oom/mo.o./moooo./...../.oo./.m. 1 11 over 1,0 f2f3-SW - 1:11:claim",
     "position-result"),
    ("amsterdam ..m/.oom/mo.o./moooo./...../.oo./.m. 1 11 over 1,0 f2f3-SW - 0:0:tie",
     "position-won"),
]  # fmt: skip


@pytest.mark.parametrize("line", GOOD)
def test_a_consistent_line_is_read_and_written_the_same(line: str) -> None:
    assert write_line(read_line(line)) == line


@pytest.mark.parametrize(("line", "code"), BAD)
def test_a_contradicting_line_is_refused_with_its_code(line: str, code: str) -> None:
    with pytest.raises(MenhirsError) as caught:
        read_line(line)
    assert caught.value.code == code, str(caught.value)
    assert (caught.value.input or "nothing") in line or not line
