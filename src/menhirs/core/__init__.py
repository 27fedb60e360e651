"""The rules of the game: no dependencies, no I/O, no clock, no randomness but a passed-in seed."""
