"""The answers to all requests, once for both editions: with a server, and in a browser without one.

- ``routes``: the table of addresses, with the function, the request and the answer of each
- ``asking``: a request and its answer, as both editions see them
- ``shapes``: the fields of requests
- ``ports``: the interfaces that an edition implements: matches, reviews, games, the time

There is no framework in it, no database, and no browser.
"""
