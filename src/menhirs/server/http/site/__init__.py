"""Requests that concern no particular game: the front page, lessons, puzzles, rules, files."""
