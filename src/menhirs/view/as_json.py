"""JSON texts of messages, made by pydantic's encoder where it is installed: it is the fastest."""

from __future__ import annotations

import json

try:
    from pydantic_core import to_json
except ImportError:  # a browser's worker needs no more than the standard library

    def as_json(value: object) -> str:
        """A message or a part of one as JSON, with no spaces between its parts."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

else:

    def as_json(value: object) -> str:
        """A message or a part of one as JSON, with no spaces between its parts."""
        return to_json(value).decode()
