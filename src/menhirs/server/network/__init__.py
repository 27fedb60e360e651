"""Bounds on connections, below the web application.

- ``bounded_http``, ``bounded_socket``: limits on the size and the rate of requests and messages
- ``compression``: which messages are compressed
- ``connections``: the number of open connections; ``stalled_reader``: closes connections that are
not read
- ``process``: settings of the whole process
"""
