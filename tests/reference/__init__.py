"""A second, slow and plain implementation of the game, to check the real one against.

It shares no code with the package and was written from the rules alone.  Rule numbers (M1, B3,
A9, ...) are those of the project's rules.
"""
