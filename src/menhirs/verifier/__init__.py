"""Checks tables and findings of the solver without any of its code.

A table is right if every value in it follows from the values after it, and the ends of the game are
ends. So each position is played one turn further by the rules of the core, in every way, and the
values of the positions after that turn must give its own value.

Nothing here is compiled, and nothing is imported from ``engine/``: both sides share only the rules
of the game and the format of the files.
"""
