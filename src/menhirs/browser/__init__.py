"""The game without a server: a server's work for one visitor, in the visitor's own browser.

Plain Python that runs uncompiled and needs no more than the standard library. Its only I/O is
passed in: storage (``BrowserStorage``), the engine worker (``EngineWorker``) and the time. See
``docs/contribute/browser.md``.
"""
