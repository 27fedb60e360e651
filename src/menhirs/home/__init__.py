"""The answers to all requests, once for both editions: with a server, and in a browser without one.

- ``routes``: the table of addresses, with the function, the request and the answer of each
- ``asking``: a request and its answer, as both editions see them
- ``shapes``: the fields of requests
- ``ports``: the interfaces that an edition implements: matches, reviews, games, the time
- ``conversation``: what a page and its match say to each other
- ``review_maker``: makes reviews, given who keeps them and who thinks

There is no framework in it, no database, and no browser.
"""
