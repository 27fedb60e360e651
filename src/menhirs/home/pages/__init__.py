"""What the pages tell.

What is the same for everybody is a plain function: a server calls it for each visitor, and a site
once when it is built. What depends on who asks, and when, is answered at ``/told`` and the address
of the page: a server writes it into the page, and a page of a site asks for it.

- ``front``: the ways to play, the visitor's games
- ``learn``: the lessons, the claim trainer, the first game
- ``puzzles``: the overview, a puzzle, the puzzle of the day
- ``boards``: an analysis, a review, a position to play from, a match
- ``games``: all games of a visitor
"""
