"""The database.

- ``database``: opens it and brings its tables up to date; ``tables``, ``migrations``
- ``store``: reads and writes matches; ``terms``: a match's terms as JSON
- ``review_store``: reads and writes reviews of finished games
- ``writer``: writes entries of many matches in one commit
- ``bus``, ``notice``: what servers on one database tell each other
- ``one_server``: the lock on an SQLite file
"""
