"""The edition without a server: a folder of files that any web host can serve.

The pages are those of the server, rendered once for every language. What the server would fill in
for a visitor is left as gaps (``gaps.py``), which the page fills in the browser: there the same
Python answers that answers on a server, in a worker (``menhirs.browser``).
"""
