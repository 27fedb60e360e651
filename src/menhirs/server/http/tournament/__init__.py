"""Tournaments over HTTP.

- ``pages``: the pages; ``view`` makes their data, ``files`` the downloads
- ``forms``: the actions of players and organisers; ``requests`` reads their fields
- ``visit``: a visitor at a tournament
- ``table_clock``: the clock for a real table
- ``routers``: all routes, for the application
"""
