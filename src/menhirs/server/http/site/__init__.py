"""Requests that are about nobody's game: the front page, lessons, puzzles, rules, files."""
