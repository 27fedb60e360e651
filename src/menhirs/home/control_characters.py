r"""Texts from outside hold no control characters: refused before anybody has read them.

Nobody types them, PostgreSQL keeps no text with a NUL, and some terminals obey others. They come as
they are, as ``%00`` in addresses and forms, or as ``\u0000`` in JSON. Tabs and ends of lines stay.
"""

from __future__ import annotations

import re

BARE = rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
CONTROL = re.compile(
    BARE + rb"|%(?:0[0-8bcef]|1[0-9a-f]|7f)"
    rb"|(?<!\\)(?:\\\\)*\\(?:u00(?:0[0-8bcef]|1[0-9a-f]|7f)|[bf])",
    re.IGNORECASE,
)


def has_controls(text: str) -> bool:
    """Whether there is one in an address or a body."""
    return CONTROL.search(text.encode(errors="surrogatepass")) is not None
