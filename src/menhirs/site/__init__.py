"""The edition without a server: a folder of files that any web host can serve.

The pages are those of the server, rendered once for every language. Visitor-dependent parts are
left as gaps (``gaps.py``), which the page fills in the browser: there the server's Python runs in a
worker (``menhirs.browser``).
"""
