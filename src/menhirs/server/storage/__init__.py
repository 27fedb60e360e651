"""The database.

- ``database``: opens it and brings its tables up to date; ``tables``, ``migrations``
- ``match``: matches with their entries, written many in one commit; invitations, reviews
- ``people``, ``rating``, ``tournament``: what is kept about them
- ``bus``, ``notice``: messages between servers on one database
- ``one_server``: the lock on an SQLite file; ``backup``, ``server_keys``
- ``admin_store``: what an operator sees and does
"""
