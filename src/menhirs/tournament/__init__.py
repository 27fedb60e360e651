"""Tournaments: who meets whom, how the table stands and why, and ratings. Without I/O."""
