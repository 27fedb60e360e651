"""Matches that are being played.

- ``room``, ``rooms``: a match in memory, and all of them; ``diary_reader`` reads one from storage
- ``new_matches``: starting one
- ``seat_keys``: the secrets of seats
- ``viewer``, ``attendance``: who is there, and what they are sent
- ``socket_session``: a page's socket
- ``engine_pool``, ``engine_process``: the computer's thinking
- ``clock``, ``heartbeat``: the time, and when no server ran
"""
