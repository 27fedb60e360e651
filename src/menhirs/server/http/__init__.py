"""Requests and answers: what a server adds to ``home/`` (origin, limits, cookies, headers, pages).

- ``home``: the routes of ``menhirs.home`` for FastAPI, and the server's implementation of its
interfaces
- ``match``, ``people``, ``lobby``, ``tournament``: routes that only a server has
- ``site``: pages that concern no particular game, and files
- ``services``: the parts of a running server
- ``admission``, ``security``, ``control_characters``: rate limits and checks of requests
- ``rendering``, ``forms``, ``error_responses``, ``text_stream``: pages, forms, errors, streams
- ``api``: the part of the JSON interface that only a server has, and its errors
"""
