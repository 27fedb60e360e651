"""Lessons, puzzles and the coach of a guided game: data and judgement. No I/O."""
