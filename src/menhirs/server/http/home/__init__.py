"""The room of answers (:mod:`menhirs.home`) at a server.

- ``router``: its addresses as FastAPI knows them, with the OpenAPI document
- ``visitor``: whoever sent a request, with what a server provides: ``matches``, ``games``,
  ``reviews``, ``exercises``
"""
