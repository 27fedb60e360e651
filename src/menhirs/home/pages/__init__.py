"""The data of the pages.

Data that is the same for everybody comes from plain functions: a server calls them for each
request, and a static site once when it is built. Data that depends on the visitor or the time is
answered at ``/told`` plus the address of the page: a server writes it into the page, and a page of
a static site asks for it.

- ``front``: the ways to play, the visitor's games
- ``learn``: the lessons, the claim trainer, the first game
- ``puzzles``: the overview, a puzzle, the puzzle of the day
- ``boards``: an analysis, a review, a position to play from, a match
- ``games``: all games of a visitor
"""
