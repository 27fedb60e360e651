"""The server: everything with I/O.

- ``storage``: the database
- ``network``: bounds on connections
- ``live``: matches that are being played
- ``http``: pages, the JSON interface, and what a request has to pass
- ``app`` puts them together; ``settings``, ``languages``, ``limits``, ``errors``, ``logs`` and
  ``metrics`` are used by all

A package imports only from those above it in this list.
"""
