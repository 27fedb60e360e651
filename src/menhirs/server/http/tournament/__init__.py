"""Tournaments over HTTP.

- ``pages``: what people see; ``view`` tells a tournament, ``files`` give it away
- ``forms``: what players and organisers do; ``requests`` reads what they ask for
- ``visit``: who comes to which tournament
- ``table_clock``: the clock for a real table
- ``routers``: all routes, for the application
"""
