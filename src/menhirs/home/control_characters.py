r"""Control characters in requests are refused before anything is read.

People do not type them, PostgreSQL can't store a NUL, and terminals obey some of them. They arrive
raw, as ``%00`` in addresses and forms, or as ``\u0000`` in JSON. Tabs and line breaks are allowed.
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
    """Whether an address or a body has a control character."""
    return CONTROL.search(text.encode(errors="surrogatepass")) is not None
