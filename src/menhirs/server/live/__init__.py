"""What goes on while a server runs: nothing here is a request, nothing is SQL.

- ``match``: matches that are being played; ``room`` is one in memory
- ``tournament``, ``lobby``, ``alerts``: tournaments being held, who invites, turn alerts
- ``engine``: processes that think, and what they think about: moves, analyses, reviews, proofs
- ``clock``, ``heartbeat``: the time, and outages
- ``fair_play``: which positions may be looked at with help
- ``fair_queue``, ``downloads``: fair queues; ``archive``, ``person_deletion``: all data of a person
"""
