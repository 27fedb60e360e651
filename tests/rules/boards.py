"""Two boards of the Amsterdam Way on which most of its rules can be shown."""

from __future__ import annotations

from .diagram import side_by_side

OPEN, SHUT = side_by_side("""
          .        |        .
        o   .      |      o   .
      .   o   .    |    .   o   .
    m   o   .   m  |  m   o   .   M
      .   o   .    |    .   o   .
    M   o   .   .  |  M   o   .   .
      .   .   o    |    .   .   .
    .   .   .   o  |  .   .   .   o
      m   o   o    |    m   o   o
        m   .      |      m   .
          o        |        o
""")
"""Open: the lone tile on a2 covers the last menhir, so ``a2-S`` wins and ``a2-N`` (onto the menhir
on a3) does not. Shut: two tiles far apart cover one menhir each, and no single move wins.
On both ``c3-NE`` is a quiet move with the five tiles around c4."""
