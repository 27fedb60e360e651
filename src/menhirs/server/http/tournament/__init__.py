"""Tournaments over HTTP.

- ``pages``: the pages; ``view`` and ``words``: a tournament as data and in words; ``files``:
exports
- ``forms``: the actions of players and organisers; ``requests``: the fields of their forms
- ``visit``: the tournament and the visitor of a request
- ``table_clock``: the clock for a real table
- ``routers``: all routes, for the application
"""
