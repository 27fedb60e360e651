"""Requests and answers: what a server adds to ``home/`` (origin, limits, cookies, headers, pages).

- ``home``: the room of answers as FastAPI knows it, and what it is handed here
- ``match``, ``people``, ``lobby``, ``tournament``: what only a server has
- ``site``: pages that are about nobody's game, and files
- ``services``: what a running server consists of
- ``admission``, ``security``, ``control_characters``: who may ask, how often, and what
- ``rendering``, ``forms``, ``error_responses``, ``text_stream``: pages, forms, errors, streams
- ``api``: what the JSON interface has here only, and how it tells errors
"""
