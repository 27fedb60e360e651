"""Bounds on connections, below the web application.

- ``bounded_http``, ``bounded_socket``: how long and how often one may send
- ``compression``: which messages are compressed
- ``connections``: how many may be open; ``stalled_reader``: who does not read is given up
- ``process``: what is set once for the whole process
"""
