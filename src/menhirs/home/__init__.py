"""What a visitor is answered: every request once, for a server and for a browser without one.

- ``routes``: the table of addresses, with who answers, what is asked for and what is told
- ``asking``: a request and its answer, as both editions see them
- ``shapes``: what requests bring
- ``ports``: what an edition provides: matches, reviews, games, the time
- ``conversation``: what a page and its match say to each other
- ``review_maker``: makes reviews, given who keeps them and who thinks

There is no framework in it, no database, and no browser.
"""
