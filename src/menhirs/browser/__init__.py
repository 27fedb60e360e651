"""The game without a server: what a server does for one visitor, in the visitor's own browser.

Plain Python that runs uncompiled and needs no more than the standard library. It has no I/O but
what it is handed: a shelf to keep things on, somebody to think, and the time. See
``docs/contribute/browser.md``.
"""
