"""The drawn board."""

from __future__ import annotations

from textwrap import dedent

import pytest

from menhirs.core.errors import Malformed
from menhirs.core.geometry import STANDARD, Geometry
from menhirs.notation.ascii import read_ascii, write_ascii
from menhirs.notation.line import read_line

DRAWN = """
          .
        .   .
      .   o   .
    m   o   .   .
      .   M   o
    .   .   .   .
      .   .   .
    M   .   .   .
      .   .   .
        .   .
          .
"""


def test_cells_lie_where_they_lie_on_the_table() -> None:
    menhirs, fog = read_ascii(DRAWN, STANDARD)
    assert STANDARD.names_of(menhirs) == ["a1", "a3", "d4"]
    assert STANDARD.names_of(fog) == ["a1", "c4", "d4", "d5", "f3"]


def test_written_as_it_is_read() -> None:
    position = read_line("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -")
    drawn = write_ascii(position)
    assert drawn == dedent(
        """\
              .
            .   .
          .   M   M
        o   .   .   .
          o   M   .
        o   .   M   .
          .   .   .
        M   M   .   .
          o   M   .
            .   .
              ."""
    )
    assert read_ascii(drawn, STANDARD) == (position.menhirs, position.fog)


@pytest.mark.parametrize(
    "text", ["", "o", DRAWN.replace("M", ""), DRAWN + ".", DRAWN.replace(".   .", ". . .")]
)
def test_a_board_with_too_few_or_too_many_cells_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_ascii(text, STANDARD)
    assert caught.value.code == "ascii-board"


def test_a_sign_of_no_meaning_is_refused() -> None:
    with pytest.raises(Malformed) as caught:
        read_ascii(DRAWN.replace("M", "W"), STANDARD)
    assert caught.value.code == "board-letter"


def test_a_house_board() -> None:
    geometry = Geometry((2, 3, 2))
    menhirs, fog = read_ascii("  o \n m  . \n  M \n .  . \n  .", geometry)
    assert geometry.names_of(menhirs) == ["a2", "b2"]
    assert geometry.names_of(fog) == ["b2", "b3"]
