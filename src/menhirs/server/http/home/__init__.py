""":mod:`menhirs.home` at a server.

- ``router``: its routes for FastAPI, with the OpenAPI document
- ``visitor``: the sender of a request, with the server's implementations: ``matches``, ``games``,
  ``reviews``, ``exercises``
"""
