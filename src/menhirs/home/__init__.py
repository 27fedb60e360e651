"""The answers to all requests, once for both editions: with a server, and in a browser without one.

- ``routes``: the table of addresses, with the function, the request and the answer of each
- ``requests``: a request and its answer, as both editions see them
- ``shapes``: the fields of requests
- ``ports``: the interfaces that an edition implements: matches, reviews, games, the time
- ``conversation``: the messages between a page and its match
- ``review_maker``: makes reviews, with the storage and the workers of an edition

There is no framework in it, no database, and no browser.
"""
