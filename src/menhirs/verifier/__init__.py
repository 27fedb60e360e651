"""Checks tables and findings of the solver without any of its code.

A table is right if every value in it follows from the values after it, and the ends of the game are
ends. So each position is played one turn on by the rules of the core, in every way, and what the
tables say about the positions after that turn must give what they say about this one.

Nothing here is compiled, and nothing is imported from ``engine/``: what both sides share is the
rules of the game and the format of the files.
"""
