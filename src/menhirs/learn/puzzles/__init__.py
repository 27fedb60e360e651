"""Puzzles of six kinds, every one proven.

====================  ======================================================================
``puzzle.py``         a puzzle and its kind; ids that mirror images share
``text.py``           puzzles as text, one a line
``proof.py``          all right answers of a position: one move deep by the rules alone
``values.py``         all right answers by exact values, to the end of the game
``merit.py``          the tests that a puzzle is not too easy
``difficulty.py``     which levels of the engine solve it
``make.py``           puzzles from random games, the same for the same seed
``check.py``          a puzzle proven again from scratch
``errors.py``         errors of puzzles
====================  ======================================================================
"""
